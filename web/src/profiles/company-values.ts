import { decimalFromHalalas, parseSar } from '#domain/money.ts';
import { REVENUE_MONTHS } from '#domain/calendar.ts';
import { cleanRevenue, companyTextMaxLengths } from '#domain/profiles/company-profile.ts';
import type { BodyOf } from '#api/contract.ts';
import type { Company } from '#api/profiles.ts';
import { groupedAmount } from '#domain/amount-format.ts';
import { changedTexts, fieldsOf, storedTexts } from './profile-values.ts';

const textFields = fieldsOf(companyTextMaxLengths);

/** The company form as it is typed. */
type CompanyValues = Record<(typeof textFields)[number], string> & {
  /** As typed, oldest month first. */
  revenue_last_6_months: string[];
};

/** What the form shows on return: the stored values, blank where there are none. */
export function companyValues(company: Company | null): CompanyValues {
  const revenue_last_6_months = Array.from({ length: REVENUE_MONTHS }, (_, index) =>
    groupedOrBlank(company?.revenue_last_6_months?.[index]),
  );
  return { ...storedTexts(textFields, company), revenue_last_6_months };
}

function groupedOrBlank(amount: string | undefined): string {
  return amount === undefined ? '' : groupedAmount(amount);
}

/** What is saved of the form: its changed texts; the revenue only with a month above 0, blanks as 0 (SPEC section 5). */
export function companyBody(typed: CompanyValues, stored: CompanyValues): BodyOf<'upsert_company'> {
  const months = typed.revenue_last_6_months.some(
    (month, index) => month !== stored.revenue_last_6_months[index],
  )
    ? cleanRevenue(typed.revenue_last_6_months.map(parseSar))
    : null;
  return {
    ...changedTexts(textFields, typed, stored),
    ...(months ? { revenue_last_6_months: months.map(decimalFromHalalas) } : {}),
  };
}
