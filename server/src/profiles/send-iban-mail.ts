import type pg from 'pg';
import { z } from 'zod';
import type { Language } from '#domain/languages.ts';
import type { JobHandler } from '../platform/jobs/jobs.ts';
import type { Mailer } from '../platform/mail/mail.ts';
import { callFunction } from '../platform/database/call-function.ts';
import { renderIbanMail } from './iban-mail.ts';

const payloadSchema = z.object({
  change_id: z.uuid(),
  kind: z.enum(['requested', 'approved', 'rejected']),
});

interface FoundMail {
  emails: string[];
  language: Language;
  holder: 'agency' | 'company';
  iban: string;
  previous_iban: string | null;
  earliest_at: string;
  reason: string | null;
}

/**
 * The job `send_iban_mail`: tells an agency or a company of an IBAN it has asked for, at the addresses that were its own before. A
 * second run sends the same messages under the same ids.
 */
export function ibanMailJobs(deps: {
  pool: pg.Pool;
  mailer: Mailer;
  siteUrl: () => string;
}): Record<string, JobHandler> {
  return {
    send_iban_mail: async (payload) => {
      const { change_id, kind } = payloadSchema.parse(payload);
      const found: FoundMail | null = await callFunction(deps.pool, 'read_iban_mail', {
        change_id,
      });
      if (!found) return;
      const siteUrl = deps.siteUrl();
      const words = renderIbanMail({ ...found, kind, siteUrl }, found.language);
      for (const [place, to] of found.emails.entries()) {
        const message_id = `<${change_id}.${kind}.${place}@${new URL(siteUrl).hostname}>`;
        await deps.mailer.send({ message_id, to, ...words });
      }
    },
  };
}
