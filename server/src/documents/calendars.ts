import { isIsoDate } from '#domain/calendar.ts';
import { formatHijriDate, formatIsoDate } from '#domain/date-format.ts';
import type { Language } from '#domain/languages.ts';

/** A day as documents show it: "20 November 2026" and "10 Jumada II 1448"; `time` is set for a time, in Riyadh. */
interface WrittenDate {
  gregorian: string;
  hijri: string;
  time: string | null;
}

/**
 * The texts of every day ("2026-11-20") and time ("2026-11-20T07:00:00.000Z") anywhere in the data, by that value,
 * because the templates have no calendar.
 */
export function inBothCalendars(data: unknown, language: Language): Record<string, WrittenDate> {
  const dates = datesIn(data).map((text) => [
    text,
    {
      gregorian: formatIsoDate(text, language, 'long'),
      hijri: formatHijriDate(text, language),
      time: isIsoDate(text) ? null : timeInRiyadh(text),
    },
  ]);
  return Object.fromEntries(dates);
}

function datesIn(data: unknown): string[] {
  if (typeof data === 'string') return isIsoDate(data) || isMoment(data) ? [data] : [];
  if (typeof data !== 'object' || data === null) return [];
  return Object.values(data).flatMap(datesIn);
}

function isMoment(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text) && !Number.isNaN(Date.parse(text));
}

/** Such as "10:30:05", with Latin digits in every language. */
function timeInRiyadh(moment: string): string {
  return new Date(moment).toLocaleTimeString('en-GB', { timeZone: 'Asia/Riyadh' });
}
