import { describe, expect, test } from 'vitest';
import { agencyBody, agencyValues } from './agency-values.ts';
import { companyBody, companyValues } from './company-values.ts';

const company = companyValues(null);
const agency = agencyValues(null);

describe('what a profile form sends', () => {
  test('is nothing where nothing was changed, so that another window keeps its work', () => {
    const stored = { ...company, name: 'Najd Roastery', phone: '+966501234567' };
    expect(companyBody(stored, stored)).toEqual({});
    expect(companyBody({ ...stored, phone: '0507654321' }, stored)).toEqual({
      phone: '0507654321',
    });
  });

  test('is never a blank: a cleared field keeps what is stored', () => {
    const stored = { ...company, name: 'Najd Roastery' };
    expect(companyBody({ ...stored, name: '   ' }, stored)).toEqual({});
    const cleared = { ...agency, specializations: [] };
    expect(agencyBody(cleared, { ...agency, specializations: ['seo'] })).toEqual({});
  });

  test('holds the revenue with blanks as 0 once a month is above 0', () => {
    const typed = (...months: string[]) => ({ ...company, revenue_last_6_months: months });
    expect(companyBody(typed('', '0', '', '', '', '0.00'), company)).toEqual({});
    expect(companyBody(typed('', '١٢٬٥٠٠٫٥', '', '', '', '0'), company)).toEqual({
      revenue_last_6_months: ['0.00', '12500.50', '0.00', '0.00', '0.00', '0.00'],
    });
  });

  test('holds the text of another specialization only while other is chosen', () => {
    const typed = { ...agency, specialization_other: 'Falconry' };
    expect(agencyBody({ ...typed, specializations: ['seo'] }, agency)).toEqual({
      specializations: ['seo'],
    });
    expect(agencyBody({ ...typed, specializations: ['other', 'seo'] }, agency)).toEqual({
      specializations: ['seo', 'other'],
      specialization_other: 'Falconry',
    });
  });
});
