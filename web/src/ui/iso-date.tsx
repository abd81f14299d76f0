import { useLingui } from '@lingui/react/macro';
import {
  formatHijriDate,
  formatIsoDate,
  formatRelativeDate,
  type DateLength,
} from '#domain/date-format.ts';

/** A day as people read it, with its exact value for machines. */
export function IsoDate({ date, length }: { date: string; length?: DateLength }) {
  const { i18n } = useLingui();
  return (
    <time translate="no" dateTime={date} className="whitespace-nowrap tabular-nums">
      {formatIsoDate(date, i18n.locale, length)}
    </time>
  );
}

/** A due date in both calendars: "20 Nov 2026 · 10 Jumada II 1448"; on phones, or `stacked`, on two lines. */
export function DueDate({
  date,
  stacked = false,
  isInOneLine = false,
}: {
  date: string;
  stacked?: boolean;
  /** On phones too. */
  isInOneLine?: boolean;
}) {
  const { i18n } = useLingui();
  const gregorian = formatIsoDate(date, i18n.locale);
  const hijri = formatHijriDate(date, i18n.locale);
  return (
    <time translate="no" dateTime={date} className="whitespace-nowrap tabular-nums">
      {gregorian}{' '}
      <span
        className={`text-[0.875em] font-normal text-ink-faint ${stacked ? 'block whitespace-normal' : isInOneLine ? '' : 'max-sm:block max-sm:whitespace-normal'}`}
      >
        {stacked ? null : <span className={isInOneLine ? '' : 'max-sm:hidden'}>· </span>}
        {hijri}
      </span>
    </time>
  );
}

/** A day in a list, seen from `today` (the server's Riyadh date); the day itself is in its title and is spoken. */
export function RelativeDate({ date, today }: { date: string; today: string }) {
  const { i18n } = useLingui();
  const absolute = formatIsoDate(date, i18n.locale);
  return (
    <time
      translate="yes"
      dateTime={date}
      title={absolute}
      className="whitespace-nowrap tabular-nums"
    >
      {formatRelativeDate(date, today, i18n.locale)}
      <span className="sr-only"> ({absolute})</span>
    </time>
  );
}

/** The same as text, for sentences and accessible names. */
export function useDateText(): (date: string, length?: DateLength) => string {
  const { i18n } = useLingui();
  return (date, length) => formatIsoDate(date, i18n.locale, length);
}
