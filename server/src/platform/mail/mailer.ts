import { access, constants, mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Mailer } from './mail.ts';
import type { Settings } from '../config/settings.ts';

/** Where mail goes without `SMTP_URL`. */
export const outboxDirectory = (settings: Pick<Settings, 'dataDir'>) =>
  join(settings.dataDir, 'outbox');

interface OpenMailer extends Mailer {
  /** Rejects when mail could not be sent now: signs in to the mail server, or looks at the outbox. Sends nothing. */
  probe(): Promise<void>;
  close(): void;
}

/** A mail server that says nothing for so long is away: the job tries again later, and a shutdown need not wait. */
const PATIENCE_MS = 8_000;

/** The mail server did not encrypt the connection, so nothing was sent: neither the password nor the mail. */
class TlsMissing extends Error {
  constructor(cause: unknown, hasPassword: boolean) {
    super(
      'The mail server of SMTP_URL does not encrypt the connection with STARTTLS, so the mail was not sent. Use a server ' +
        `that does, or smtps://, or set SMTP_TLS=${hasPassword ? 'password-in-clear' : 'optional'} to send ` +
        `${hasPassword ? 'password and mail' : 'mail'} that others on the way can read.`,
      { cause },
    );
    this.name = 'TlsMissing';
  }
}

/** Whether the server knows or wants no STARTTLS. A certificate that does not fit is another error, which says so itself. */
const isTlsMissing = (error: unknown): boolean =>
  error instanceof Error &&
  /^(Error upgrading connection with STARTTLS|EHLO failed but HELO)/.test(error.message);

/** The address alone: SMTP_TLS decides about encryption, so options of nodemailer in the address do not. */
function withoutTlsWishes(smtpUrl: string): string {
  const url = new URL(smtpUrl);
  for (const option of ['requireTLS', 'ignoreTLS', 'opportunisticTLS', 'secure'])
    url.searchParams.delete(option);
  return url.href;
}

const ownMachine = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Whether the connection must be encrypted: a password goes in the clear to this machine alone, unless it is meant. */
function needsTls(smtpUrl: string, smtpTls: Settings['smtpTls']): boolean {
  const { username, hostname } = new URL(smtpUrl);
  return (
    smtpTls === 'required' ||
    (smtpTls === 'optional' && username !== '' && !ownMachine.test(hostname))
  );
}

/** As one address, whatever stands in it: a text would be read as a list of addresses with names. */
const oneAddress = (address: string) => ({ name: '', address });

/**
 * Mail by SMTP where `SMTP_URL` is set; else one `.eml` file a message in the outbox folder, named after its stable
 * Message-ID, so that a second delivery replaces the first.
 */
export async function openMailer(
  settings: Pick<Settings, 'mailFrom' | 'smtpUrl' | 'smtpTls' | 'dataDir'>,
  patienceMs = PATIENCE_MS,
): Promise<OpenMailer> {
  const { createTransport } = await import('nodemailer');
  const from = settings.mailFrom;
  if (settings.smtpUrl) {
    const isTlsRequired = needsTls(settings.smtpUrl, settings.smtpTls);
    const hasPassword = new URL(settings.smtpUrl).username !== '';
    const explain = (error: unknown): never => {
      throw isTlsRequired && isTlsMissing(error) ? new TlsMissing(error, hasPassword) : error;
    };
    const transport = createTransport({
      url: withoutTlsWishes(settings.smtpUrl),
      requireTLS: isTlsRequired,
      connectionTimeout: patienceMs,
      greetingTimeout: patienceMs,
      socketTimeout: patienceMs,
      dnsTimeout: patienceMs,
    });
    return {
      close: () => transport.close(),
      probe: async () => void (await transport.verify().catch(explain)),
      send: async ({ message_id, to, ...mail }) => {
        await transport
          .sendMail({ from, to: oneAddress(to), messageId: message_id, ...mail })
          .catch(explain);
      },
    };
  }
  const directory = outboxDirectory(settings);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return {
    close: () => transport.close(),
    probe: () => access(directory, constants.W_OK),
    send: async ({ message_id, to, ...mail }) => {
      const { message } = await transport.sendMail({
        from,
        to: oneAddress(to),
        messageId: message_id,
        ...mail,
      });
      const file = join(
        directory,
        `${message_id.replace(/[^\w.@-]/g, '_').replace(/^_|_$/g, '')}.eml`,
      );
      await writeFile(`${file}.part`, message as Buffer, { mode: 0o600 });
      await rename(`${file}.part`, file);
    },
  };
}
