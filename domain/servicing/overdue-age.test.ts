import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { overdueAges } from './overdue-age.ts';

test('every day after the due date belongs to one age alone', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2000 }), (days) => {
      const ages = Object.values(overdueAges).filter(
        ([from, to]) => days >= from && (to === null || days <= to),
      );
      expect(ages).toHaveLength(1);
    }),
  );
});
