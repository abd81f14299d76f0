import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Mailer } from './mail.ts';
import type { Settings } from './settings.ts';

/** Where mail goes without `SMTP_URL`. */
export const outboxDirectory = (settings: Pick<Settings, 'dataDir'>) =>
  join(settings.dataDir, 'outbox');

export interface OpenMailer extends Mailer {
  close(): void;
}

/** A mail server that says nothing for so long is away: the job tries again later, and a shutdown need not wait. */
const PATIENCE_MS = 8_000;

/**
 * Mail by SMTP where `SMTP_URL` is set; else one `.eml` file a message in the outbox folder, named after its stable
 * Message-ID, so that a second delivery replaces the first.
 */
export async function openMailer(
  settings: Pick<Settings, 'mailFrom' | 'smtpUrl' | 'dataDir'>,
  patienceMs = PATIENCE_MS,
): Promise<OpenMailer> {
  const { createTransport } = await import('nodemailer');
  const from = settings.mailFrom;
  if (settings.smtpUrl) {
    const transport = createTransport({
      url: settings.smtpUrl,
      connectionTimeout: patienceMs,
      greetingTimeout: patienceMs,
      socketTimeout: patienceMs,
      dnsTimeout: patienceMs,
    });
    return {
      close: () => transport.close(),
      send: async ({ message_id, ...mail }) => {
        await transport.sendMail({ from, messageId: message_id, ...mail });
      },
    };
  }
  const directory = outboxDirectory(settings);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return {
    close: () => transport.close(),
    send: async ({ message_id, ...mail }) => {
      const { message } = await transport.sendMail({ from, messageId: message_id, ...mail });
      const file = join(
        directory,
        `${message_id.replace(/[^\w.@-]/g, '_').replace(/^_|_$/g, '')}.eml`,
      );
      await writeFile(`${file}.part`, message as Buffer, { mode: 0o600 });
      await rename(`${file}.part`, file);
    },
  };
}
