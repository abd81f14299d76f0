import { describe, expect, test } from 'vitest';
import { normalPhone } from '#api/phone.ts';
import type { Agency, Company } from '#api/profiles.ts';
import { profileTextReaders } from '#domain/profiles/profile-texts.ts';
import { agencyBody, agencyValues } from './agency-values.ts';
import { companyBody, companyValues } from './company-values.ts';
import { holdsSent } from './profile-values.ts';

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

describe('a profile that was saved without an answer', () => {
  const readers = { ...profileTextReaders, phone: normalPhone };
  const holds = (sent: object, stored: object) =>
    holdsSent(stored as Company | Agency, sent, readers);

  test.each([
    ['a text', { name: ' Najd\u200b Roastery ' }, { name: 'Najd Roastery' }, { name: 'Najd' }],
    ['a telephone number', { phone: '0507654321' }, { phone: '+966507654321' }, { phone: null }],
    ['a web address', { website: 'najd.sa' }, { website: 'https://najd.sa' }, { website: null }],
    ['a list', { specializations: ['seo'] }, { specializations: ['seo'] }, { specializations: [] }],
    [
      'the revenue',
      { revenue_last_6_months: ['0.00', '9.50'] },
      { revenue_last_6_months: ['0.00', '9.50'] },
      { revenue_last_6_months: null },
    ],
    [
      'one more document',
      { other_docs_files: ['b'] },
      { other_docs_files: ['a', 'b'] },
      { other_docs_files: ['a'] },
    ],
    [
      'a new IBAN',
      { iban: 'SA03 8000 0000 6080 1016 7519' },
      { iban: null, payment_account: { pending: { iban: 'SA03 … 7519' } } },
      { iban: 'SA4420000001234567891234', payment_account: { pending: null } },
    ],
  ])('holds %s once it is stored', (_, sent, saved, before) => {
    expect(holds(sent, saved)).toBe(true);
    expect(holds(sent, before)).toBe(false);
  });

  test('holds what was sent only where it holds each field', () => {
    expect(holds({ name: 'Najd', address: 'Riyadh' }, { name: 'Najd', address: null })).toBe(false);
  });
});
