import { useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import { MAX_AMOUNT_HALALAS, parseSar } from '#domain/money.ts';
import { useUnreadableIbanWords } from './use-unreadable-iban-words.ts';
import type { Problems } from '../ui/forms/use-checked-form.ts';

/** The rules of a profile's texts. Large libraries: they load while the person reads the first field. */
export const loadProfileRules = async () => {
  const [{ profileTextProblem, profileTextReaders }, { normalPhone }] = await Promise.all([
    import('#domain/profiles/profile-texts.ts'),
    import('#api/phone.ts'),
  ]);
  const readers: typeof profileTextReaders = { ...profileTextReaders, phone: normalPhone };
  return { profileTextProblem, readers };
};

/**
 * The check of a profile's form: every text on its own, by the rules that the server asks too, and the revenue as it is typed.
 * `maxLengths`: of its texts, in characters.
 */
export function useProfileCheck(maxLengths: Readonly<Record<string, number>>) {
  const { t } = useLingui();
  const unreadableWords = useUnreadableWords();
  useEffect(() => {
    // Asked for again by the check itself, which says what went wrong.
    loadProfileRules().catch(() => undefined);
  }, []);
  const monthProblem = (typed: string): string | undefined => {
    if (typed.trim() === '') return undefined;
    const amount = parseSar(typed);
    if (amount === null) return t`Enter an amount of 0 or more, such as 12,500.00.`;
    return amount > MAX_AMOUNT_HALALAS
      ? t`This amount is too large. Check the figures.`
      : undefined;
  };
  return async (values: {
    [field: string]: unknown;
    revenue_last_6_months?: readonly string[];
  }): Promise<Problems> => {
    const { profileTextProblem, readers } = await loadProfileRules();
    const problems: Problems = {};
    for (const [field, max] of Object.entries(maxLengths)) {
      const typed = values[field];
      const text = typeof typed === 'string' ? typed : '';
      const problem = profileTextProblem(text, max, readers[field]);
      if (problem === 'too_long')
        problems[field] = t`This is too long. Use at most ${max} characters.`;
      if (problem === 'unreadable') problems[field] = unreadableWords(field);
    }
    values.revenue_last_6_months?.forEach((month, index) => {
      problems[`revenue_last_6_months.${index}`] = monthProblem(month);
    });
    return problems;
  };
}

/** Examples within a sentence of either direction: isolated, left to right. */
const examples = {
  phone: '\u206605X XXX XXXX\u2069',
  email: '\u2066name@company.sa\u2069',
  website: '\u2066https://company.sa\u2069',
};

/** Words for a text that is none of its kind. */
function useUnreadableWords() {
  const { t } = useLingui();
  const iban = useUnreadableIbanWords();
  return (field: string): string => {
    switch (field) {
      case 'phone':
        return t`Enter a phone number, such as ${examples.phone}.`;
      case 'email':
        return t`Enter an email address, such as ${examples.email}.`;
      case 'website':
        return t`Enter a web address, such as ${examples.website}.`;
      case 'iban':
        return iban;
      case 'cr_number':
        return t`Enter the 10 digits of the commercial registration.`;
      case 'vat_number':
        return t`Enter the 15 digits of the VAT number: it begins and ends with 3.`;
      default:
        return t`This cannot be saved as entered. Type it again.`;
    }
  };
}
