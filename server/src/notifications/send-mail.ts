import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { riyadhDate } from '#domain/calendar.ts';
import type { Language } from '#domain/languages.ts';
import type { Clock } from '../platform/clock.ts';
import type { JobWorkers } from '../platform/jobs/job-workers.ts';
import type { Mailer } from '../platform/mail/mail.ts';
import { callFunction } from '../platform/database/call-function.ts';
import { startPollingLoop, type PollingLoop } from '../platform/jobs/polling-loop.ts';
import type { Settings } from '../platform/config/settings.ts';
import { renderMail } from '../platform/mail/mail-message.ts';
import { moneyMailWords, type MoneyMail } from './money-mail.ts';

interface NotificationDeps {
  /** The pool of the role `hamla_jobs`. */
  pool: pg.Pool;
  mailer: Mailer;
  clock: Clock;
  log: FastifyBaseLogger;
  siteUrl: () => string;
  /** Worker id with which mails are reserved (job-workers.ts). */
  worker: string;
  settings: Pick<Settings, 'emailConfirmation' | 'payee' | 'ticketMailsAnHour'>;
}

/** Mails sent at the same time: as many as one poll reserves. */
const AT_ONCE = 10;

/**
 * Sends due mails of the table `mails`, at most ten.
 * @returns how many were reserved. Each mail has a Message-ID that every attempt repeats; a failed one is tried again
 * later. It goes to the account's address and never to a profile's contact address, which is unproven. With
 * confirmation on, an unproven account gets no mail about money. The number of mails about new tickets to an agency in
 * an hour is limited (admit_mail).
 */
export async function sendDueMails(deps: NotificationDeps): Promise<number> {
  const { pool, clock, log } = deps;
  const ids: string[] = await callFunction(pool, 'take_due_mails', {
    now: clock.now(),
    limit: AT_ONCE,
    worker: deps.worker,
  });
  const send = async (id: string) => {
    try {
      if (!(await isAdmitted(deps, id))) return;
      const outcome = await sendMail(deps, id);
      // If the process ends before this, the mail is sent again: at least once.
      await callFunction(pool, 'settle_mail', { mail_id: id, now: clock.now(), outcome });
    } catch (error) {
      // Only the error's message, because the error may quote the mail.
      log.error(`a mail was not sent: ${error instanceof Error ? error.message : String(error)}`);
      await callFunction(pool, 'postpone_mail', { mail_id: id, now: clock.now() });
    }
  };
  // A mail that cannot be settled must not interrupt the others.
  const ends = await Promise.allSettled(ids.map(send));
  const failure = ends.find((end) => end.status === 'rejected');
  if (failure) throw failure.reason;
  return ids.length;
}

/** False: the mail was held back or left out, because its agency gets many about new tickets. */
async function isAdmitted({ pool, clock, settings }: NotificationDeps, id: string) {
  const limit = settings.ticketMailsAnHour;
  if (limit === null) return true;
  const said: 'send' | 'later' | 'joined' = await callFunction(pool, 'admit_mail', {
    mail_id: id,
    now: clock.now(),
    limit,
  });
  return said === 'send';
}

export interface Mails extends PollingLoop {
  /** Age in seconds of the oldest unsent mail at the last check; null without one. */
  oldestUnsent(): number | null;
}

/** Milliseconds between two checks of the oldest unsent mail. */
const LOOK_MS = 5_000;

/**
 * Sends mails as they become due; `wake` announces that some may be. Mails reserved by a failed or abandoned poll are
 * released for the next.
 */
export function startMails({
  workers,
  ...deps
}: Omit<NotificationDeps, 'worker'> & { workers: JobWorkers }): Mails {
  const { pool, clock, log } = deps;
  let worker = `mails-${randomUUID()}`;
  let oldest: number | null = null;
  workers.join(worker);
  const loop = startPollingLoop({
    log,
    poll: async () => (await sendDueMails({ ...deps, worker })) === AT_ONCE,
    release: async () => {
      const late = worker;
      worker = `mails-${randomUUID()}`;
      workers.join(worker);
      await workers.leave(late);
    },
  });
  // The mails that a killed server had taken wait for nothing but this.
  workers.onRelease(loop.wake);
  const look = async () => {
    oldest = await callFunction(pool, 'oldest_unsent_mail', { now: clock.now() });
  };
  const timer = setInterval(() => void look().catch(() => {}), LOOK_MS).unref();
  return {
    ...loop,
    oldestUnsent: () => oldest,
    stop: async () => {
      clearInterval(timer);
      await loop.stop();
      await workers.leave(worker);
    },
  };
}

async function sendMail(deps: NotificationDeps, id: string): Promise<'Sent' | 'Moot'> {
  const { pool, mailer, clock, settings } = deps;
  const found: Addressed | null = await callFunction(pool, 'read_mail', {
    mail_id: id,
    today: riyadhDate(clock.now()),
    proven_only: settings.emailConfirmation,
  });
  if (!found) return 'Moot';
  const siteUrl = deps.siteUrl();
  const place = { siteUrl, payee: settings.payee };
  await mailer.send({
    message_id: `<${id}@${new URL(siteUrl).hostname}>`,
    to: found.email,
    ...renderMail(moneyMailWords(found, found.language, place), found.language),
  });
  return 'Sent';
}

type Addressed = MoneyMail & { email: string; language: Language };
