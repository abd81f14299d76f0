import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError, messageOf, ownWords } from './api-error.ts';
import { call } from './call.ts';
import { isWriting, onUnknownOutcome } from './outcome.ts';

/** What a proxy, or the product, sends; `cut` ends the connection without a response. */
type Response = { status: number; type?: string; text?: string } | 'cut';

let server: Server;
let responses: Response[];
let keys: (string | undefined)[];

const html = (status: number): Response => ({
  status,
  type: 'text/html',
  text: `<html><body><h1>${status}</h1></body></html>`,
});
const problem = (status: number, code: string, message: string): Response => ({
  status,
  type: 'application/problem+json',
  text: JSON.stringify({ code, message, status }),
});
const role: Response = { status: 200, type: 'application/json', text: '{"role":"agency"}' };
const ticket: Response = { status: 200, type: 'application/json', text: '{"id":"1"}' };

beforeEach(async () => {
  [responses, keys] = [[], []];
  server = createServer((request, reply) => {
    keys.push(request.headers['idempotency-key'] as string | undefined);
    request.resume().on('end', () => {
      const next = responses.shift()!;
      if (next === 'cut') return request.socket.destroy();
      reply.writeHead(next.status, next.type ? { 'content-type': next.type } : {}).end(next.text);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const send = fetch;
  vi.stubGlobal('fetch', (path: string, init: RequestInit) =>
    send(`http://127.0.0.1:${port}${path}`, init),
  );
  vi.stubGlobal('document', { documentElement: { lang: 'en' } });
  vi.stubGlobal('window', {});
  // The pause before the second attempt passes at once; nothing else waits here.
  const real = setTimeout;
  vi.stubGlobal('setTimeout', (work: () => void, ms: number) => real(work, ms === 1_000 ? 0 : ms));
});
afterEach(async () => {
  vi.unstubAllGlobals();
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
});

const approve = (idempotencyKey = 'the key') =>
  call('approve_ticket', { params: { id: '1' }, idempotencyKey }).catch((error: unknown) => error);

test('a write counts as on its way until its outcome is known', async () => {
  responses = [html(502), html(502), ticket];
  const asked = approve();
  expect(isWriting()).toBe(true);
  expect(await asked).toMatchObject({ code: 'outcome_unknown' });
  expect(isWriting()).toBe(true);
  expect(await approve()).toEqual({ id: '1' });
  expect(isWriting()).toBe(false);
});

const lost: [string, Response][] = [
  ['an empty body', { status: 200, type: 'application/json', text: '' }],
  ['{}', { status: 200, type: 'application/json', text: '{}' }],
  ['{} and 500', { status: 500, type: 'application/json', text: '{}' }],
  ['HTML of 200', html(200)],
  ['HTML of 429', html(429)],
  ['HTML of 502', html(502)],
  ['HTML of 504', html(504)],
  ['an empty 503', { status: 503 }],
  ['a connection that is cut', 'cut'],
  ['our own outcome_unknown', problem(503, 'outcome_unknown', 'We cannot tell.')],
  ['our own unexpected_failure', problem(500, 'unexpected_failure', 'Something went wrong.')],
];

test.each(lost)(
  'after %s a write is sent once more under its key, and what the product then says counts',
  async (_, first) => {
    responses = [first, ticket];
    expect(await approve()).toEqual({ id: '1' });
    responses = [first, problem(409, 'ticket_not_pending', 'Already answered.')];
    expect(await approve()).toMatchObject({ code: 'ticket_not_pending' });
    expect(keys).toEqual(['the key', 'the key', 'the key', 'the key']);
  },
);

test.each(lost.slice(0, -1))(
  'after %s twice stands the sentence of the screen, and on a second line what is known of the outcome',
  async (_, response) => {
    responses = [response, response];
    const words = { sentence: 'Failed to save profile', unknown: 'It may have arrived.' };
    const isRefused = typeof response === 'object' && response.status === 429;
    const lines = isRefused ? [words.sentence] : Object.values(words);
    expect(messageOf(await approve(), words).split('\n')).toEqual(lines);
  },
);

test('without a connection the second line says so', async () => {
  vi.stubGlobal('navigator', { onLine: false });
  responses = ['cut'];
  const words = { sentence: 'Failed to save profile', unknown: 'It may have arrived.' };
  expect(messageOf(await approve(), words)).toBe(`${words.sentence}\n${ownWords.en.offline}`);
});

test.each([
  ['two empty responses of 200', [{ status: 200 }, { status: 200, text: '{}' }], true],
  ['an empty 200 before a proxy’s page', [{ status: 200 }, html(504)], true],
  ['two proxies’ pages', [html(504), html(504)], false],
] as [string, Response[], boolean][])(
  'after %s what is so is read, and counts',
  async (_, next, isEmpty) => {
    const readBack = vi.fn().mockResolvedValue({ role: 'agency' });
    const choose = () => call('upsert_user_role', { body: { role: 'agency' }, readBack });
    responses = [...next];
    expect(await choose()).toEqual({ role: 'agency' });
    expect(readBack).toHaveBeenCalledExactlyOnceWith(isEmpty);
    // Known: the next request speaks for itself.
    responses = [problem(503, 'unavailable', 'Nothing was changed.')];
    await expect(choose()).rejects.toMatchObject({ code: 'unavailable' });
    for (const failed of [() => Promise.resolve(null), () => Promise.reject(new Error('lost'))]) {
      readBack.mockImplementationOnce(failed);
      responses = [...next];
      await expect(choose()).rejects.toMatchObject({ code: 'outcome_unknown' });
    }
  },
);

test.each([
  ['HTML of 504', html(504)],
  ['a connection that is cut', 'cut' as const],
  ['the product’s own 503, which says that nothing was changed', problem(503, 'unavailable', 'x')],
  ['the end of the session', problem(401, 'session_not_found', 'Your session has ended.')],
  ['HTML of 429', html(429)],
])(
  'where the second attempt ends with %s it is said that the outcome is not known',
  async (_, second) => {
    const heard = vi.fn();
    onUnknownOutcome(heard);
    responses = [html(504), second];
    expect(await approve()).toMatchObject({
      code: 'outcome_unknown',
      message: ownWords.en.unknown,
    });
    expect(responses).toEqual([]);
    expect(heard).toHaveBeenCalledOnce();
  },
);

test('while it is unknown whether a write was made, a busy server’s 503 does not say that nothing was changed', async () => {
  const busy = problem(503, 'unavailable', 'Nothing was changed.');
  responses = [html(504), html(502), busy, busy];
  expect(await approve()).toMatchObject({ code: 'outcome_unknown' });
  expect(await approve()).toMatchObject({ code: 'outcome_unknown' });
  responses = [busy, ticket];
  expect(await approve()).toEqual({ id: '1' });

  // Known again: the next request of this key speaks for itself, and so does another key from the beginning.
  responses = [busy, busy];
  expect(await approve()).toMatchObject({ code: 'unavailable' });
  responses = [html(504), html(502), busy];
  expect(await approve()).toMatchObject({ code: 'outcome_unknown' });
  expect(await approve('another key')).toMatchObject({ code: 'unavailable' });

  responses = [problem(409, 'ticket_not_pending', 'Already answered.'), busy];
  expect(await approve()).toMatchObject({ code: 'ticket_not_pending' });
  expect(await approve()).toMatchObject({ code: 'unavailable' });
});

test("a failure of both attempts without a message uses the screen's message", async () => {
  responses = [html(429), html(429)];
  const error = await approve();
  expect(error).toMatchObject({ code: 'unanswered', message: '', status: 429 });
});

test('a refusal in the product’s own words is not sent again', async () => {
  for (const [status, code] of [
    [409, 'ticket_not_pending'],
    [503, 'unavailable'],
    [401, 'session_not_found'],
  ] as const) {
    responses = [problem(status, code, 'No.')];
    expect(await approve()).toMatchObject({ code, message: 'No.' });
  }
  expect(keys).toHaveLength(3);
});

test('a device that knows that it is offline has sent nothing, and does not send again', async () => {
  vi.stubGlobal('navigator', { onLine: false });
  responses = ['cut'];
  expect(await approve()).toMatchObject({ code: 'offline', message: ownWords.en.offline });
  expect(keys).toHaveLength(1);
});

test('a write that does the same when it is sent twice needs no key', async () => {
  responses = [html(502), role];
  expect(await call('upsert_user_role', { body: { role: 'agency' } })).toEqual({ role: 'agency' });
  responses = [html(504), problem(404, 'not_found', 'Not found.')];
  await expect(call('discard_upload', { params: { id: '1' } })).rejects.toThrow('Not found.');
  expect(keys).toHaveLength(4);
});

test('a read, and a link that is made on each call, are not sent again', async () => {
  responses = [html(502)];
  await expect(call('company_dashboard')).rejects.toMatchObject({ code: 'unanswered' });
  responses = [html(502)];
  const body = { store: 'ticket-invoices' as const, path: 'x' };
  await expect(call('create_download_link', { body })).rejects.toMatchObject({ status: 502 });
  expect(keys).toHaveLength(2);
});

test('a caller that gives up meanwhile causes no second attempt', async () => {
  const left = new AbortController();
  responses = [html(504)];
  const asked = call('approve_ticket', {
    params: { id: '1' },
    idempotencyKey: 'the key',
    signal: left.signal,
  });
  left.abort(new Error('the screen was left'));
  await expect(asked).rejects.toThrow('the screen was left');
  expect(keys.length).toBeLessThan(2);
});

test('an unknown outcome claims nothing, in either language', () => {
  for (const { unknown, failed, offline } of Object.values(ownWords)) {
    for (const words of [unknown, failed, offline]) {
      expect(words).not.toMatch(/nothing was|لم يتغير|لم يُرسل/i);
    }
  }
  expect(new ApiError({ code: 'unanswered', message: '', status: 0 }).message).toBe('');
});
