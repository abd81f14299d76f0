import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openMailer } from './mailer.ts';
import { readSettings } from '../config/settings.ts';
import { explainMailFault } from '../config/startup-errors.ts';

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

interface Received {
  to: string[];
  from: string;
  source: string;
  isEncrypted: boolean;
}

/** A real mail server, which takes one sign-in. Its certificate is its own. */
async function openMailServer(options: SMTPServerOptions) {
  const received: Received[] = [];
  const signedIn: string[] = [];
  const server = new SMTPServer({
    ...options,
    onAuth: ({ username, password }, _session, done) => {
      signedIn.push(String(username));
      return username === 'hamla' && password === 'pass word'
        ? done(null, { user: 'hamla' })
        : done(new Error('wrong'));
    },
    onData: (stream, { envelope, secure }, done) => {
      let source = '';
      stream.setEncoding('utf8').on('data', (part: string) => (source += part));
      stream.on('end', () => {
        received.push({
          to: envelope.rcptTo.map(({ address }) => address),
          from: envelope.mailFrom ? envelope.mailFrom.address : '',
          source,
          isEncrypted: secure,
        });
        done();
      });
    },
  });
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    received,
    signedIn,
    address: `hamla:pass%20word@127.0.0.1:${port}`,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

const sendBy = async (environment: Record<string, string>) => {
  const mailer = await openMailer(readSettings({ DATA_DIR: dataDir, ...environment }));
  await mailer.send(mail).finally(() => mailer.close());
};
/** The test server's certificate is of no authority that anybody trusts. */
const trusting = 'tls.rejectUnauthorized=false';

test('with SMTP_URL a message reaches the mail server, signed in, under its stable Message-ID', async () => {
  await using server = await openMailServer({});
  await sendBy({ SMTP_URL: `smtp://${server.address}?${trusting}` });
  expect(server.received).toHaveLength(1);
  expect(server.received[0]).toMatchObject({
    to: ['sara@najd.example'],
    from: 'no-reply@hamla.sa',
  });
  expect(server.received[0]!.source).toContain('Message-ID: <0199-confirm@hamla.sa>');
});

test('with smtp:// a message goes out over a connection that STARTTLS has encrypted', async () => {
  await using server = await openMailServer({});
  await sendBy({ SMTP_URL: `smtp://${server.address}?${trusting}` });
  expect(server.received).toMatchObject([{ isEncrypted: true }]);
});

test('with smtps:// a message goes out over a connection that is encrypted from its start', async () => {
  await using server = await openMailServer({ secure: true });
  await sendBy({ SMTP_URL: `smtps://${server.address}?${trusting}` });
  expect(server.received).toMatchObject([{ isEncrypted: true }]);
});

test.each(['', '?ignoreTLS=true', '?requireTLS=false', '?opportunisticTLS=true'])(
  'a mail server without TLS is given neither password nor mail, whatever the address asks for (%s)',
  async (wishes) => {
    await using server = await openMailServer({ disabledCommands: ['STARTTLS'] });
    await expect(sendBy({ SMTP_URL: `smtp://${server.address}${wishes}` })).rejects.toThrow(
      'The mail server of SMTP_URL does not encrypt the connection with STARTTLS, so the mail was not sent.',
    );
    expect([server.signedIn, server.received]).toEqual([[], []]);
  },
);

test('with SMTP_TLS=optional a mail server without TLS is sent to in the clear', async () => {
  await using server = await openMailServer({ disabledCommands: ['STARTTLS'] });
  await sendBy({ SMTP_URL: `smtp://${server.address}`, SMTP_TLS: 'optional' });
  expect(server.received).toMatchObject([{ isEncrypted: false }]);
});

test('a password goes in the clear to this machine alone, unless SMTP_TLS=password-in-clear', async () => {
  const options = { authOptional: true, disabledCommands: ['STARTTLS'] };
  await using server = await openMailServer(options);
  // Another name of this machine, which the product does not know as such.
  const SMTP_URL = `smtp://${server.address.replace('127.0.0.1', '0.0.0.0')}`;
  await expect(sendBy({ SMTP_URL, SMTP_TLS: 'optional' })).rejects.toThrow(
    /does not encrypt .* or set SMTP_TLS=password-in-clear to send password and mail/,
  );
  expect([server.signedIn, server.received]).toEqual([[], []]);
  await sendBy({ SMTP_URL: SMTP_URL.replace(/\/\/.*@/, '//'), SMTP_TLS: 'optional' });
  await sendBy({ SMTP_URL, SMTP_TLS: 'password-in-clear' });
  expect([server.signedIn, server.received.length]).toEqual([['hamla'], 2]);
});

test('a probe signs in and says in one sentence whether a person has to change something', async () => {
  await using server = await openMailServer({ authOptional: true });
  const probe = async (SMTP_URL: string) => {
    const settings = readSettings({ DATA_DIR: dataDir, SMTP_URL });
    const mailer = await openMailer(settings);
    return mailer
      .probe()
      .then(
        () => null,
        (error: unknown) => explainMailFault(settings, error),
      )
      .finally(() => mailer.close());
  };
  const place = `the mail server at ${server.address.replace(/.*@/, '')}`;
  expect(await probe(`smtp://${server.address}?${trusting}`)).toBeNull();
  expect(server.received).toEqual([]);
  expect(await probe(`smtp://${server.address.replace('word', 'words')}?${trusting}`)).toEqual({
    words: `SMTP_URL: ${place} refuses its user or password: correct them.`,
    isLasting: true,
  });
  expect(await probe(`smtps://${server.address}`)).toEqual({
    words: `SMTP_URL: ${place} does not begin with TLS: write smtp:// instead of smtps://.`,
    isLasting: true,
  });
  expect(await probe(`smtp://${server.address}`)).toMatchObject({
    words: expect.stringMatching(/^SMTP_URL: the certificate of .* is not accepted \(.*NODE_EXTRA/),
    isLasting: true,
  });
  expect(await probe('smtp://hamla:secret@127.0.0.1:9')).toEqual({
    words:
      'SMTP_URL: the mail server at 127.0.0.1:9 cannot be used now (connect ECONNREFUSED 127.0.0.1:9). ' +
      'Mail waits and is tried again; correct the address if it is wrong.',
    isLasting: false,
  });
});

test('a mail server whose certificate nobody vouches for is given neither password nor mail', async () => {
  await using server = await openMailServer({});
  await expect(sendBy({ SMTP_URL: `smtp://${server.address}` })).rejects.toThrow(/certificate/);
  expect([server.signedIn, server.received]).toEqual([[], []]);
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
  const mailer = await openMailer(
    { mailFrom: 'hamla@example.sa', smtpUrl, smtpTls: 'required', dataDir },
    50,
  );
  // Of its two limits, the one for the greeting and the one for the silence, either may come first.
  await expect(mailer.send(mail)).rejects.toThrow(/greeting never received|timeout/i);
  mailer.close();
  sockets.forEach((socket) => socket.destroy());
  server.close();
});
