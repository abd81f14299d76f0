import { REVENUE_MONTHS } from '../calendar.ts';
import { assertAmount } from '../money.ts';
import type { Halalas } from '../money.ts';
import { CR_NUMBER_MAX_LENGTH } from './cr-number.ts';
import { completionOf, contactMaxLengths, isFilled } from './profile.ts';
import type { Completion } from './profile.ts';

/**
 * The text fields of the company form (SPEC section 2), the commercial registration number beside them, and their longest
 * text, in characters.
 */
export const companyTextMaxLengths = {
  ...contactMaxLengths,
  website: 500,
  business_area: 200,
  cr_number: CR_NUMBER_MAX_LENGTH,
} as const;

/** The company's documents (SPEC section 3): each names a stored file by its path. */
export const companyFileFields = [
  'company_registration_file',
  'financial_statement_file',
  'bank_statement_6m_file',
] as const;

type CompanyField =
  | keyof typeof companyTextMaxLengths
  | (typeof companyFileFields)[number]
  | 'revenue_last_6_months';

/** The two steps of the wizard and the fields on each: who the company is, then what it earns and can show. */
export const companyWizardSteps = [
  ['name', 'cr_number', 'website', 'address', 'phone', 'email', 'contact_name', 'contact_title'],
  ['business_area', 'revenue_last_6_months', ...companyFileFields],
] as const satisfies [CompanyField[], CompanyField[]];

/** The 12 items of the completion share (SPEC section 9). */
export const companyCompletionItems = [
  'name',
  'address',
  'phone',
  'email',
  'contact_name',
  'contact_title',
  'business_area',
  'website',
  ...companyFileFields,
  'revenue_last_6_months',
] as const satisfies CompanyField[];

export type CompanyCompletionItem = (typeof companyCompletionItems)[number];

export type CompanyProfile = {
  [Field in Exclude<CompanyCompletionItem, 'revenue_last_6_months'>]?: string | null;
} & {
  /** Oldest first. */
  revenue_last_6_months?: readonly Halalas[] | null;
};

/** How much of a company's profile is filled; the revenue counts once any month is above 0. */
export function companyCompletion(company: CompanyProfile): Completion<CompanyCompletionItem> {
  return completionOf(
    companyCompletionItems.map((item) => ({
      item,
      filled:
        item === 'revenue_last_6_months'
          ? hasRevenue(company.revenue_last_6_months ?? [])
          : isFilled(company[item]),
    })),
  );
}

/** Whether any month is above 0; without one no budget is set (SPEC section 5). */
export function hasRevenue(months: readonly Halalas[]): boolean {
  return months.some((month) => month > 0);
}

/**
 * The six months to save, oldest first: blanks become 0; null, save nothing, unless a month is above 0 (SPEC section 5).
 * Throws RangeError on more than six months, a negative one, and one the database cannot hold.
 */
export function cleanRevenue(inputs: readonly (Halalas | null)[]): Halalas[] | null {
  if (inputs.length > REVENUE_MONTHS) throw new RangeError('revenue has six months');
  const months = Array.from({ length: REVENUE_MONTHS }, (_, index) => inputs[index] ?? 0);
  for (const month of months) assertAmount(month);
  return hasRevenue(months) ? months : null;
}
