import { afterEach, describe, expect, test, vi } from 'vitest';
import { errorFromResponse, fieldMessage, messageOf, offlineError, ownWords } from './api-error.ts';
import { call, download, operationUrl } from './call.ts';
import { startTimeout } from './request-timeout.ts';

test('parameters and query of an operation are put into its address, absent ones left out', () => {
  expect(operationUrl('/api/tickets/:id/approve', { id: 'a b/c' })).toBe(
    '/api/tickets/a%20b%2Fc/approve',
  );
  expect(operationUrl('/api/tickets', {}, { group: 'current', cursor: undefined })).toBe(
    '/api/tickets?group=current',
  );
});

test('a refusal keeps its code, its words and the fields it is about', () => {
  const error = errorFromResponse(
    422,
    'application/problem+json',
    JSON.stringify({
      code: 'validation_failed',
      message: 'Some fields need your attention.',
      fields: [{ field: 'phone', message: 'Enter a Saudi phone number.' }],
    }),
  );
  expect([error.code, error.status]).toEqual(['validation_failed', 422]);
  expect(fieldMessage(error, 'phone')).toBe('Enter a Saudi phone number.');
  expect(fieldMessage(error, 'email')).toBeUndefined();
});

const documentIn = (lang: string) => vi.stubGlobal('document', { documentElement: { lang } });
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test.each([
  ['an empty body', 'text/plain', ''],
  ['{}', 'application/json', '{}'],
  ['null', 'application/json', 'null'],
  ['a proxy’s page', 'text/html', '<html><h1>504 Gateway Time-out</h1></html>'],
  ['a page that looks like ours', 'text/html', '{"code":"busy","message":"Gateway busy"}'],
])('%s is not the product’s own, and the screen says its own words', (_, type, text) => {
  documentIn('en');
  const error = errorFromResponse(504, type, text);
  expect([error.code, error.status]).toEqual(['unanswered', 504]);
  expect(messageOf(error, 'Failed to save profile')).toBe('Failed to save profile');
  expect(messageOf(error)).toBe('An error occurred. Please try again.');
});

test('a failure without a response is reported in the language of the screen', () => {
  documentIn('en');
  expect(offlineError().message).toContain('You appear to be offline.');
  documentIn('ar');
  expect(offlineError().message).toContain('يبدو أنك غير متصل بالإنترنت.');
  expect(messageOf(errorFromResponse(502, '', ''))).toBe(ownWords.ar.failed);
  expect(Object.values(ownWords.ar).join(' ')).not.toMatch(/[A-Za-z]/);
});

test('a failure without words gets the words of the situation', () => {
  expect(messageOf(null, 'Failed to set role')).toBe('Failed to set role');
  expect(messageOf(new Error('Too many attempts.'), 'unused')).toBe('Too many attempts.');
});

describe('an answer that never comes', () => {
  /** A connection that never answers: nothing arrives, or only the headers. */
  const deadLine = (after: 'nothing' | 'headers') =>
    vi.stubGlobal('fetch', async (_: string, { signal }: { signal: AbortSignal }) => {
      const aborted = new Promise<never>((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason as Error)),
      );
      if (after === 'nothing') return aborted;
      return { ok: true, status: 200, text: () => aborted };
    });

  test.each(['nothing', 'headers'] as const)(
    'is given up after forty seconds, when there were %s',
    async (after) => {
      vi.useFakeTimers();
      documentIn('en');
      vi.stubGlobal('window', {});
      deadLine(after);
      const asked = call('company_dashboard').catch((error: unknown) => error);
      await vi.advanceTimersByTimeAsync(39_999);
      expect(vi.getTimerCount()).toBe(1);
      await vi.advanceTimersByTimeAsync(1);
      expect(await asked).toMatchObject({ code: 'offline', status: 0 });
      expect(vi.getTimerCount()).toBe(0);
    },
  );

  test('is waited for ten minutes where it is a file', async () => {
    vi.useFakeTimers();
    documentIn('en');
    vi.stubGlobal('window', {});
    deadLine('nothing');
    const asked = download('list_companies', { query: {} }).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(599_999);
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await asked).toMatchObject({ code: 'offline' });
  });

  test('gets the full timeout again after each received byte', async () => {
    vi.useFakeTimers();
    const waiting = startTimeout(1_000);
    for (let n = 0; n < 3; n += 1) {
      await vi.advanceTimersByTimeAsync(999);
      waiting.renew();
    }
    expect(waiting.signal.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(waiting.signal.aborted).toBe(true);
  });

  test('ends with what its caller says when the caller gives up before', async () => {
    vi.useFakeTimers();
    documentIn('en');
    vi.stubGlobal('window', {});
    deadLine('nothing');
    const caller = new AbortController();
    const asked = call('company_dashboard', { signal: caller.signal }).catch((e: unknown) => e);
    await vi.advanceTimersByTimeAsync(1);
    caller.abort(new Error('the screen was left'));
    expect(await asked).toMatchObject({ message: 'the screen was left' });
    expect(vi.getTimerCount()).toBe(0);
  });
});
