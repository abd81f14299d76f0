import { expect, test } from 'vitest';
import { isRole, roles } from './roles.ts';

test('company and agency are the roles', () => {
  expect(roles).toEqual(['company', 'agency']);
  expect(roles.every(isRole)).toBe(true);
});

test.each(['admin', 'Company', ' company', '', null, undefined, 0, ['company']])(
  '%j is no role',
  (value) => {
    expect(isRole(value)).toBe(false);
  },
);
