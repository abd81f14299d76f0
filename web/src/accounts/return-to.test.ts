import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { consumeReturnTo, saveReturnTo } from './return-to.ts';

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test.each([
  ['/payments/received', null],
  ['/payments/requests', null],
  ['/settings', null],
  ['/dashboard/company?new-ticket', null],
  ['/tickets/HM-100001', '/tickets/HM-100001'],
  ['/payments/received?status=reversed', '/payments/received?status=reversed'],
])('a visitor who asked for %s is led after the log-in to %s', (asked, led) => {
  saveReturnTo(asked, null);
  expect(consumeReturnTo('noura')).toBe(led);
  expect(consumeReturnTo('noura')).toBeNull();
});
