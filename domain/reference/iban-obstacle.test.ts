import { expect, test } from 'vitest';
import { ibanObstacle } from './iban-obstacle.ts';

const valid = 'SA0380000000608010167519';

test.each([
  [null, null, 'iban_missing'],
  ['  ', null, 'iban_missing'],
  ['SA03 8000 0000 6080 1016 7519', null, 'iban_pending'],
  ['SA04 8000 0000 6080 1016 7519', null, 'iban_invalid'],
  [valid, valid, null],
  // What waits keeps nobody from being paid to what was approved.
  ['SA4420000001234567891234', valid, null],
  [valid, 'SA048000', 'iban_invalid'],
] as const)(
  'an agency whose profile says %s and that is paid to %s has the obstacle %s',
  (iban, paid_iban, obstacle) => {
    expect(ibanObstacle({ iban, paid_iban })).toBe(obstacle);
  },
);
