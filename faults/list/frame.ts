import type { Fault } from '../fault.ts';

const lists = 'server/src/tickets/own-lists.sql';
const ofLists = 'server/src/tickets/own-lists.test.ts';
const help = 'server/src/help/help.sql';
const ofHelp = 'server/scenarios/help.test.ts';
const screens = 'e2e/frame.test.ts';

/** The places of companies and agencies, and what they ask. */
export const frame: Fault[] = [
  {
    id: 'own-list-without-last-day',
    file: lists,
    search: "coalesce((p_day + 1)::timestamp at time zone 'Asia/Riyadh', 'infinity')",
    replace: "coalesce(p_day::timestamp at time zone 'Asia/Riyadh', 'infinity')",
    test: ofLists,
    breaks: 'A period leaves out its last day.',
  },
  {
    id: 'own-list-days-of-utc',
    file: lists,
    search: "coalesce(p_day::timestamp at time zone 'Asia/Riyadh', '-infinity')",
    replace: "coalesce(p_day::timestamp at time zone 'UTC', '-infinity')",
    test: ofLists,
    breaks: 'A ticket of ten past midnight stands in the day before.',
  },
  {
    id: 'own-list-next-page-by-amount',
    file: lists,
    search: "when 'largest' then (p_amount, p_id) < (p_from_amount, p_from_id)",
    replace: "when 'largest' then p_amount < p_from_amount",
    test: ofLists,
    breaks: 'Of tickets with one amount some are on no page.',
  },
  {
    id: 'own-search-names-of-own-side',
    file: lists,
    search:
      'case when v_company is null then t.company_id else t.agency_id end = any (v_parties))),\n    page as materialized (\n      select f.id',
    replace:
      'case when v_company is null then t.agency_id else t.company_id end = any (v_parties))),\n    page as materialized (\n      select f.id',
    test: ofLists,
    breaks: 'The name of the other party finds nothing.',
  },
  {
    id: 'help-answered-twice',
    file: help,
    search:
      "  if v_message.answered_at is not null then perform refuse('help_message_answered'); end if;\n",
    replace: '',
    test: ofHelp,
    breaks: 'A second answer takes the place of the first.',
  },
  {
    id: 'help-without-quota',
    file: help,
    search: "  perform use_quota(p_user_id, 'help_messages', p_quota, interval '1 day', p_now);\n",
    replace: '',
    test: ofHelp,
    breaks: 'One account floods the console with messages.',
  },
  {
    id: 'dashboard-lists-whole',
    file: 'web/src/tickets/lists/use-ticket-list.ts',
    search: 'const SHOWN_FIRST = 3;',
    replace: 'const SHOWN_FIRST = 20;',
    test: screens,
    name: 'at most two screens tall',
    breaks: 'A dashboard with 30 tickets is four screens tall.',
  },
  {
    id: 'new-ticket-forgets-address',
    file: 'web/src/tickets/new-ticket/new-ticket-address.ts',
    search: 'new URLSearchParams(search)',
    replace: 'new URLSearchParams()',
    test: screens,
    name: 'New Ticket is in the first view',
    breaks: 'Opening New Ticket over a narrowed list widens it.',
  },
];
