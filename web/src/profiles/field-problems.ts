import { useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form';
import type { z } from 'zod';
import { REVENUE_MONTHS } from '#domain/calendar.ts';
import { MAX_AMOUNT_HALALAS, parseSar } from '#domain/money.ts';

type Fields = Record<string, z.ZodType>;

/**
 * The form's check, by the schemas the server itself uses (api/profile-fields.ts): every text field on its own, and the
 * revenue as it is typed. The words are the reader's language's; the server's stay for what only it can know.
 * `load` brings the schemas, which are heavy, while the first field is being read.
 */
export function useProfileResolver<Values extends FieldValues>(
  load: () => Promise<Fields>,
): Resolver<Values> {
  const wordsOf = useProblemWords();
  useEffect(() => {
    // Asked for again by the check itself, which says what went wrong.
    load().catch(() => undefined);
  }, [load]);
  return async (values) => {
    const fields = await load();
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

/** Examples within a sentence of either direction: isolated, left to right. */
const examples = {
  phone: '\u206605X XXX XXXX\u2069',
  email: '\u2066name@company.sa\u2069',
  website: '\u2066https://company.sa\u2069',
  country: '\u2066SA\u2069',
};

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
        return t`Enter a phone number, such as ${examples.phone}.`;
      case 'email':
        return t`Enter an e-mail address, such as ${examples.email}.`;
      case 'website':
        return t`Enter a web address, such as ${examples.website}.`;
      case 'iban':
        return t`Enter a Saudi IBAN: ${examples.country} and 22 digits. Compare it with your bank's letter.`;
      case 'cr_number':
        return t`Enter the 10 digits of the commercial registration.`;
      case 'revenue':
        return t`Enter an amount of 0 or more, such as 12,500.00.`;
      default:
        return t`This cannot be saved as it is. Type it again.`;
    }
  };
}
