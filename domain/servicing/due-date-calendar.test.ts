import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { dueDateCalendar, escaped, folded } from './due-date-calendar.ts';

const now = new Date('2026-03-10T09:00:00.123Z');
const siteUrl = 'https://hamla.sa';
const id = '019a0000-0000-7000-8000-000000000001';
const dueDate = {
  id,
  ticket_number: 'HM-100001',
  due_date: '2026-03-31',
  amount_sar: '1333.33',
  revision: 2,
};

test('a due date is an event of a whole day with its amount and ticket, which programs can replace', () => {
  expect(dueDateCalendar([dueDate], { language: 'en', now, siteUrl }).split('\r\n')).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Hamla//Due dates//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'X-WR-CALNAME:Hamla due dates',
    'REFRESH-INTERVAL;VALUE=DURATION:PT6H',
    'X-PUBLISHED-TTL:PT6H',
    'BEGIN:VEVENT',
    `UID:installment-${id}@hamla`,
    'DTSTAMP:20260310T090000Z',
    'SEQUENCE:2',
    'DTSTART;VALUE=DATE:20260331',
    'DTEND;VALUE=DATE:20260401',
    String.raw`SUMMARY:Pay SAR 1\,333.33\, ticket HM-100001`,
    'URL:https://hamla.sa/tickets/HM-100001',
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]);
});

test('the calendar is in the language of the account, and is valid without due dates', () => {
  const arabic = dueDateCalendar([dueDate], { language: 'ar', now, siteUrl });
  expect(arabic.replaceAll('\r\n ', '')).toContain('X-WR-CALNAME:مواعيد السداد في حملة\r\n');
  expect(dueDateCalendar([], { language: 'en', now, siteUrl })).not.toContain('VEVENT');
});

test('commas, semicolons, backslashes and line ends of a text are escaped', () => {
  expect(escaped('a,b;c\\d\ne\r\nf')).toBe(String.raw`a\,b\;c\\d\ne\nf`);
});

test('a folded line has at most 75 octets a part, and unfolds to the same text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 60, maxLength: 300 }), (text) => {
      const line = `SUMMARY:${escaped(text.replace(/[\r\n]/g, ' '))}`;
      const parts = folded(line).split('\r\n');
      expect(Math.max(...parts.map((part) => Buffer.byteLength(part)))).toBeLessThanOrEqual(75);
      expect(parts.map((part, n) => (n === 0 ? part : part.slice(1))).join('')).toBe(line);
    }),
  );
});
