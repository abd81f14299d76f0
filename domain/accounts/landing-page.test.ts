import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { landingPage } from './landing-page.ts';

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
  expect(landingPage({ signedIn, metadataRole, storedRole })).toBe(path);
});

test('a visitor without a session always lands on /signin', () => {
  fc.assert(
    fc.property(fc.anything(), fc.option(fc.string()), (metadataRole, storedRole) => {
      expect(landingPage({ signedIn: false, metadataRole, storedRole })).toBe('/signin');
    }),
  );
});
