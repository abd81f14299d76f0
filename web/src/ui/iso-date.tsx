import { useLingui } from '@lingui/react/macro';
import { daysBetween } from '#domain/calendar.ts';

/** "20 Nov 2026" or "20 November 2026"; Arabic has no short names of months. */
export type DateLength = 'medium' | 'long';

/**
 * Formats an ISO date ("2026-11-20") or a timestamp as its Riyadh day in the reader's language: "20 Nov 2026".
 * A plain date never passes through a time zone.
 */
export function formatIsoDate(iso: string, locale: string, length: DateLength = 'medium') {
  return new Intl.DateTimeFormat(`${regional(locale)}-u-ca-gregory-nu-latn`, {
    day: 'numeric',
    month: length === 'long' ? 'long' : 'short',
    year: 'numeric',
    timeZone: zoneOf(iso),
  }).format(new Date(iso));
}

/**
 * The same day in the Umm al-Qura calendar: "10 Jumada II 1448", "10 جمادى الآخرة 1448 هـ". The calendar and the
 * digits are named: a plain "islamic" may be a day off.
 */
export function formatHijriDate(iso: string, locale: string): string {
  const parts = new Intl.DateTimeFormat(`${regional(locale)}-u-ca-islamic-umalqura-nu-latn`, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: zoneOf(iso),
  }).formatToParts(new Date(iso));
  // Arabic readers expect the letter of the era; in English the month says enough.
  const said = parts.filter(({ type }) => type !== 'era' || locale === 'ar');
  return said
    .map(({ value }) => value)
    .join('')
    .trim();
}

/** A day seen from today, both as ISO dates: "in 12 days", "yesterday"; from two months on by months. */
export function formatRelativeDate(date: string, today: string, locale: string): string {
  const days = daysBetween(today, date);
  const format = new Intl.RelativeTimeFormat(`${regional(locale)}-u-nu-latn`, { numeric: 'auto' });
  if (Math.abs(days) < 60) return format.format(days, 'day');
  return format.format(Math.round(days / 30.44), 'month');
}

function regional(locale: string): string {
  return locale === 'en' ? 'en-GB' : locale;
}

function zoneOf(iso: string): string {
  return /^\d{4}-\d{2}-\d{2}$/.test(iso) ? 'UTC' : 'Asia/Riyadh';
}

/** A day as people read it, with its exact value for machines. */
export function IsoDate({ date, length }: { date: string; length?: DateLength }) {
  const { i18n } = useLingui();
  return (
    <time dateTime={date} className="whitespace-nowrap tabular-nums">
      {formatIsoDate(date, i18n.locale, length)}
    </time>
  );
}

/**
 * A due date in both calendars: "20 Nov 2026 · 10 Jumada II 1448". The second never breaks inside; `stacked` puts it on
 * a line of its own.
 */
export function DueDate({ date, stacked = false }: { date: string; stacked?: boolean }) {
  const { i18n } = useLingui();
  const gregorian = formatIsoDate(date, i18n.locale);
  const hijri = formatHijriDate(date, i18n.locale);
  return (
    <time dateTime={date} className="tabular-nums">
      <span className="whitespace-nowrap">{gregorian}</span>{' '}
      <span
        className={`text-[0.875em] font-normal whitespace-nowrap text-ink-faint ${stacked ? 'block' : ''}`}
      >
        {stacked ? null : '· '}
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
    <time dateTime={date} title={absolute} className="whitespace-nowrap tabular-nums">
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
