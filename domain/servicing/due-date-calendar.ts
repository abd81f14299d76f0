import { addDays, type IsoDate } from '../calendar.ts';
import { groupedAmount } from '../amount-format.ts';
import type { Language } from '../languages.ts';

/** An installment that a company has to pay. */
export interface DueDate {
  id: string;
  ticket_number: string;
  due_date: IsoDate;
  /** What is left of it. */
  amount_sar: string;
  /** Grows with each change of what is left. */
  revision: number;
}

/**
 * The due dates of a company as an iCalendar (RFC 5545) that programs subscribe to: a day each, without the name of anybody.
 * What is paid is left out, so that programs remove it.
 */
export function dueDateCalendar(
  dueDates: readonly DueDate[],
  { language, now, siteUrl }: { language: Language; now: Date; siteUrl: string },
): string {
  const say = phrases[language];
  const stamp = now.toISOString().replace(/[-:]|\.\d{3}/g, '');
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//Hamla//Due dates//${language.toUpperCase()}`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escaped(say.name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT6H',
    'X-PUBLISHED-TTL:PT6H',
    ...dueDates.flatMap(({ id, ticket_number, due_date, amount_sar, revision }) => [
      'BEGIN:VEVENT',
      `UID:installment-${id}@hamla`,
      `DTSTAMP:${stamp}`,
      `SEQUENCE:${revision}`,
      `DTSTART;VALUE=DATE:${compact(due_date)}`,
      `DTEND;VALUE=DATE:${compact(addDays(due_date, 1))}`,
      `SUMMARY:${escaped(say.summary(groupedAmount(amount_sar), ticket_number))}`,
      `URL:${siteUrl}/tickets/${ticket_number}`,
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

const phrases: Record<
  Language,
  { name: string; summary: (amount: string, ticket_number: string) => string }
> = {
  en: {
    name: 'Hamla due dates',
    summary: (amount, ticket_number) => `Pay SAR ${amount}, ticket ${ticket_number}`,
  },
  ar: {
    name: 'مواعيد السداد في حملة',
    summary: (amount, ticket_number) => `سداد ${amount} ريال، طلب التمويل ${ticket_number}`,
  },
};

const compact = (day: IsoDate) => day.replaceAll('-', '');

/** A text as a value (section 3.3.11). */
export const escaped = (text: string): string =>
  text.replace(/[\\;,]/g, String.raw`\$&`).replace(/\r\n?|\n/g, String.raw`\n`);

const utf8 = new TextEncoder();

/** Of at most 75 octets a line (section 3.1), cut between characters; the next ones begin with a space. */
export function folded(line: string): string {
  const lines: string[] = [];
  let [part, octets] = ['', 0];
  for (const character of line) {
    const size = utf8.encode(character).length;
    if (octets + size > 75) {
      lines.push(part);
      [part, octets] = [' ', 1];
    }
    part += character;
    octets += size;
  }
  return [...lines, part].join('\r\n');
}
