import { RATE_MONTHS } from '#domain/servicing/collections-forecast.ts';
import { consoleLists, narrowLists } from '#server/operations/seed-large-console.testing.ts';
import { FILE_ROWS, PAGE_ROWS, STATEMENT_ROWS } from '#server/platform/http/csv.ts';
import {
  measureResponse,
  callsBy,
  callerOf,
  deepCursors,
  lateCursor,
  type Connection,
  type MeasuredCall,
} from './measured-call.ts';
import { ALL_NAMES, RARE_LETTERS, today } from './prepare-growth-data.ts';
import type { GrowthDataSet } from './growth-data-set.ts';

/** Everything that staff look at, list, search and take along. */
export async function staffCalls(dataSet: GrowthDataSet, on: Connection): Promise<MeasuredCall[]> {
  const ask = callsBy([dataSet.staff], on);
  const call: Call = (group, name, calls, ...args) => ask(group, name, calls, () => args);
  return [
    ...screens(dataSet, call),
    bankFile(dataSet, on),
    ...searches(dataSet, call),
    ...(await longLists(dataSet, on, call)),
    call('Lists', 'lists of virtual IBANs', 'list_virtual_iban_lists', null, PAGE_ROWS),
    ...shortLists(dataSet, call),
    ...(await statements(dataSet, on, call)),
  ];
}

/** A call of a SQL function with what it takes after the caller, who is always the same. */
type Call = (
  group: MeasuredCall['group'],
  name: string,
  calls: string,
  ...args: unknown[]
) => MeasuredCall;

function screens({ rows, companies, agencies }: GrowthDataSet, call: Call): MeasuredCall[] {
  const screen = (name: string, calls: string, ...args: unknown[]) =>
    call('Dashboards and screens', name, calls, ...args);
  const [company, agency] = [companies[0]!, agencies[0]!];
  return [
    screen("the console's today", 'operations_overview', today, today),
    screen('the portfolio', 'read_portfolio', today, 12),
    screen("the portfolio's trends", 'read_portfolio_trends', today, 12, RATE_MONTHS),
    screen('a ticket in the console', 'read_financed_ticket', today, company.ticket_number),
    screen('a company in the console', 'read_company_assessment', company.id),
    screen('an agency in the console', 'read_agency_desk', agency.id),
    screen('a payout run of 90 lines', 'read_payout_run', rows.run_id),
    screen('a payment', 'read_payment', rows.payment_id),
    screen('a bank statement of 500 lines', 'read_bank_statement', rows.statement_id),
    screen('a reported transfer', 'read_transfer_report', rows.report_id),
    screen('what the audit log is narrowed to', 'read_audit_filters'),
    call(
      'Exports',
      'a settlement letter in the console',
      'read_staff_settlement',
      company.completed_number,
    ),
    call('Exports', 'a tax invoice in the console', 'read_staff_tax_invoice', agency.invoice_id),
  ];
}

/** It keeps who took it along, which is taken back here. */
function bankFile(dataSet: GrowthDataSet, on: Connection): MeasuredCall {
  return {
    name: "a payout run's file for the bank, 90 lines",
    group: 'Exports',
    measure: async () => {
      await on.client.query('begin');
      try {
        const values = [...callerOf(dataSet.staff), dataSet.rows.run_id, 1, 'csv'];
        return await measureResponse(on, 'download_payout_file', values);
      } finally {
        await on.client.query('rollback');
      }
    },
  };
}

function searches({ companies, agencies }: GrowthDataSet, call: Call): MeasuredCall[] {
  const search = (name: string, calls: string, ...args: unknown[]) =>
    call('Searches', `the console: ${name}`, calls, ...args);
  const ticket = companies[0]!.ticket_number;
  const [company, agency] = [companies[0]!.name_part, agencies[0]!.name_part];
  return [
    search('a ticket by its number', 'search_desk', ticket, ticket, null),
    search('a payment by its reference', 'search_desk', 'FT1009', null, null),
    search('payments by their amount', 'search_desk', '509', null, '509.00'),
    search('a company by its name', 'search_desk', company, null, null),
    search('an agency by its name', 'search_desk', agency, null, null),
    search('by what all names have', 'search_desk', ALL_NAMES, null, null),
    search('by two letters', 'search_desk', RARE_LETTERS, null, null),
    search('a virtual IBAN by its number', 'virtual_ibans_named', [
      'SA0080000000000000000001',
      '2',
    ]),
    search('a payer by part of the name', 'find_companies', company),
    search('payers by what all names have', 'find_companies', ALL_NAMES),
    search('payers by two letters', 'find_companies', RARE_LETTERS),
    search('companies by two letters', 'list_companies', RARE_LETTERS, null, null, PAGE_ROWS),
    search('agencies by two letters', 'list_agencies_desk', RARE_LETTERS, null, null, PAGE_ROWS),
    search('companies by part of the name', 'list_companies', company, null, null, PAGE_ROWS),
    search("companies by a ticket's number", 'list_companies', ticket, null, null, PAGE_ROWS),
    search('companies by what all names have', 'list_companies', ALL_NAMES, null, null, PAGE_ROWS),
    search('agencies by part of the name', 'list_agencies_desk', agency, null, null, PAGE_ROWS),
    search("agencies by a ticket's number", 'list_agencies_desk', ticket, null, null, PAGE_ROWS),
    search(
      'agencies by what all names have',
      'list_agencies_desk',
      ALL_NAMES,
      null,
      null,
      PAGE_ROWS,
    ),
  ];
}

/** Each list of the console: its first page, one far down, and from as far down the part of its file that is read at once. */
async function longLists(
  { largeConsole, staff }: GrowthDataSet,
  on: Connection,
  call: Call,
): Promise<MeasuredCall[]> {
  const found: MeasuredCall[] = [];
  for (const { list, calls, args } of consoleLists(largeConsole, staff)) {
    const values = (cursor: string | null, rows: number) => [
      ...callerOf(staff),
      ...args,
      cursor,
      rows,
    ];
    const [late, file] = await deepCursors(on, calls, values, PAGE_ROWS, FILE_ROWS);
    found.push(
      call('Lists', list, calls, ...args, null, PAGE_ROWS),
      call('Lists', `${list}, late page`, calls, ...args, late, PAGE_ROWS),
      call('Exports', list, calls, ...args, file, FILE_ROWS),
    );
  }
  return found;
}

/** What the console narrows a list to until a page holds it. */
const shortLists = ({ rows, companies, agencies }: GrowthDataSet, call: Call): MeasuredCall[] =>
  narrowLists({
    ...rows,
    agency_id: agencies[0]!.id,
    ticket_number: companies[0]!.ticket_number,
  }).map(({ list, calls, args }) => call('Lists', list, calls, ...args, null, PAGE_ROWS));

/** The statements of a company and of an agency, as staff read them. */
async function statements(
  { staff, companies, agencies }: GrowthDataSet,
  on: Connection,
  call: Call,
): Promise<MeasuredCall[]> {
  const calls = 'staff_statement';
  const of = async (name: string, company: string | null, agency: string | null) => {
    const from = (day: string) => [company, agency, day, '2026-11-20'];
    const season = (cursor: string | null) => [...from('2026-08-01'), cursor, STATEMENT_ROWS];
    const late = await lateCursor(on, calls, (cursor) => [...callerOf(staff), ...season(cursor)]);
    return [
      call('Lists', name, calls, ...season(null)),
      call('Lists', `${name}, late page`, calls, ...season(late)),
      call('Exports', name, calls, ...from('2025-01-01'), null, FILE_ROWS),
    ];
  };
  return [
    ...(await of("a company's statement in the console", companies[0]!.id, null)),
    ...(await of("an agency's statement in the console", null, agencies[0]!.id)),
  ];
}
