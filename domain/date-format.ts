import { daysBetween } from './calendar.ts';

/** "20 Nov 2026" or "20 November 2026"; Arabic has no short names of months. */
export type DateLength = 'medium' | 'long';

/**
 * Formats an ISO date ("2026-11-20") or a timestamp as its Riyadh day in the reader's language: "20 Nov 2026".
 * A plain date never passes through a time zone.
 */
export function formatIsoDate(iso: string, locale: string, length: DateLength = 'medium') {
  const month = length === 'long' ? 'long' : 'short';
  return daysIn(`${regional(locale)}-u-ca-gregory-nu-latn`, month, zoneOf(iso)).format(
    new Date(iso),
  );
}

/**
 * The same day in the Umm al-Qura calendar: "10 Jumada II 1448", "10 جمادى الآخرة 1448 هـ". The calendar and the
 * digits are named: a plain "islamic" may be a day off.
 */
export function formatHijriDate(iso: string, locale: string): string {
  const calendar = `${regional(locale)}-u-ca-islamic-umalqura-nu-latn`;
  const parts = daysIn(calendar, 'long', zoneOf(iso)).formatToParts(new Date(iso));
  // Arabic readers expect the letter of the era; in English the month says enough.
  const said = parts.filter(({ type }) => type !== 'era' || locale === 'ar');
  return (
    said
      .map(({ value }) => value)
      .join('')
      // "Shaʻban": our fonts have no such letter, and another font's stands apart.
      .replaceAll('\u02bb', '’')
      .trim()
  );
}

/** A day seen from today, both as ISO dates: "in 12 days", "yesterday"; from two months on by months. */
export function formatRelativeDate(date: string, today: string, locale: string): string {
  const days = daysBetween(today, date);
  const format = new Intl.RelativeTimeFormat(`${regional(locale)}-u-nu-latn`, { numeric: 'auto' });
  if (Math.abs(days) < 60) return format.format(days, 'day');
  return format.format(Math.round(days / 30.44), 'month');
}

const made = new Map<string, Intl.DateTimeFormat>();

/** Making one takes a phone as long as writing a hundred days with it: each is made once. */
function daysIn(calendar: string, month: 'short' | 'long', timeZone: string): Intl.DateTimeFormat {
  const name = `${calendar} ${month} ${timeZone}`;
  const known = made.get(name);
  if (known) return known;
  const fresh = new Intl.DateTimeFormat(calendar, {
    day: 'numeric',
    month,
    year: 'numeric',
    timeZone,
  });
  made.set(name, fresh);
  return fresh;
}

/** A moment in Riyadh, to the minute: "21 Nov 2026, 13:05". */
export function formatDateTime(iso: string, locale: string, length: DateLength = 'medium'): string {
  return new Intl.DateTimeFormat(`${regional(locale)}-u-ca-gregory-nu-latn`, {
    day: 'numeric',
    month: length === 'long' ? 'long' : 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: 'Asia/Riyadh',
  }).format(new Date(iso));
}

function regional(locale: string): string {
  return locale === 'en' ? 'en-GB' : locale;
}

function zoneOf(iso: string): string {
  return /^\d{4}-\d{2}-\d{2}$/.test(iso) ? 'UTC' : 'Asia/Riyadh';
}
