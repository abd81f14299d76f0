import { once } from 'node:events';
import { createConnection, type AddressInfo, type Socket } from 'node:net';
import { finished, type Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { buildHttp } from './http.ts';

test('a JSON body that trickles in is cut off; an upload may take its time', async () => {
  const log = pino({ level: 'silent' });
  const options = { log, trustProxy: false, https: false, bodyMs: 200 };
  const app = await buildHttp(options);
  app.addContentTypeParser('multipart/form-data', async (_request: unknown, payload: Readable) =>
    text(payload),
  );
  const schema = { hide: true, consumes: ['multipart/form-data'] };
  app.post('/upload', { schema }, ({ body }) => ({ body }));
  app.post('/json', { schema: { hide: true } }, () => ({}));
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;

  const begin = async (path: string, type: string) => {
    const seen = once(app.server, 'request');
    const socket = createConnection(port, '127.0.0.1').on('error', () => undefined);
    socket.write(
      `POST ${path} HTTP/1.1\r\nhost: hamla\r\nconnection: close\r\ncontent-type: ${type}\r\ncontent-length: 4000\r\n\r\n`,
    );
    await seen;
    return socket;
  };
  const upload = await begin('/upload', 'multipart/form-data; boundary=b');
  await trickleUntilClosed(await begin('/json', 'application/json'));
  // It began before the other and has outlived its limit.
  upload.write('x'.repeat(4000));
  expect(await text(upload)).toMatch(/^HTTP\/1.1 200 /);
  await app.close();
});

function trickleUntilClosed(socket: Socket): Promise<void> {
  const drops = setInterval(() => socket.write(' '), 20);
  socket.resume();
  return new Promise((resolve) => {
    finished(socket, () => {
      clearInterval(drops);
      resolve();
    });
  });
}
