import { FILE_ROWS, PAGE_ROWS, STATEMENT_ROWS } from '#server/platform/http/csv.ts';
import {
  callsBy,
  callerOf,
  lateCursor,
  type Connection,
  type MeasuredCall,
} from './measured-call.ts';
import { ALL_NAMES, RARE_LETTERS, today } from './prepare-growth-data.ts';
import type { LargeParty, GrowthDataSet, Person } from './growth-data-set.ts';

/** The days of a statement: a season on a screen, and all that the account has lived through. */
const season = ['2026-08-01', '2026-11-20'];
const always = ['2025-01-01', '2026-11-20'];

type Arguments = (person: Person, cursor: string | null) => unknown[];

/** Everything that companies and agencies look at, list, search and take along: one person after the other; and what staff are told. */
export async function partyCalls(
  { companies, agencies, grown, staff }: GrowthDataSet,
  on: Connection,
): Promise<MeasuredCall[]> {
  return [
    ...companyCalls(partyAsks(companies, on), agencies[0]!),
    ...agencyCalls(partyAsks(agencies, on)),
    callsBy([staff], on)('Lists', "the console's notifications", 'list_notifications', () => [
      false,
      null,
      PAGE_ROWS,
    ]),
    callsBy([staff], on)(
      'Lists',
      "the console's unread notifications",
      'list_notifications',
      () => [true, null, PAGE_ROWS],
    ),
    ...(await largePartyCalls(
      "a company's statement of 5,000 lines",
      'company_statement',
      grown.company,
      on,
    )),
    ...(await largePartyCalls(
      "an agency's statement of 5,000 lines",
      'agency_statement',
      grown.agency,
      on,
    )),
  ];
}

/** The first page, a late one, and from there the part of its file that is read at once. */
async function largePartyCalls(
  name: string,
  calls: string,
  party: LargeParty,
  on: Connection,
): Promise<MeasuredCall[]> {
  const call = callsBy([party], on);
  const late = await lateCursor(on, calls, (cursor) => [
    ...callerOf(party),
    null,
    ...always,
    cursor,
    FILE_ROWS,
  ]);
  return [
    call('Lists', name, calls, () => [null, ...always, null, STATEMENT_ROWS]),
    call('Lists', `${name}, late page`, calls, () => [null, ...always, late, STATEMENT_ROWS]),
    call('Exports', name, calls, () => [null, ...always, late, FILE_ROWS]),
  ];
}

type Asked = ReturnType<typeof partyAsks>;

function partyAsks(people: Person[], on: Connection) {
  const call = callsBy(people, on);
  /** The first page of a list, and a late one. */
  const pages = (name: string, calls: string, args: Arguments): MeasuredCall[] => [
    call('Lists', name, calls, (person) => args(person, null)),
    call('Lists', `${name}, late page`, calls, async (person) => {
      const values = (cursor: string | null) => [...callerOf(person), ...args(person, cursor)];
      return args(person, await lateCursor(on, calls, values));
    }),
  ];
  /** A season's pages of a statement, one ticket's, and the file of all that the account has lived through. */
  const statements = (name: string, calls: string): MeasuredCall[] => [
    ...pages(name, calls, (_, cursor) => [null, ...season, cursor, STATEMENT_ROWS]),
    call('Lists', `${name} of one ticket`, calls, (p) => [
      p.completed_number,
      ...always,
      null,
      STATEMENT_ROWS,
    ]),
    call('Exports', name, calls, () => [null, ...always, null, FILE_ROWS]),
  ];
  /** An own list in its first order, what is searched for in it, and the part of its file that is read at once. */
  const ownList = (name: string, calls: string, filters: number): MeasuredCall[] => {
    const none = Array.from({ length: filters }, () => null);
    return [
      ...pages(name, calls, (_, cursor) => [null, ...none, 'newest', cursor, PAGE_ROWS]),
      call('Searches', `${name} by two letters`, calls, () => [
        RARE_LETTERS,
        ...none,
        'newest',
        null,
        PAGE_ROWS,
      ]),
      call('Searches', `${name} by what all names have`, calls, () => [
        ALL_NAMES,
        ...none,
        'newest',
        null,
        PAGE_ROWS,
      ]),
      call('Exports', name, calls, () => [null, ...none, 'newest', null, FILE_ROWS]),
    ];
  };
  /** What a party has of its own on either side: notifications, and the search of all its lists. */
  const own = (party: string): MeasuredCall[] => [
    ...pages(`${party} notifications`, 'list_notifications', (_, cursor) => [
      false,
      cursor,
      PAGE_ROWS,
    ]),
    call('Lists', `${party} unread notifications`, 'list_notifications', () => [
      true,
      null,
      PAGE_ROWS,
    ]),
    call('Searches', `${party} own by a ticket's number`, 'search_own', (p) => [
      p.ticket_number,
      p.ticket_number,
      null,
    ]),
    call('Searches', `${party} own by what all names have`, 'search_own', () => [
      ALL_NAMES,
      null,
      null,
    ]),
  ];
  return { call, pages, statements, ownList, own };
}

function companyCalls(
  { call, pages, statements, ownList, own }: Asked,
  agency: Person,
): MeasuredCall[] {
  const screens = 'Dashboards and screens';
  return [
    call(screens, 'company dashboard', 'company_dashboard', () => [today]),
    call(screens, "a ticket's page, company", 'read_ticket', (p) => [today, p.ticket_number]),
    call(screens, "a company's settings", 'read_company', () => []),
    ...pages("a company's current tickets", 'list_tickets', (_, cursor) => ['current', cursor]),
    call('Lists', "a company's waiting tickets", 'list_tickets', () => ['waiting', null]),
    ...pages("a company's old tickets", 'list_tickets', (_, cursor) => ['old', cursor]),
    call(screens, 'the pay centre', 'read_pay_centre', () => [today]),
    call(screens, "a company's payments by month", 'read_payments_by_month', () => [today]),
    ...ownList("a company's own tickets", 'list_own_tickets', 4),
    ...ownList("a company's own payments", 'list_own_payments', 5),
    ...ownList("a company's own documents", 'list_own_documents', 4),
    ...pages("a company's payment requests", 'list_payment_requests', (_, cursor) => [
      today,
      cursor,
      PAGE_ROWS,
    ]),
    ...own("a company's"),
    ...statements("a company's statement", 'company_statement'),
    call('Exports', 'a settlement letter', 'read_settlement', (p) => [p.completed_number]),
    call('Searches', 'agencies to choose from', 'list_agencies', () => [null, null]),
    call('Searches', 'an agency by part of its name', 'list_agencies', () => [
      agency.name_part,
      null,
    ]),
    call('Searches', 'agencies by two letters', 'list_agencies', () => [RARE_LETTERS, null]),
    call('Searches', 'agencies by what all names have', 'list_agencies', () => [ALL_NAMES, null]),
  ];
}

function agencyCalls({ call, pages, statements, ownList, own }: Asked): MeasuredCall[] {
  const screens = 'Dashboards and screens';
  const list = (name: string) =>
    pages(`an agency's ${name} tickets`, 'list_tickets', (_, cursor) => [
      name === 'old' ? 'history' : name,
      cursor,
    ]);
  const payouts = (window: string) =>
    pages(`an agency's ${window} payouts`, 'list_agency_payouts', (_, cursor) => [window, cursor]);
  return [
    call(screens, 'agency dashboard', 'agency_dashboard', () => [today]),
    call(screens, "a ticket's page, agency", 'read_ticket', (p) => [today, p.ticket_number]),
    call(screens, "an agency's settings", 'read_agency', () => []),
    ...['waiting', 'approved', 'old'].flatMap(list),
    ...['expected', 'late'].flatMap(payouts),
    call(screens, "an agency's payouts by month", 'read_payouts_by_month', () => [today]),
    ...ownList("an agency's own tickets", 'list_own_tickets', 4),
    ...ownList("an agency's own payouts", 'list_own_payouts', 4),
    ...ownList("an agency's own documents", 'list_own_documents', 4),
    ...pages("an agency's remittances", 'list_remittances', (_, cursor) => [
      ...season,
      cursor,
      STATEMENT_ROWS,
    ]),
    call('Exports', "an agency's remittances", 'list_remittances', () => [
      ...always,
      null,
      FILE_ROWS,
    ]),
    ...own("an agency's"),
    ...statements("an agency's statement", 'agency_statement'),
    call('Exports', 'a tax invoice', 'read_tax_invoice', (p) => [p.invoice_id]),
  ];
}
