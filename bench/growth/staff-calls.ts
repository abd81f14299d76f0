import { RATE_MONTHS } from '#domain/servicing/collections-forecast.ts';
import { consoleLists, narrowLists } from '#server/operations/seed-large-console.testing.ts';
import { FILE_ROWS, PAGE_ROWS } from '#server/platform/http/csv.ts';
import { ALL_NAMES, RARE_LETTERS, today, type GrowthDataSet } from './growth-data-set.ts';
import {
  callerOf,
  callsBy,
  deepCursors,
  measureResponse,
  type Connection,
  type MeasuredCall,
} from './measured-call.ts';

type Call = ReturnType<typeof callsBy>['call'];

/** Everything that staff look at, list, search and take along. */
export async function staffCalls(dataSet: GrowthDataSet, on: Connection): Promise<MeasuredCall[]> {
  const { call, statement } = callsBy([dataSet.staff], on);
  const {
    companies: [company],
    agencies: [agency],
  } = dataSet;
  return [
    ...screens(dataSet, call),
    bankFile(dataSet, on),
    ...searches(dataSet, call),
    ...(await longLists(dataSet, on, call)),
    call('Lists', 'lists of virtual IBANs', 'list_virtual_iban_lists', [null, PAGE_ROWS]),
    ...shortLists(dataSet, call),
    ...statement("a company's statement in the console", 'staff_statement', [company!.id, null]),
    ...statement("an agency's statement in the console", 'staff_statement', [null, agency!.id]),
  ];
}

function screens({ rows, companies, agencies }: GrowthDataSet, call: Call): MeasuredCall[] {
  const screen = (name: string, calls: string, ...args: unknown[]) =>
    call('Dashboards and screens', name, calls, args);
  const file = (name: string, calls: string, ...args: unknown[]) =>
    call('Exports', `${name} in the console`, calls, args);
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
    file('a settlement letter', 'read_staff_settlement', company.completed_number),
    file('a tax invoice', 'read_staff_tax_invoice', agency.invoice_id),
  ];
}

/** It keeps who took it along, which is taken back here. */
function bankFile({ staff, rows }: GrowthDataSet, on: Connection): MeasuredCall {
  return {
    name: "a payout run's file for the bank, 90 lines",
    group: 'Exports',
    measure: async () => {
      await on.client.query('begin');
      try {
        const values = [...callerOf(staff), rows.run_id, 1, 'csv'];
        return await measureResponse(on, 'download_payout_file', values);
      } finally {
        await on.client.query('rollback');
      }
    },
  };
}

function searches({ companies, agencies }: GrowthDataSet, call: Call): MeasuredCall[] {
  const search = (name: string, calls: string, ...args: unknown[]) =>
    call('Searches', `the console: ${name}`, calls, args);
  const list = (name: string, calls: string, text: string) =>
    search(name, calls, text, null, null, PAGE_ROWS);
  const ticket = companies[0]!.ticket_number;
  const [company, agency] = [companies[0]!.name_part, agencies[0]!.name_part];
  const ibans = ['SA0080000000000000000001', '2'];
  return [
    search('a ticket by its number', 'search_desk', ticket, ticket, null),
    search('a payment by its reference', 'search_desk', 'FT1009', null, null),
    search('payments by their amount', 'search_desk', '509', null, '509.00'),
    search('a company by its name', 'search_desk', company, null, null),
    search('an agency by its name', 'search_desk', agency, null, null),
    search('by what all names have', 'search_desk', ALL_NAMES, null, null),
    search('by two letters', 'search_desk', RARE_LETTERS, null, null),
    search('a virtual IBAN by its number', 'virtual_ibans_named', ibans),
    search('a payer by part of the name', 'find_companies', company),
    search('payers by what all names have', 'find_companies', ALL_NAMES),
    search('payers by two letters', 'find_companies', RARE_LETTERS),
    list('companies by two letters', 'list_companies', RARE_LETTERS),
    list('agencies by two letters', 'list_agencies_desk', RARE_LETTERS),
    list('companies by part of the name', 'list_companies', company),
    list("companies by a ticket's number", 'list_companies', ticket),
    list('companies by what all names have', 'list_companies', ALL_NAMES),
    list('agencies by part of the name', 'list_agencies_desk', agency),
    list("agencies by a ticket's number", 'list_agencies_desk', ticket),
    list('agencies by what all names have', 'list_agencies_desk', ALL_NAMES),
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
    const whole = [...callerOf(staff), ...args];
    const [late, file] = await deepCursors(on, calls, whole, PAGE_ROWS, FILE_ROWS);
    found.push(
      call('Lists', list, calls, [...args, null, PAGE_ROWS]),
      call('Lists', `${list}, late page`, calls, [...args, late, PAGE_ROWS]),
      call('Exports', list, calls, [...args, file, FILE_ROWS]),
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
  }).map(({ list, calls, args }) => call('Lists', list, calls, [...args, null, PAGE_ROWS]));
