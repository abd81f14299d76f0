import { useLingui } from '@lingui/react/macro';

/** The name of the month that begins on a day: "Nov", or with its year. */
export function useMonthName(): (from: string, year?: boolean) => string {
  const { i18n } = useLingui();
  const locale = i18n.locale === 'en' ? 'en-GB' : i18n.locale;
  return (from, year = false) =>
    new Intl.DateTimeFormat(`${locale}-u-ca-gregory-nu-latn`, {
      month: 'short',
      ...(year && { year: 'numeric' }),
      timeZone: 'UTC',
    }).format(new Date(`${from}T00:00:00Z`));
}
