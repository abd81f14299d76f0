import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { landingPage, owesSecondFactor } from './landing-page.ts';

const plain = { owesFactor: false, isStaff: false };

test.each([
  [false, 'company', 'company', '/signin'],
  [true, 'company', null, '/dashboard/company'],
  [true, 'agency', 'company', '/dashboard/agency'],
  [true, undefined, 'company', '/dashboard/company'],
  [true, '', 'agency', '/dashboard/agency'],
  [true, undefined, null, '/select-role'],
  [true, undefined, 'admin', '/select-role'],
  [true, 'admin', 'company', '/select-role'],
  [true, 7, 'company', '/select-role'],
])('signed in: %j, metadata role %j, stored role %j lead to %s', (...row) => {
  const [signedIn, metadataRole, storedRole, path] = row;
  expect(landingPage({ ...plain, signedIn, metadataRole, storedRole })).toBe(path);
});

test('a visitor without a session always lands on /signin', () => {
  const visitor = fc.record({
    owesFactor: fc.boolean(),
    isStaff: fc.boolean(),
    metadataRole: fc.anything(),
    storedRole: fc.option(fc.string()),
  });
  fc.assert(
    fc.property(visitor, (one) => {
      expect(landingPage({ ...one, signedIn: false })).toBe('/signin');
    }),
  );
});

test('a session that owes its second factor shows it first, whoever it is of', () => {
  const visitor = fc.record({
    isStaff: fc.boolean(),
    metadataRole: fc.anything(),
    storedRole: fc.option(fc.string()),
  });
  fc.assert(
    fc.property(visitor, (one) => {
      expect(landingPage({ ...one, signedIn: true, owesFactor: true })).toBe('/second-factor');
    }),
  );
});

test('staff work at /operations', () => {
  const staff = { signedIn: true, owesFactor: false, isStaff: true };
  expect(landingPage({ ...staff, metadataRole: undefined, storedRole: null })).toBe('/operations');
});

test.each([
  [false, 'none', false],
  [false, 'awaited', true],
  [false, 'shown', false],
  [true, 'none', true],
  [true, 'awaited', true],
  [true, 'shown', false],
] as const)('staff: %j, second factor %s: owed is %j', (isStaff, factor, owed) => {
  expect(owesSecondFactor({ isStaff, factor })).toBe(owed);
});
