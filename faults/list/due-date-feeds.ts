import type { Fault } from '../fault.ts';

const scenario = 'server/scenarios/due-date-feeds.test.ts';

/** Calendars of due dates by secret links. */
export const dueDateFeeds: Fault[] = [
  {
    id: 'feed-of-everybody',
    file: 'server/src/servicing/due-date-feeds.sql',
    search: "from open_items(c.id) o where o.kind = 'installment'",
    replace: "from companies x cross join lateral open_items(x.id) o where o.kind = 'installment'",
    test: scenario,
    breaks: "A company's link gives the due dates of every company.",
  },
  {
    id: 'feed-folded-late',
    file: 'domain/servicing/due-date-calendar.ts',
    search: 'if (octets + size > 75) {',
    replace: 'if (octets >= 75) {',
    test: 'domain/servicing/due-date-calendar.test.ts',
    breaks: 'A line of the calendar is longer than 75 octets where a character has several.',
  },
];
