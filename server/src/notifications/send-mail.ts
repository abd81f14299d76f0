import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { riyadhDate } from '#domain/calendar.ts';
import type { Language } from '#domain/languages.ts';
import type { Clock } from '../platform/clock.ts';
import type { Mailer } from '../platform/mail.ts';
import { callRow } from '../platform/postgres/database.ts';
import { startRounds, type Rounds } from '../platform/rounds.ts';
import type { Settings } from '../platform/settings.ts';
import type { MoneyMail } from './money-mail.ts';

export interface NotificationDeps {
  /** The pool of the role `hamla_jobs`. */
  pool: pg.Pool;
  mailer: Mailer;
  clock: Clock;
  log: FastifyBaseLogger;
  siteUrl: () => string;
  settings: Pick<Settings, 'emailConfirmation' | 'payee'>;
}

/** Sent side by side: as many as a round takes. */
const AT_ONCE = 10;

/**
 * Sends what is due of the table `mails`, ten at most; how many were taken. Each goes under a Message-ID that every attempt
 * repeats, and one that fails is tried again later. It is written to the address of the account, the one that was proven to
 * be its owner's; the contact address of a profile is whatever somebody typed. While addresses are confirmed, one that is
 * not gets nothing about money.
 */
export async function sendDueMails(deps: NotificationDeps): Promise<number> {
  const { pool, clock, log } = deps;
  const ids = await callRow<string[]>(pool, 'take_due_mails', [clock.now(), AT_ONCE]);
  const send = async (id: string) => {
    try {
      const outcome = await sendMail(deps, id);
      // Cut off before this, it is sent again: at least once.
      await callRow(pool, 'settle_mail', [id, clock.now(), outcome]);
    } catch (error) {
      // Its text alone: what failed may quote what the mail says.
      log.error(`a mail was not sent: ${error instanceof Error ? error.message : String(error)}`);
      await callRow(pool, 'postpone_mail', [id, clock.now()]);
    }
  };
  await Promise.all(ids.map(send));
  return ids.length;
}

/** Sends mails as they become due; a hint says that some may have. */
export const startMails = (deps: NotificationDeps): Rounds =>
  startRounds({ log: deps.log, round: async () => (await sendDueMails(deps)) === AT_ONCE });

async function sendMail(deps: NotificationDeps, id: string): Promise<'Sent' | 'Moot'> {
  const { pool, mailer, clock, settings } = deps;
  const args = [id, riyadhDate(clock.now()), settings.emailConfirmation];
  const found = await callRow<Addressed | null>(pool, 'read_mail', args);
  if (!found) return 'Moot';
  const siteUrl = deps.siteUrl();
  // The templates bring React along; only the process that sends a mail loads them.
  const [{ renderMail }, { moneyMailWords }] = await Promise.all([
    import('../platform/mail-message.tsx'),
    import('./money-mail.ts'),
  ]);
  const place = { siteUrl, payee: settings.payee };
  await mailer.send({
    message_id: `<${id}@${new URL(siteUrl).hostname}>`,
    to: found.email,
    ...(await renderMail(moneyMailWords(found, found.language, place), found.language)),
  });
  return 'Sent';
}

type Addressed = MoneyMail & { email: string; language: Language };
