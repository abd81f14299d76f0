import { createHash, createHmac } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { dueDateCalendar, type DueDate } from '#domain/servicing/due-date-calendar.ts';
import type { Language } from '#domain/languages.ts';
import type { DueDateFeed } from '#api/due-date-feeds.ts';
import { networkOf, secondsToWait } from '../accounts/rate-limits.ts';
import { AppError } from '../platform/app-error.ts';
import type { Clock } from '../platform/clock.ts';
import type { Secrets } from '../platform/config/secrets.ts';
import { callFunction, callIdempotent, callParsedAs } from '../platform/database/call-function.ts';
import type { RegisterOperation } from '../platform/http/operations.ts';

interface StoredFeed {
  company_id: string;
  /** 0: the company has no link yet. */
  version: number;
  renewed_at: string | null;
  /** Hexadecimal. */
  token_digest: string | null;
}

/** A network's reads of calendars in a minute; ours. A calendar program reads one every few hours. */
const READS_A_MINUTE = 120;

const FOLDER = '/api/due-dates';

/** The calendar of a company's due dates: its secret link, and what the link gives without a session. */
export function registerDueDateFeeds(
  app: FastifyInstance,
  route: RegisterOperation,
  {
    pool,
    clock,
    secrets,
    siteUrl,
  }: { pool: pg.Pool; clock: Clock; secrets: Secrets; siteUrl: () => string },
): void {
  // 128 bits that nobody can guess, and no server has to store.
  const tokenOf = (key: Buffer, company_id: string, version: number) =>
    createHmac('sha256', key)
      .update(`${company_id} ${version}`)
      .digest()
      .subarray(0, 16)
      .toString('base64url');
  const withLink = ({ company_id, version, renewed_at, token_digest }: StoredFeed) => {
    // A link stays as it is when the secret key is rotated.
    const token = secrets
      .accepted('due date feeds')
      .map((key) => tokenOf(key, company_id, version))
      .find((made) => digestOf(made).toString('hex') === token_digest);
    const url = token === undefined ? null : `${siteUrl()}${FOLDER}/${token}.ics`;
    return JSON.stringify({ url, renewed_at } satisfies DueDateFeed);
  };
  route('read_due_date_feed', async (call) =>
    withLink(
      await callParsedAs<'read_due_date_feed', StoredFeed>(pool, 'read_due_date_feed', call),
    ),
  );
  route('renew_due_date_feed', async (call) => {
    const feed: StoredFeed = await callParsedAs(pool, 'read_due_date_feed', call);
    const version = feed.version + 1;
    const key = secrets.derive('due date feeds');
    const token_digest = digestOf(tokenOf(key, feed.company_id, version));
    const renewed = await callIdempotent(pool, 'renew_due_date_feed', call, {
      version,
      token_digest,
    });
    return withLink(JSON.parse(renewed) as StoredFeed);
  });
  const limiter = new RateLimiterMemory({ points: READS_A_MINUTE, duration: 60 });
  app.get<{ Params: { file: string } }>(
    `${FOLDER}/:file`,
    { schema: { hide: true } },
    async (request, reply) => {
      await limit(limiter, request.ip);
      const token = /^([\w-]{22})\.ics$/.exec(request.params.file)?.[1];
      const found: { language: Language; due_dates: DueDate[] } | null =
        token === undefined
          ? null
          : await callFunction(pool, 'due_dates_of_feed', { token_digest: digestOf(token) });
      if (!found) throw new AppError('not_found');
      const { language, due_dates } = found;
      return reply
        .header('content-type', 'text/calendar; charset=utf-8')
        .header('content-disposition', 'inline; filename="hamla.ics"')
        .header('cache-control', 'private, max-age=0')
        .header('x-robots-tag', 'noindex')
        .header('referrer-policy', 'no-referrer')
        .send(dueDateCalendar(due_dates, { language, now: clock.now(), siteUrl: siteUrl() }));
    },
  );
}

const digestOf = (token: string) => createHash('sha256').update(token).digest();

/** @throws AppError `too_many_requests` with the seconds to wait. */
async function limit(limiter: RateLimiterMemory, address: string): Promise<void> {
  try {
    await limiter.consume(networkOf(address));
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    throw new AppError('too_many_requests', { retryAfterSeconds: secondsToWait(refused) });
  }
}
