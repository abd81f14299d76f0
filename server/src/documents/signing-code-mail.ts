import type pg from 'pg';
import { z } from 'zod';
import { SIGNING_CODE_MINUTES } from '#domain/documents/acceptance.ts';
import type { Language } from '#domain/languages.ts';
import { callFunction } from '../platform/database/call-function.ts';
import type { Clock } from '../platform/clock.ts';
import type { Secrets } from '../platform/config/secrets.ts';
import type { JobHandler } from '../platform/jobs/jobs.ts';
import { isolated, renderMail, type MailWords } from '../platform/mail/mail-message.ts';
import type { Mailer } from '../platform/mail/mail.ts';
import { signingCode } from './signing-proof.ts';

/** The id alone, so that a reader of the queue can accept nothing. */
const payloadSchema = z.object({ code_id: z.uuid() });

interface FoundCode {
  email: string;
  language: Language;
  ticket_number: string;
}

interface Told {
  code: string;
  ticket_number: string;
  siteUrl: string;
}

/** The job `send_signing_code`. Nobody can switch this mail off: without it nothing is accepted. */
export function signingJobs(deps: {
  /** Pool of the role hamla_jobs. */
  pool: pg.Pool;
  mailer: Mailer;
  clock: Clock;
  secrets: Secrets;
  siteUrl: () => string;
}): Record<'send_signing_code', JobHandler> {
  return {
    send_signing_code: async (payload) => {
      const { code_id } = payloadSchema.parse(payload);
      const now = deps.clock.now();
      const found: FoundCode | null = await callFunction(deps.pool, 'read_signing_code', {
        code_id,
        now,
      });
      // It is used or expired: nothing to send.
      if (!found) return;
      const { email, language, ticket_number } = found;
      const siteUrl = deps.siteUrl();
      const code = signingCode(deps.secrets, code_id);
      await deps.mailer.send({
        message_id: `<${code_id}@${new URL(siteUrl).hostname}>`,
        to: email,
        ...renderSigningCodeMail({ code, ticket_number, siteUrl }, language),
      });
    },
  };
}

/** The code's mail: subject, HTML and plain text. */
const renderSigningCodeMail = (told: Told, language: Language) =>
  renderMail(wordsIn[language](told), language);

const wordsIn: Record<Language, (told: Told) => MailWords> = {
  en: ({ code, ticket_number, siteUrl }) => ({
    subject: `Your code to accept the documents of ${ticket_number}`,
    paragraphs: [
      `Enter this code to accept the financing documents of ticket ${isolated(ticket_number)} for your company:`,
      isolated(code),
      `It works once, for ${SIGNING_CODE_MINUTES} minutes. We never ask for it by phone or message.`,
    ],
    action: { label: 'Go to the documents', url: `${siteUrl}/tickets/${ticket_number}/documents` },
    footnote:
      'If you are not accepting anything, tell nobody this code, change your password and write to us at once:',
    contact: `${siteUrl}/#contact`,
  }),
  ar: ({ code, ticket_number, siteUrl }) => ({
    subject: `رمز قبول مستندات الطلب ${ticket_number}`,
    paragraphs: [
      `أدخل هذا الرمز لقبول مستندات طلب التمويل ${isolated(ticket_number)} عن شركتك:`,
      isolated(code),
      `يُستخدم الرمز مرة واحدة خلال ${SIGNING_CODE_MINUTES} دقائق. لا نطلبه منك أبدًا بمكالمة أو رسالة.`,
    ],
    action: { label: 'الذهاب إلى المستندات', url: `${siteUrl}/tickets/${ticket_number}/documents` },
    footnote:
      'إذا لم تكن أنت من يقبل المستندات فلا تُطلع أحدًا على هذا الرمز، وغيّر كلمة مرورك، وتواصل معنا فورًا:',
    contact: `${siteUrl}/ar#contact`,
  }),
};
