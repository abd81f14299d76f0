import { useLingui } from '@lingui/react/macro';
import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form';
import type { z } from 'zod';
import { REVENUE_MONTHS } from '#domain/calendar.ts';
import { MAX_AMOUNT_HALALAS, parseSar } from '#domain/money.ts';

/**
 * The form's check, by the schemas the server itself uses (api/profile-fields.ts): every text field on its own, and the
 * revenue as it is typed. The words are the reader's language's; the server's stay for what only it can know.
 */
export function useProfileResolver<Values extends FieldValues>(
  fields: Record<string, z.ZodType>,
): Resolver<Values> {
  const wordsOf = useProblemWords();
  return (values) => {
    const errors: Record<string, unknown> = {};
    for (const [name, schema] of Object.entries(fields)) {
      const issue = schema.safeParse(values[name]).error?.issues[0];
      if (issue) errors[name] = { type: issue.code, message: wordsOf(name, issue) };
    }
    const months = revenueProblems(values.revenue_last_6_months as string[] | undefined);
    if (months.some(Boolean)) {
      errors.revenue_last_6_months = months.map((problem) =>
        problem ? { type: problem, message: wordsOf('revenue', { code: problem }) } : undefined,
      );
    }
    return Object.keys(errors).length > 0
      ? { values: {}, errors: errors as FieldErrors<Values> }
      : { values, errors: {} };
  };
}

function revenueProblems(typed: readonly string[] = []): (string | null)[] {
  return Array.from({ length: REVENUE_MONTHS }, (_, index) => {
    const text = typed[index]?.trim();
    if (!text) return null;
    const amount = parseSar(text);
    if (amount === null) return 'not_an_amount';
    return amount > MAX_AMOUNT_HALALAS ? 'amount_too_big' : null;
  });
}

function useProblemWords() {
  const { t } = useLingui();
  return (field: string, issue: { code?: string; maximum?: unknown }): string => {
    if (issue.code === 'too_big') {
      const max = String(issue.maximum);
      return t`This is too long. Use at most ${max} characters.`;
    }
    if (issue.code === 'amount_too_big') return t`This amount is too large. Check the figures.`;
    switch (field) {
      case 'phone':
        return t`Enter a phone number, such as 05X XXX XXXX.`;
      case 'email':
        return t`Enter an e-mail address, such as name@company.sa.`;
      case 'website':
        return t`Enter a web address, such as https://company.sa.`;
      case 'iban':
        return t`Enter a Saudi IBAN: SA and 22 digits. Compare it with your bank's letter.`;
      case 'revenue':
        return t`Enter an amount of 0 or more, such as 12,500.00.`;
      default:
        return t`This cannot be saved as it is. Type it again.`;
    }
  };
}
