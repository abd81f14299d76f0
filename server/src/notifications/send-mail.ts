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
  /** Under which mails are taken; the database knows it (job-workers.ts). */
  worker: string;
  settings: Pick<Settings, 'emailConfirmation' | 'payee' | 'ticketMailsAnHour'>;
}

/** Sent side by side: as many as a round takes. */
const AT_ONCE = 10;

/**
 * Sends what is due of the table `mails`, ten at most; how many were taken. Each goes under a Message-ID that every attempt
 * repeats, and one that fails is tried again later. It is written to the address of the account, the one that was proven to
 * be its owner's; the contact address of a profile is whatever somebody typed. While addresses are confirmed, one that is
 * not gets nothing about money. Of mails about new tickets an agency gets a bounded number in an hour (admit_mail).
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
      // Cut off before this, it is sent again: at least once.
      await callFunction(pool, 'settle_mail', { mail_id: id, now: clock.now(), outcome });
    } catch (error) {
      // Its text alone: what failed may quote what the mail says.
      log.error(`a mail was not sent: ${error instanceof Error ? error.message : String(error)}`);
      await callFunction(pool, 'postpone_mail', { mail_id: id, now: clock.now() });
    }
  };
  // One that cannot be settled must not leave the others half sent.
  const ends = await Promise.allSettled(ids.map(send));
  const failure = ends.find((end) => end.status === 'rejected');
  if (failure) throw failure.reason;
  return ids.length;
}

/** False: it was held back or left out, because its agency gets many about new tickets. */
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
  /** The age in seconds of the oldest unsent mail, as the last look found it; null for none. */
  oldestUnsent(): number | null;
}

/** Between two looks at the oldest unsent mail, milliseconds. */
const LOOK_MS = 5_000;

/**
 * Sends mails as they become due; `wake` says that some may be. What a failed or abandoned poll has reserved is released
 * for the next one.
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
