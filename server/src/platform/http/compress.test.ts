import { gunzipSync } from 'node:zlib';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { buildHttp } from './http.ts';

test('a long reply of the product API is compressed for whoever takes it, a short one for nobody', async () => {
  const log = pino({ level: 'silent' });
  const app = await buildHttp({ log, trustProxy: false, https: false });
  const rows = Array.from({ length: 200 }, (_, row) => ({ ticket_number: `T-${row}` }));
  app.get('/api/long', { schema: { hide: true } }, () => rows);
  app.get('/api/short', { schema: { hide: true } }, () => ({ ok: true }));
  const ask = (url: string, accepts: string) =>
    app.inject({ url, headers: { 'accept-encoding': accepts } });

  const small = await ask('/api/long', 'gzip, br');
  expect(small.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
  expect(JSON.parse(gunzipSync(small.rawPayload).toString())).toEqual(rows);
  expect(small.rawPayload.length).toBeLessThan(JSON.stringify(rows).length / 3);

  const plain = await ask('/api/long', 'gzip;q=0');
  expect(plain.headers).not.toHaveProperty('content-encoding');
  expect(plain.headers.vary).toBe('Accept-Encoding');
  expect(plain.json()).toEqual(rows);
  expect((await ask('/api/short', 'gzip')).headers).not.toHaveProperty('content-encoding');
  await app.close();
});
