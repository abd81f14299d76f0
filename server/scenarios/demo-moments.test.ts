/** @module-tag proof/reliability */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { demoAgencies, demoCompanies, demoPassword, demoStaff } from '#server/demo/people.ts';
import { startServerProcess } from '../testing/server-process.ts';

/** Fills the demo, has one person of each kind sign in, and stops it. */
async function openDemo(env: Record<string, string>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'hamla-demo-'));
  await chmod(folder, 0o755);
  const demo = startServerProcess(folder, env, ['server/testing/demo-process.ts']);
  try {
    const url = await demo.open;
    for (const { email } of [demoCompanies[0]!, demoAgencies[0]!, demoStaff[0]]) {
      const response = await fetch(`${url}/auth/v1/token?grant_type=password`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password: demoPassword }),
      });
      expect([email, response.status]).toEqual([email, 200]);
    }
  } finally {
    demo.child.kill('SIGTERM');
    const ended = await demo.ended;
    await rm(folder, { recursive: true, force: true });
    expect(ended).toEqual({ code: 0, signal: null, err: '' });
  }
}

/** The hours of the night, midnight in Riyadh, the ends of months and years, a leap day, a Friday. */
const moments = [
  '2026-11-29T02:05:00Z',
  '2026-11-29T22:30:00Z',
  '2026-11-27T11:00:00Z',
  '2026-12-01T09:00:00Z',
  '2026-10-31T12:00:00Z',
  '2028-02-29T10:00:00Z',
  '2027-02-28T18:30:00Z',
  '2027-03-01T20:58:00Z',
  '2026-12-31T21:01:00Z',
  '2027-01-01T00:00:00Z',
  '2026-08-31T15:45:00Z',
  '2027-06-15T05:17:00Z',
];

test.concurrent.each(moments)(
  'the demo opens when it is started at %s',
  { timeout: 3_600_000 },
  async (moment) => {
    await expect(openDemo({ DEMO_START: moment })).resolves.toBeUndefined();
  },
);

test.concurrent(
  'the demo opens though each reply comes 300 ms late',
  { timeout: 7_200_000 },
  async () => {
    await expect(openDemo({ DEMO_DELAY_MS: '300' })).resolves.toBeUndefined();
  },
);
