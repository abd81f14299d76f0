import { useLingui } from '@lingui/react/macro';

/** "20 Nov 2026" or "20 November 2026". */
export type DateLength = 'medium' | 'long';

/**
 * Formats an ISO date ("2026-11-20") or a timestamp as its Riyadh day in the reader's language: "20 Nov 2026".
 * A plain date never passes through a time zone.
 */
export function formatIsoDate(iso: string, locale: string, length: DateLength = 'medium') {
  const plain = /^\d{4}-\d{2}-\d{2}$/.test(iso);
  return new Intl.DateTimeFormat(`${locale === 'en' ? 'en-GB' : locale}-u-ca-gregory-nu-latn`, {
    day: 'numeric',
    month: length === 'long' ? 'long' : 'short',
    year: 'numeric',
    timeZone: plain ? 'UTC' : 'Asia/Riyadh',
  }).format(new Date(iso));
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

/** The same as text, for sentences and accessible names. */
export function useDateText(): (date: string, length?: DateLength) => string {
  const { i18n } = useLingui();
  return (date, length) => formatIsoDate(date, i18n.locale, length);
}
