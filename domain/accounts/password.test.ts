import { expect, test } from 'vitest';
import { passwordLengthIsAllowed } from './password.ts';

test.each([
  ['12345', false],
  ['123456', true],
  ['كلمةسر', true],
  ['كلمةس', false],
  ['😀😀😀', false],
  ['😀'.repeat(200), true],
  ['a'.repeat(200), true],
  ['a'.repeat(201), false],
  ['', false],
])('the length of the password %j is allowed: %j', (password, allowed) => {
  expect(passwordLengthIsAllowed(password)).toBe(allowed);
});
