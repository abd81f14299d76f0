import { FILE_ROWS, STATEMENT_ROWS } from '#server/platform/http/csv.ts';
import { askedBy, callerOf, lateCursor, type Connected, type GrownCall } from './grown-call.ts';
import { ALL_NAMES, RARE_LETTERS, today } from './arrange-world.ts';
import type { GrownParty, GrowthWorld, Person } from './growth-world.ts';

/** The days of a statement: a season on a screen, and all that the account has lived through. */
const season = ['2026-08-01', '2026-11-20'];
const always = ['2025-01-01', '2026-11-20'];

type Arguments = (person: Person, cursor: string | null) => unknown[];

/** Everything that companies and agencies look at, list, search and take along: one person after the other. */
export async function partyCalls(
  { companies, agencies, grown }: GrowthWorld,
  on: Connected,
): Promise<GrownCall[]> {
  return [
    ...companyCalls(partyAsks(companies, on), agencies[0]!),
    ...agencyCalls(partyAsks(agencies, on)),
    ...(await grownPartyCalls(
      "a company's statement of 5,000 lines",
      'company_statement',
      grown.company,
      on,
    )),
    ...(await grownPartyCalls(
      "an agency's statement of 5,000 lines",
      'agency_statement',
      grown.agency,
      on,
    )),
  ];
}

/** The first page, a late one, and from there the part of its file that is read at once. */
async function grownPartyCalls(
  name: string,
  calls: string,
  party: GrownParty,
  on: Connected,
): Promise<GrownCall[]> {
  const call = askedBy([party], on);
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

function partyAsks(people: Person[], on: Connected) {
  const call = askedBy(people, on);
  /** The first page of a list, and a late one. */
  const pages = (name: string, calls: string, args: Arguments): GrownCall[] => [
    call('Lists', name, calls, (person) => args(person, null)),
    call('Lists', `${name}, late page`, calls, async (person) => {
      const values = (cursor: string | null) => [...callerOf(person), ...args(person, cursor)];
      return args(person, await lateCursor(on, calls, values));
    }),
  ];
  /** A season's pages of a statement, one ticket's, and the file of all that the account has lived through. */
  const statements = (name: string, calls: string): GrownCall[] => [
    ...pages(name, calls, (_, cursor) => [null, ...season, cursor, STATEMENT_ROWS]),
    call('Lists', `${name} of one ticket`, calls, (p) => [
      p.completed_number,
      ...always,
      null,
      STATEMENT_ROWS,
    ]),
    call('Exports', name, calls, () => [null, ...always, null, FILE_ROWS]),
  ];
  return { call, pages, statements };
}

function companyCalls({ call, pages, statements }: Asked, agency: Person): GrownCall[] {
  const screens = 'Dashboards and screens';
  return [
    call(screens, 'company dashboard', 'company_dashboard', () => [today]),
    call(screens, "a ticket's page, company", 'read_ticket', (p) => [today, p.ticket_number]),
    call(screens, "a company's settings", 'read_company', () => []),
    ...pages("a company's current tickets", 'list_tickets', (_, cursor) => ['current', cursor]),
    call('Lists', "a company's waiting tickets", 'list_tickets', () => ['waiting', null]),
    ...pages("a company's old tickets", 'list_tickets', (_, cursor) => ['old', cursor]),
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

function agencyCalls({ call, pages, statements }: Asked): GrownCall[] {
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
    ...statements("an agency's statement", 'agency_statement'),
    call('Exports', 'a tax invoice', 'read_tax_invoice', (p) => [p.invoice_id]),
  ];
}
