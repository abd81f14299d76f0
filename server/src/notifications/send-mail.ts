import type pg from 'pg';
import { z } from 'zod';
import { riyadhDate } from '#domain/calendar.ts';
import type { Language } from '#domain/languages.ts';
import type { Clock } from '../platform/clock.ts';
import type { JobHandler } from '../platform/jobs.ts';
import type { Mailer } from '../platform/mail.ts';
import { callRow } from '../platform/postgres/database.ts';
import type { Settings } from '../platform/settings.ts';
import type { MoneyMail } from './money-mail.ts';

export interface NotificationDeps {
  /** The pool of the role `hamla_jobs`. */
  pool: pg.Pool;
  mailer: Mailer;
  clock: Clock;
  siteUrl: () => string;
  settings: Pick<Settings, 'emailConfirmation' | 'payee'>;
}

const payloadSchema = z.object({ mail_id: z.uuid() });

/**
 * The job `send_mail`: sends one mail of the table `mails`, under a Message-ID that every attempt repeats. It is written
 * to the address of the account, the one that was proven to be its owner's; the contact address of a profile is
 * whatever somebody typed. While addresses are confirmed, one that is not gets nothing about money.
 */
export function notificationJobs(deps: NotificationDeps): Record<string, JobHandler> {
  const { pool, mailer, clock, settings } = deps;
  const settle = (id: string, outcome: 'Sent' | 'Moot') =>
    callRow(pool, 'settle_mail', [id, clock.now(), outcome]);
  return {
    send_mail: async (payload) => {
      const { mail_id } = payloadSchema.parse(payload);
      const args = [mail_id, riyadhDate(clock.now()), settings.emailConfirmation];
      const found = await callRow<Addressed | null>(pool, 'read_mail', args);
      if (!found) {
        await settle(mail_id, 'Moot');
        return;
      }
      const siteUrl = deps.siteUrl();
      // The templates bring React along; only the process that sends a mail loads them.
      const [{ renderMail }, { moneyMailWords }] = await Promise.all([
        import('../platform/mail-message.tsx'),
        import('./money-mail.ts'),
      ]);
      const place = { siteUrl, payee: settings.payee };
      await mailer.send({
        message_id: `<${mail_id}@${new URL(siteUrl).hostname}>`,
        to: found.email,
        ...(await renderMail(moneyMailWords(found, found.language, place), found.language)),
      });
      // Cut off before this, it is sent again: at least once.
      await settle(mail_id, 'Sent');
    },
  };
}

type Addressed = MoneyMail & { email: string; language: Language };
