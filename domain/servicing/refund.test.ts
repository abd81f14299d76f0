import fc from 'fast-check';
import { expect, test } from 'vitest';
import { payoutAttemptsIn, endToEndId } from '../payouts/pain-001.ts';
import { refundEndToEndId, refundIdsIn } from './refund.ts';

const uuid = fc.uuid();

test('a bank gives the name of a refund back inside any text, in small letters or in capitals', () => {
  fc.assert(
    fc.property(uuid, fc.boolean(), (id, isUpper) => {
      const name = refundEndToEndId(id);
      expect(name.length).toBeLessThanOrEqual(35);
      const text = `Refund ${isUpper ? name.toUpperCase() : name.toLowerCase()} / 000`;
      expect(refundIdsIn(text)).toEqual([id]);
    }),
  );
});

test('a refund and a payout are never taken for each other', () => {
  fc.assert(
    fc.property(uuid, fc.integer({ min: 1, max: 1295 }), (id, attempt) => {
      expect(refundIdsIn(endToEndId(id, attempt))).toEqual([]);
      expect(refundIdsIn(`r${endToEndId(id, attempt)}`)).toEqual([]);
      expect(payoutAttemptsIn(refundEndToEndId(id))).toEqual([]);
    }),
  );
});
