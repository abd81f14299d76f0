import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  cleanRevenue,
  companyCompletion,
  companyCompletionItems,
  companyTextMaxLengths,
  companyWizardSteps,
} from './company-profile.ts';
import type { CompanyProfile } from './company-profile.ts';

const whole: CompanyProfile = {
  name: 'شركة النخيل',
  address: 'Riyadh',
  phone: '+966501234567',
  email: 'info@nakheel.sa',
  contact_name: 'Sara',
  contact_title: 'CFO',
  business_area: 'Retail',
  website: 'https://nakheel.sa',
  company_registration_file: 'u/company_registration.pdf',
  financial_statement_file: 'u/financial_statement.pdf',
  bank_statement_6m_file: 'u/bank_statement.pdf',
  revenue_last_6_months: [0, 0, 0, 0, 0, 1],
};

test('an empty company profile is at 0%, a whole one at 100%', () => {
  expect(companyCompletion({}).percent).toBe(0);
  expect(companyCompletion(whole).percent).toBe(100);
  expect(companyCompletion(whole).items).toHaveLength(12);
});

test('each item is a twelfth, rounded', () => {
  const items = companyCompletionItems.map((item) => [item, whole[item]]);
  const percents = items.map((_, count) => {
    const profile: CompanyProfile = Object.fromEntries(items.slice(0, count));
    return companyCompletion(profile).percent;
  });
  expect(percents).toEqual([0, 8, 17, 25, 33, 42, 50, 58, 67, 75, 83, 92]);
});

test('blank text and revenue of 0 fill nothing', () => {
  const blank: CompanyProfile = {
    name: ' ',
    website: null,
    revenue_last_6_months: [0, 0, 0, 0, 0, 0],
  };
  expect(companyCompletion(blank).percent).toBe(0);
});

test('the completion says of every item whether it is filled, and the share follows', () => {
  fc.assert(
    fc.property(fc.subarray([...companyCompletionItems]), (filled) => {
      const profile: CompanyProfile = Object.fromEntries(filled.map((item) => [item, whole[item]]));
      const { percent, items } = companyCompletion(profile);
      expect(items.filter((one) => one.filled).map((one) => one.item)).toEqual(filled);
      expect(percent).toBe(Math.round((filled.length / 12) * 100));
    }),
  );
});

test('the wizard asks for every item once, in two steps, and for the commercial registration number', () => {
  expect(companyWizardSteps.flat().toSorted()).toEqual(
    [...companyCompletionItems, 'cr_number'].toSorted(),
  );
  expect(companyWizardSteps).toHaveLength(2);
  for (const field of Object.keys(companyTextMaxLengths)) {
    expect(companyWizardSteps.flat()).toContain(field);
  }
});

test('blank months become 0 once a month is above 0', () => {
  expect(cleanRevenue([null, 500, null, null, null, null])).toEqual([0, 500, 0, 0, 0, 0]);
  expect(cleanRevenue([1])).toEqual([1, 0, 0, 0, 0, 0]);
});

test('revenue without a month above 0 is not saved', () => {
  expect(cleanRevenue([])).toBeNull();
  expect(cleanRevenue([null, 0, null, 0, null, 0])).toBeNull();
});

test.each([[[-1]], [[0.5]], [[NaN]], [[10 ** 14]], [[1, 2, 3, 4, 5, 6, 7]]])(
  'revenue of %j is refused',
  (inputs) => {
    expect(() => cleanRevenue(inputs)).toThrow(RangeError);
  },
);

test('saved revenue is six months, keeps what was typed, and is above 0 in all', () => {
  const inputs = fc.array(fc.option(fc.nat({ max: 3 })), { maxLength: 6 });
  fc.assert(
    fc.property(inputs, (typed) => {
      const saved = cleanRevenue(typed);
      expect(saved === null).toBe(!typed.some((month) => month !== null && month > 0));
      if (saved === null) return;
      expect(saved).toHaveLength(6);
      typed.forEach((month, index) => expect(saved[index]).toBe(month ?? 0));
    }),
  );
});
