import { afterEach, expect, test, vi } from 'vitest';
import { saveText } from './save-text.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('a saved file can be fetched for a minute, in which some browsers ask the person first, and no longer', async () => {
  vi.useFakeTimers();
  let saved = '';
  const link = { href: '', click: () => void (saved = link.href), remove: () => {} };
  vi.stubGlobal('document', { createElement: () => link, body: { append: () => {} } });
  saveText('codes.txt', 'one');
  await vi.advanceTimersByTimeAsync(59_000);
  expect(await (await fetch(saved)).text()).toBe('one');
  await vi.advanceTimersByTimeAsync(1_000);
  await expect(fetch(saved)).rejects.toThrow('fetch failed');
});
