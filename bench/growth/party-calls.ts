import { FILE_ROWS, PAGE_ROWS, STATEMENT_ROWS } from '#server/platform/http/csv.ts';
import {
  ALL_NAMES,
  RARE_LETTERS,
  today,
  type GrowthDataSet,
  type Person,
} from './growth-data-set.ts';
import { always, callsBy, type Connection, type MeasuredCall } from './measured-call.ts';

/** Everything that companies and agencies look at, list, search and take along: one person after the other; and what staff are told. */
export function partyCalls(
  { companies, agencies, grown, staff }: GrowthDataSet,
  on: Connection,
): MeasuredCall[] {
  const notifications = (name: string, isUnread: boolean) =>
    callsBy([staff], on).call('Lists', name, 'list_notifications', [isUnread, null, PAGE_ROWS]);
  const large = (party: 'company' | 'agency', name: string) =>
    callsBy([grown[party]], on).statement(name, `${party}_statement`, [null], always);
  return [
    ...companyCalls(partyAsks(companies, on), agencies[0]!),
    ...agencyCalls(partyAsks(agencies, on)),
    notifications("the console's notifications", false),
    notifications("the console's unread notifications", true),
    ...large('company', "a company's statement of 5,000 lines"),
    ...large('agency', "an agency's statement of 5,000 lines"),
  ];
}

type Asked = ReturnType<typeof partyAsks>;

function partyAsks(people: Person[], on: Connection) {
  const { call, pages, statement } = callsBy(people, on);
  /** A statement, and that of one ticket. */
  const statements = (name: string, calls: string): MeasuredCall[] => [
    ...statement(name, calls, [null]),
    call('Lists', `${name} of one ticket`, calls, ({ completed_number }) => [
      completed_number,
      ...always,
      null,
      STATEMENT_ROWS,
    ]),
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
  return { call, screen, pages, statement, statements, ownList, own };
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

function agencyCalls(asked: Asked): MeasuredCall[] {
  const { call, screen, pages, ownList } = asked;
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
    ...asked.statement("an agency's remittances", 'list_remittances', []),
    ...asked.own("an agency's"),
    ...asked.statements("an agency's statement", 'agency_statement'),
    call('Exports', 'a tax invoice', 'read_tax_invoice', (p) => [p.invoice_id]),
  ];
}
