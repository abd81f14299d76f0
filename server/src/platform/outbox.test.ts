import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openMailer } from './outbox.ts';
import { readSettings } from './settings.ts';

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'hamla-mail-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const mail = {
  message_id: '<0199-confirm@hamla.sa>',
  to: 'sara@najd.example',
  subject: 'أكّدي بريدك',
  text: 'افتحي الرابط',
  html: '<p>افتحي الرابط</p>',
};

test('with SMTP_URL a message reaches the mail server, signed in, under its stable Message-ID', async () => {
  const received: { to: string[]; from: string; source: string }[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password }, _session, done) =>
      username === 'hamla' && password === 'pass word'
        ? done(null, { user: 'hamla' })
        : done(new Error('wrong')),
    onData: (stream, { envelope }, done) => {
      let source = '';
      stream.setEncoding('utf8').on('data', (part: string) => (source += part));
      stream.on('end', () => {
        received.push({
          to: envelope.rcptTo.map(({ address }) => address),
          from: envelope.mailFrom ? envelope.mailFrom.address : '',
          source,
        });
        done();
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  try {
    const { port } = server.server.address() as AddressInfo;
    const SMTP_URL = `smtp://hamla:pass%20word@127.0.0.1:${port}`;
    const mailer = await openMailer(readSettings({ SMTP_URL, DATA_DIR: dataDir }));
    await mailer.send(mail);
    expect(received).toHaveLength(1);
    expect(received[0]).toMatchObject({ to: ['sara@najd.example'], from: 'no-reply@hamla.sa' });
    expect(received[0]!.source).toContain('Message-ID: <0199-confirm@hamla.sa>');
  } finally {
    await new Promise<void>((resolve) => server.close(() => resolve()));
  }
});

test('a mail server that cannot be reached rejects, so that the job is tried again', async () => {
  const mailer = await openMailer(
    readSettings({ SMTP_URL: 'smtp://127.0.0.1:9', DATA_DIR: dataDir }),
  );
  await expect(mailer.send(mail)).rejects.toThrow(/ECONNREFUSED/);
});

test('without SMTP_URL a message is one file of the outbox, and a second delivery replaces it', async () => {
  const mailer = await openMailer(readSettings({ DATA_DIR: dataDir }));
  await mailer.send(mail);
  await mailer.send(mail);
  const files = await readdir(join(dataDir, 'outbox'));
  expect(files).toEqual(['0199-confirm@hamla.sa.eml']);
  expect(await readFile(join(dataDir, 'outbox', files[0]!), 'utf8')).toContain(
    'To: sara@najd.example',
  );
});

test('a mail server that never speaks is given up on', async () => {
  const sockets: Socket[] = [];
  const server = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const smtpUrl = `smtp://127.0.0.1:${port}`;
  const mailer = await openMailer({ mailFrom: 'hamla@example.sa', smtpUrl, dataDir }, 50);
  // Of its two limits, the one for the greeting and the one for the silence, either may come first.
  await expect(mailer.send(mail)).rejects.toThrow(/greeting never received|timeout/i);
  mailer.close();
  sockets.forEach((socket) => socket.destroy());
  server.close();
});
