import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash, randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { deviceFamily } from '#domain/accounts/device-family.ts';

/**
 * The cookie of a known device. It only decides which wrong passwords are counted together. It signs nobody in and
 * allows nothing, so a request forged by another site gains nothing by it.
 */
const cookieName = 'hamla_device';
/** Seconds; auth.remember_device stores the device for the same time. */
const cookieSeconds = 180 * 24 * 60 * 60;
/** Most accounts that one browser can be a known device of; each has its own token. */
const mostTokens = 4;
const tokenPattern = /^[\w-]{43}$/;

/** The sender of the current request, as SQL reads it (auth.set_request_sender), and the result for its device. */
export interface RequestSender {
  readonly note: object;
  /** Set by a sign-in: whether the device was known before. */
  device: 'known' | 'new' | undefined;
  /** The tokens that the browser sent, and a new one for it after a sign-in. */
  readonly tokens: readonly string[];
  readonly newToken: string;
  /** Sets the session whose token was verified. */
  prove(sessionId: string): void;
}

const senders = new AsyncLocalStorage<RequestSender>();

/** Undefined outside a request: in a job. */
export const currentSender = (): RequestSender | undefined => senders.getStore();

/** Runs `serve` with `sender` as the current sender. */
export const runWithSender = (sender: RequestSender, serve: () => void): void =>
  senders.run(sender, serve);

/** Reads the sender from a request. */
export function readSender(request: Pick<FastifyRequest, 'ip' | 'headers'>): RequestSender {
  const { browser, system } = deviceFamily(request.headers['user-agent']);
  const tokens = readTokens(request.headers.cookie);
  const newToken = randomBytes(32).toString('base64url');
  const known = {
    address: request.ip.slice(0, 64),
    browser,
    system,
    devices: tokens.map(hashOf),
    new_device: hashOf(newToken),
  };
  let note: object = known;
  return {
    tokens,
    newToken,
    device: undefined,
    get note() {
      return note;
    },
    prove(session_id) {
      note = { ...known, session_id };
    },
  };
}

/**
 * The Set-Cookie header after a sign-in.
 * @returns undefined when nobody has signed in.
 */
export function deviceCookie(
  sender: RequestSender | undefined,
  siteUrl: string,
): string | undefined {
  if (!sender?.device) return undefined;
  const tokens = sender.device === 'new' ? [...sender.tokens, sender.newToken] : sender.tokens;
  const value = tokens.slice(-mostTokens).join('.');
  const secure = siteUrl.startsWith('https:') ? '; Secure' : '';
  return `${cookieName}=${value}; Path=/auth/v1; Max-Age=${cookieSeconds}; HttpOnly; SameSite=Lax${secure}`;
}

function readTokens(cookies: string | undefined): string[] {
  const own = cookies
    ?.split(';')
    .map((cookie) => cookie.trim())
    .find((cookie) => cookie.startsWith(`${cookieName}=`));
  const tokens = own?.slice(cookieName.length + 1).split('.') ?? [];
  return tokens.filter((token) => tokenPattern.test(token)).slice(-mostTokens);
}

/** SQL stores and compares the SHA-256 of tokens. */
const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');
