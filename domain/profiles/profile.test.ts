import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { nonEmptyValues } from './profile.ts';

test('only non-empty values are saved, without the spaces around them', () => {
  const form = { name: ' حملة ', phone: '', email: '   ', website: null, address: undefined };
  expect(nonEmptyValues(form)).toEqual({ name: 'حملة' });
});

test('a saved form never blanks a field, and saving it again changes nothing', () => {
  const text = fc.option(fc.oneof(fc.string(), fc.constantFrom('', ' ', '\t\n')));
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom('name', 'phone', 'email'), text), (form) => {
      const saved = nonEmptyValues(form);
      for (const value of Object.values(saved)) expect(value?.trim()).toBeTruthy();
      expect(nonEmptyValues(saved)).toEqual(saved);
    }),
  );
});
