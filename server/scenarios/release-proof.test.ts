import { afterAll, beforeAll, expect, test } from 'vitest';
import { refusal } from '../testing/refusals.ts';
import { startProduct, type Product } from '../testing/product.ts';
import { fingerprint, makeFixture, type Fixture } from '../testing/requests.ts';

/** Money is released only by a session that has shown an existing factor within the last ten minutes. */

let product: Product;
let fixture: Fixture;
beforeAll(async () => {
  product = await startProduct('2026-03-10T06:00:00Z');
  fixture = await makeFixture(product);
});
afterAll(() => product.close());

/** As if the session of the staff who release had shown its factor so long ago; null: never, or only at its enrolment. */
const proveFactor = (minutesAgo: number | null) =>
  product.rows(
    `update auth.sessions set factor_proven_at = $2::timestamptz - make_interval(mins => $3) where user_id = $1`,
    [fixture.staff.user_id, product.clock.now(), minutesAgo],
  );

/** A refund that another person has asked for. */
async function refundRequest(): Promise<string> {
  const { id } = await fixture.otherStaff.call('refund_credit', {
    params: { id: fixture.payment_id },
    body: { amount_sar: '0.01', to: 'company', reason: 'They asked for it', despite_report: true },
  });
  return id;
}

test.each([
  ['approve_request', refundRequest],
  ['release_payout_run', async () => fixture.draft_run_id],
] as const)(
  '%s is refused without a fresh code, succeeds with one under the same key, and repeats its reply without one',
  async (operation, subject) => {
    const params = { id: await subject() };
    const send = () => fixture.staff.send(operation, { params, key: `proof-${operation}` });
    await product.settled();
    const before = await fingerprint(product);
    for (const minutes of [null, 10, 60]) {
      await proveFactor(minutes);
      expect(await refusal(send())).toEqual([403, 'factor_proof_required']);
    }
    expect(await fingerprint(product)).toBe(before);
    await proveFactor(9);
    const done = await send();
    expect(done.status).toBe(200);
    await proveFactor(null);
    expect(await send()).toEqual(done);
  },
);

test('an operation that releases no money needs no fresh code: requesting a write-off or a refund, a file of a released run', async () => {
  await proveFactor(null);
  const file = await fixture.staff.send('make_payout_file', {
    params: { id: fixture.draft_run_id },
  });
  expect(file.status).toBe(200);
  const { id } = fixture.active;
  const written = await fixture.staff.send('write_off_ticket', {
    params: { id },
    body: { reason: 'Insolvent' },
  });
  expect(written.text).not.toContain('factor_proof_required');
  const refund = await fixture.staff.send('refund_credit', {
    params: { id: fixture.payment_id },
    body: { amount_sar: '0.01', to: 'company', reason: 'They asked for it', despite_report: true },
  });
  expect(refund.text).not.toContain('factor_proof_required');
});
