import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sandboxBureau } from './sandbox-bureau.ts';

const { signal } = new AbortController();

test('the sandbox gives a number the same score each time, within its range', async () => {
  await fc.assert(
    fc.asyncProperty(fc.stringMatching(/^[0-9]{6}[1-9]{4}$/), async (cr_number) => {
      const { score, max_score } = await sandboxBureau.enquire(cr_number, signal);
      expect(score).toBeGreaterThanOrEqual(300);
      expect(score).toBeLessThanOrEqual(max_score);
      expect(await sandboxBureau.enquire(cr_number, signal)).toEqual({ score, max_score });
    }),
  );
});

test('the sandbox is a test by its own word', () => {
  expect(sandboxBureau.isTest).toBe(true);
});
