import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash, randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { deviceFamily } from '#domain/accounts/device-family.ts';

/**
 * The cookie of a known device. It only tells whose wrong passwords are counted together: it signs nobody in and allows
 * nothing, so a request that another site sends with it gains nothing.
 */
const cookieName = 'hamla_device';
/** As long as auth.remember_device keeps the device. Seconds. */
const cookieSeconds = 180 * 24 * 60 * 60;
/** Accounts of one browser whose devices are kept; each has a token of its own. */
const mostTokens = 4;
const tokenPattern = /^[\w-]{43}$/;

/** Who sends the request that is being served, as SQL reads it (auth.note_sender), and what becomes of its device. */
export interface NotedSender {
  readonly note: object;
  /** Set by a sign-in: whether the device was known before. */
  device: 'known' | 'new' | undefined;
  /** The tokens that the browser sent, and one that becomes its own after a sign-in. */
  readonly tokens: readonly string[];
  readonly newToken: string;
  /** The session whose token was verified: what the request does, that session does. */
  prove(sessionId: string): void;
}

const senders = new AsyncLocalStorage<NotedSender>();

/** Undefined where no request is served: in a job. */
export const currentSender = (): NotedSender | undefined => senders.getStore();

/** Serves a request as sent by `sender`. */
export const serveSender = (sender: NotedSender, serve: () => void): void =>
  senders.run(sender, serve);

/** What a request says of its sender. */
export function readSender(request: Pick<FastifyRequest, 'ip' | 'headers'>): NotedSender {
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
 * The cookie that a sign-in gives or renews.
 * @returns undefined where nobody has signed in.
 */
export function deviceCookie(sender: NotedSender | undefined, siteUrl: string): string | undefined {
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

/** SQL keeps and compares tokens by their SHA-256. */
const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');
