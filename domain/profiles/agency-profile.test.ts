import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  agencyCompletion,
  agencyCompletionItems,
  agencyTextMaxLengths,
  agencyWizardSteps,
  cleanSpecializations,
  specializationCodes,
} from './agency-profile.ts';
import type { AgencyProfile } from './agency-profile.ts';

const whole: AgencyProfile = {
  name: 'وكالة الأفق',
  address: 'Jeddah',
  phone: '+966501234567',
  email: 'info@ufuq.sa',
  contact_name: 'Omar',
  contact_title: 'Director',
  iban: 'SA0380000000608010167519',
  company_registration_file: 'u/company_registration.pdf',
  specializations: ['seo'],
};

test('an empty agency profile is at 0%, a whole one at 100%', () => {
  expect(agencyCompletion({}).percent).toBe(0);
  expect(agencyCompletion({ specializations: [], iban: ' ' }).percent).toBe(0);
  expect(agencyCompletion(whole).percent).toBe(100);
  expect(agencyCompletion(whole).items).toHaveLength(9);
});

test('each item is a ninth, rounded', () => {
  fc.assert(
    fc.property(fc.subarray([...agencyCompletionItems]), (filled) => {
      const profile: AgencyProfile = Object.fromEntries(filled.map((item) => [item, whole[item]]));
      const { percent, items } = agencyCompletion(profile);
      expect(items.filter((one) => one.filled).map((one) => one.item)).toEqual(filled);
      expect(percent).toBe([0, 11, 22, 33, 44, 56, 67, 78, 89, 100][filled.length]);
    }),
  );
});

test('the wizard asks for every item and every text once, in two steps', () => {
  const asked = agencyWizardSteps.flat();
  expect(agencyWizardSteps).toHaveLength(2);
  expect(new Set(asked).size).toBe(asked.length);
  for (const item of agencyCompletionItems) expect(asked).toContain(item);
  for (const field of Object.keys(agencyTextMaxLengths)) expect(asked).toContain(field);
});

test('another specialization is named only where other is chosen', () => {
  expect(cleanSpecializations(['other', 'seo', 'seo'], ' Drones ')).toEqual({
    specializations: ['seo', 'other'],
    specialization_other: 'Drones',
  });
  expect(cleanSpecializations(['seo'], 'Drones').specialization_other).toBeNull();
  expect(cleanSpecializations(['other'], ' ').specialization_other).toBeNull();
  expect(cleanSpecializations([], null).specializations).toEqual([]);
});

test('specializations are kept once each in one order, however they were chosen', () => {
  const chosen = fc.array(fc.constantFrom(...specializationCodes));
  fc.assert(
    fc.property(chosen, (codes) => {
      const { specializations } = cleanSpecializations(codes, null);
      expect(new Set(specializations)).toEqual(new Set(codes));
      const places = specializations.map((code) => specializationCodes.indexOf(code));
      expect(places).toEqual([...new Set(places)].toSorted((a, b) => a - b));
    }),
  );
});
