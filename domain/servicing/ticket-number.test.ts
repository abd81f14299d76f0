import { expect, test } from 'vitest';
import { ticketNumberOf } from './ticket-number.ts';

test.each([
  ['HM-100001', 'HM-100001'],
  [' hm 100001 ', 'HM-100001'],
  ['HM-١٠٠٠٠١', 'HM-100001'],
  ['RF08 HM10 0001', 'HM-100001'],
  ['RF09 HM10 0001', null],
  ['100001', null],
  ['', null],
])('%j names the ticket %j', (typed, number) => {
  expect(ticketNumberOf(typed)).toBe(number);
});
