import { FILE_ROWS, PAGE_ROWS, STATEMENT_ROWS } from '#server/platform/http/csv.ts';
import {
  ALL_NAMES,
  RARE_LETTERS,
  today,
  type GrowthDataSet,
  type LargeParty,
  type Person,
} from './growth-data-set.ts';
import {
  callsBy,
  callerOf,
  lateCursor,
  type Connection,
  type MeasuredCall,
} from './measured-call.ts';

/** The days of a statement: a season on a screen, and all that the account has lived through. */
export const season = ['2026-08-01', '2026-11-20'];
export const always = ['2025-01-01', '2026-11-20'];

/** Everything that companies and agencies look at, list, search and take along: one person after the other; and what staff are told. */
export async function partyCalls(
  { companies, agencies, grown, staff }: GrowthDataSet,
  on: Connection,
): Promise<MeasuredCall[]> {
  const notifications = (name: string, isUnread: boolean) =>
    callsBy([staff], on)('Lists', name, 'list_notifications', [isUnread, null, PAGE_ROWS]);
  return [
    ...companyCalls(partyAsks(companies, on), agencies[0]!),
    ...agencyCalls(partyAsks(agencies, on)),
    notifications("the console's notifications", false),
    notifications("the console's unread notifications", true),
    ...(await largePartyCalls("a company's", 'company_statement', grown.company, on)),
    ...(await largePartyCalls("an agency's", 'agency_statement', grown.agency, on)),
  ];
}

/** The first page, a late one, and from there the part of its file that is read at once. */
async function largePartyCalls(
  whose: string,
  calls: string,
  party: LargeParty,
  on: Connection,
): Promise<MeasuredCall[]> {
  const call = callsBy([party], on);
  const name = `${whose} statement of 5,000 lines`;
  const page = (cursor: string | null, rows: number) => [null, ...always, cursor, rows];
  const late = await lateCursor(on, calls, (cursor) => [
    ...callerOf(party),
    ...page(cursor, FILE_ROWS),
  ]);
  return [
    call('Lists', name, calls, page(null, STATEMENT_ROWS)),
    call('Lists', `${name}, late page`, calls, page(late, STATEMENT_ROWS)),
    call('Exports', name, calls, page(late, FILE_ROWS)),
  ];
}

type Asked = ReturnType<typeof partyAsks>;

function partyAsks(people: Person[], on: Connection) {
  const call = callsBy(people, on);
  /** The first page of a list, of so many rows where it has no number of its own, and a late page. */
  const pages = (name: string, calls: string, list: unknown[], ...rows: number[]) => [
    call('Lists', name, calls, [...list, null, ...rows]),
    call('Lists', `${name}, late page`, calls, async (person) => {
      const page = (cursor: string | null) => [...list, cursor, ...rows];
      const values = (cursor: string | null) => [...callerOf(person), ...page(cursor)];
      return page(await lateCursor(on, calls, values));
    }),
  ];
  /** A season's pages of a statement, one ticket's, and the file of all that the account has lived through. */
  const statements = (name: string, calls: string): MeasuredCall[] => [
    ...pages(name, calls, [null, ...season], STATEMENT_ROWS),
    call('Lists', `${name} of one ticket`, calls, ({ completed_number }) => [
      completed_number,
      ...always,
      null,
      STATEMENT_ROWS,
    ]),
    call('Exports', name, calls, [null, ...always, null, FILE_ROWS]),
  ];
  /** An own list in its first order, what is searched for in it, and the part of its file that is read at once. */
  const ownList = (name: string, calls: string, filters: number): MeasuredCall[] => {
    const none = Array.from({ length: filters }, () => null);
    const search = (by: string, text: string) =>
      call('Searches', `${name} by ${by}`, calls, [text, ...none, 'newest', null, PAGE_ROWS]);
    return [
      ...pages(name, calls, [null, ...none, 'newest'], PAGE_ROWS),
      search('two letters', RARE_LETTERS),
      search('what all names have', ALL_NAMES),
      call('Exports', name, calls, [null, ...none, 'newest', null, FILE_ROWS]),
    ];
  };
  /** What a party has of its own on either side: notifications, and the search of all its lists. */
  const own = (party: string): MeasuredCall[] => [
    ...pages(`${party} notifications`, 'list_notifications', [false], PAGE_ROWS),
    call('Lists', `${party} unread notifications`, 'list_notifications', [true, null, PAGE_ROWS]),
    call('Searches', `${party} own by a ticket's number`, 'search_own', (p) => [
      p.ticket_number,
      p.ticket_number,
      null,
    ]),
    call('Searches', `${party} own by what all names have`, 'search_own', [ALL_NAMES, null, null]),
  ];
  const screen = (name: string, calls: string, args: Parameters<typeof call>[3]) =>
    call('Dashboards and screens', name, calls, args);
  return { call, screen, pages, statements, ownList, own };
}

function companyCalls(
  { call, screen, pages, statements, ownList, own }: Asked,
  agency: Person,
): MeasuredCall[] {
  const agencies = (name: string, text: string | null) =>
    call('Searches', name, 'list_agencies', [text, null]);
  return [
    screen('company dashboard', 'company_dashboard', [today]),
    screen("a ticket's page, company", 'read_ticket', (p) => [today, p.ticket_number]),
    screen("a company's settings", 'read_company', []),
    ...pages("a company's current tickets", 'list_tickets', ['current']),
    call('Lists', "a company's waiting tickets", 'list_tickets', ['waiting', null]),
    ...pages("a company's old tickets", 'list_tickets', ['old']),
    screen('the pay centre', 'read_pay_centre', [today]),
    screen("a company's payments by month", 'read_payments_by_month', [today]),
    ...ownList("a company's own tickets", 'list_own_tickets', 4),
    ...ownList("a company's own payments", 'list_own_payments', 5),
    ...ownList("a company's own documents", 'list_own_documents', 4),
    ...pages("a company's payment requests", 'list_payment_requests', [today], PAGE_ROWS),
    ...own("a company's"),
    ...statements("a company's statement", 'company_statement'),
    call('Exports', 'a settlement letter', 'read_settlement', (p) => [p.completed_number]),
    agencies('agencies to choose from', null),
    agencies('an agency by part of its name', agency.name_part),
    agencies('agencies by two letters', RARE_LETTERS),
    agencies('agencies by what all names have', ALL_NAMES),
  ];
}

function agencyCalls({ call, screen, pages, statements, ownList, own }: Asked): MeasuredCall[] {
  const remittances = "an agency's remittances";
  return [
    screen('agency dashboard', 'agency_dashboard', [today]),
    screen("a ticket's page, agency", 'read_ticket', (p) => [today, p.ticket_number]),
    screen("an agency's settings", 'read_agency', []),
    ...pages("an agency's waiting tickets", 'list_tickets', ['waiting']),
    ...pages("an agency's approved tickets", 'list_tickets', ['approved']),
    ...pages("an agency's old tickets", 'list_tickets', ['history']),
    ...pages("an agency's expected payouts", 'list_agency_payouts', ['expected']),
    ...pages("an agency's late payouts", 'list_agency_payouts', ['late']),
    screen("an agency's payouts by month", 'read_payouts_by_month', [today]),
    ...ownList("an agency's own tickets", 'list_own_tickets', 4),
    ...ownList("an agency's own payouts", 'list_own_payouts', 4),
    ...ownList("an agency's own documents", 'list_own_documents', 4),
    ...pages(remittances, 'list_remittances', season, STATEMENT_ROWS),
    call('Exports', remittances, 'list_remittances', [...always, null, FILE_ROWS]),
    ...own("an agency's"),
    ...statements("an agency's statement", 'agency_statement'),
    call('Exports', 'a tax invoice', 'read_tax_invoice', (p) => [p.invoice_id]),
  ];
}
