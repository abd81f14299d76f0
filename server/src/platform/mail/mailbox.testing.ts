import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

import { SMTPServer } from 'smtp-server';

import { partOf } from './sent-mail.testing.ts';

/** A mail server of tests, and the newest code of six digits that came to each address. */
export interface Mailbox {
  url: string;
  codes: Map<string, string>;
  close: () => void;
}

/** Opens a mail server without TLS. */
export async function openMailbox(): Promise<Mailbox> {
  const codes = new Map<string, string>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: (stream, { envelope }, done) => {
      let source = '';
      stream.setEncoding('utf8').on('data', (part: string) => (source += part));
      stream.on('end', () => {
        const code = /^\u2066?(\d{6})\u2069?$/m.exec(partOf(source))?.[1];
        for (const { address } of envelope.rcptTo) if (code) codes.set(address, code);
        done();
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return { codes, url: `smtp://127.0.0.1:${port}`, close: () => server.close() };
}
