import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Secrets } from '../platform/config/secrets.ts';
import { sixDigits } from '../platform/six-digits.ts';

/**
 * Tokens that are computed instead of stored: an id followed by its HMAC under a derived key. A reader of the database
 * cannot make one. The same token can be given again, so that the parent of a refresh token gets the active one.
 */
export interface DerivedTokens {
  refreshToken(sessionId: string, counter: number): string;
  /** @returns null when the text is not a valid refresh token at `now`. */
  readRefreshToken(text: string, now: Date): { session_id: string; counter: number } | null;
  /** `pkce` marks a link whose code the requesting browser exchanges, so that an error is also put into the query. */
  linkToken(tokenId: string, pkce: boolean): string;
  /** @returns null when the text is not a valid link token at `now`. */
  readLinkToken(text: string, now: Date): { token_id: string } | null;
  /** The digits of a mailed sign-in code. */
  signInCode(tokenId: string): string;
  /** Token of the link that withdraws the removal of a second factor. */
  factorRemovalToken(removalId: string): string;
  /** @returns null when the text is not a valid token of this kind at `now`. */
  readFactorRemovalToken(text: string, now: Date): { removal_id: string } | null;
}

const macLength = 32;
const uuidLength = 16;
const counterLength = 6;
const pkcePrefix = 'pkce_';

/** Keys: 'refresh tokens', 'e-mail links', 'sign-in codes' and 'factor removals' of the secret key. */
export function derivedTokens(secrets: Secrets): DerivedTokens {
  return {
    refreshToken(sessionId, counter) {
      const body = Buffer.alloc(uuidLength + counterLength);
      uuidBytes(sessionId).copy(body);
      body.writeUIntBE(counter, uuidLength, counterLength);
      return sign(secrets.derive('refresh tokens'), body);
    },
    readRefreshToken(text, now) {
      const keys = secrets.accepted('refresh tokens', now);
      const body = verify(keys, text, uuidLength + counterLength);
      return (
        body && { session_id: uuidText(body), counter: body.readUIntBE(uuidLength, counterLength) }
      );
    },
    linkToken: (tokenId, pkce) =>
      `${pkce ? pkcePrefix : ''}${sign(secrets.derive('e-mail links'), uuidBytes(tokenId))}`,
    readLinkToken(text, now) {
      const bare = isPkceLink(text) ? text.slice(pkcePrefix.length) : text;
      const body = verify(secrets.accepted('e-mail links', now), bare, uuidLength);
      return body && { token_id: uuidText(body) };
    },
    signInCode: (tokenId) => sixDigits(secrets.derive('sign-in codes'), tokenId),
    factorRemovalToken: (removalId) =>
      sign(secrets.derive('factor removals'), uuidBytes(removalId)),
    readFactorRemovalToken(text, now) {
      const body = verify(secrets.accepted('factor removals', now), text, uuidLength);
      return body && { removal_id: uuidText(body) };
    },
  };
}

/** Whether the token carries the PKCE mark; the mark is not authenticated. */
export const isPkceLink = (token: string): boolean => token.startsWith(pkcePrefix);

const mac = (key: Buffer, body: Buffer) => createHmac('sha256', key).update(body).digest();

const sign = (key: Buffer, body: Buffer) =>
  Buffer.concat([body, mac(key, body)]).toString('base64url');

function verify(keys: readonly Buffer[], text: string, length: number): Buffer | null {
  if (!/^[\w-]+$/.test(text)) return null;
  const bytes = Buffer.from(text, 'base64url');
  // Only the canonical base64url spelling of a token is valid.
  if (bytes.length !== length + macLength || bytes.toString('base64url') !== text) return null;
  const body = bytes.subarray(0, length);
  const isSigned = keys.some((key) => timingSafeEqual(bytes.subarray(length), mac(key, body)));
  return isSigned ? body : null;
}

const uuidBytes = (uuid: string) => Buffer.from(uuid.replaceAll('-', ''), 'hex');

const uuidText = (bytes: Buffer) =>
  bytes
    .toString('hex', 0, uuidLength)
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
