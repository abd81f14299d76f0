import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startHeartbeat } from './events.http.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a live stream beats every 25 seconds until it is closed, by comments that no reader takes for an event', () => {
  const written: string[] = [];
  const stop = startHeartbeat((text) => written.push(text));
  vi.advanceTimersByTime(24_999);
  expect(written).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(written).toHaveLength(1);
  vi.advanceTimersByTime(50_000);
  expect(written).toHaveLength(3);
  for (const beat of written) expect(beat).toMatch(/^:.*\n\n$/);
  stop();
  vi.advanceTimersByTime(100_000);
  expect(written).toHaveLength(3);
});
