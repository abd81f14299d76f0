import type { Caller } from '#server/platform/http/operations.ts';
import { startHamla } from '../tools/hamla.ts';
import { peakResidentMb, residentMb } from '../tools/processes.ts';
import { tokensOf } from '../tools/tokens.ts';
import type { GrowthDataSet } from './growth-data-set.ts';

/** What a server needed to write a CSV file. */
export interface ExportMemory {
  name: string;
  lines: number;
  mb: number;
  seconds: number;
  /** Until its first line came, milliseconds. */
  first_ms: number;
  /** Resident memory before, and its peak until the end. */
  before_mb: number;
  peak_mb: number;
}

/** Reading stops here: more lines do not change the figures. */
const MAX_LINES = 300_000;

/** A list that the product exports. */
interface CsvExport {
  name: string;
  path: string;
  caller: Caller;
}

/** Every list that is exported as CSV: those of staff, and a company's and an agency's own. */
function csvExports({
  staff,
  companies,
  agencies,
  grown,
  largeConsole,
}: GrowthDataSet): CsvExport[] {
  const [company, agency] = [companies[0]!, agencies[0]!];
  const at = (name: string, path: string, caller: Caller = staff) => ({ name, path, caller });
  const ofConsole = (name: string, path: string) => at(name, `/api/operations/${path}`);
  const statement = 'account-statement?from=2025-01-01&to=2026-11-20';
  return [
    ofConsole('payments', 'payments?list=all'),
    ofConsole('payout runs', 'payout-runs?'),
    ofConsole('overdue for more than 60 days', 'overdue?age=days_60_plus'),
    ofConsole('the journal', 'journal?'),
    ofConsole('the journal of an account', 'journal?account=receivable'),
    ofConsole('companies', 'companies?'),
    ofConsole('agencies', 'agencies?'),
    ofConsole('tickets to review', 'reviews?status=Approved'),
    ofConsole('bank statements', 'bank-statements?'),
    ofConsole(
      'confirmed lines',
      `bank-statements/${largeConsole.statement_id}/lines?list=confirmed`,
    ),
    ofConsole('reported transfers', 'transfer-reports?list=decided'),
    ofConsole("agencies' IBANs", 'iban-changes?list=ended'),
    ofConsole('the audit log', 'audit?'),
    ofConsole("a company's statement in the console", `${statement}&company_id=${company.id}`),
    ofConsole("an agency's statement in the console", `${statement}&agency_id=${agency.id}`),
    at("a company's statement", `/api/company/${statement}`, company),
    at("an agency's statement", `/api/agency/${statement}`, agency),
    at("a company's statement of 5,000 lines", `/api/company/${statement}`, grown.company),
    at("an agency's statement of 5,000 lines", `/api/agency/${statement}`, grown.agency),
  ].map((one) => ({ ...one, path: `${one.path}&format=csv` }));
}

/** Downloads every file of a data set, each from a new server. */
export async function exportMemory(dataSet: GrowthDataSet): Promise<ExportMemory[]> {
  const measured: ExportMemory[] = [];
  for (const csvExport of csvExports(dataSet)) measured.push(await download(dataSet, csvExport));
  return measured;
}

/** Reads the file as fast as the server sends it, to its end or to `MAX_LINES`. */
async function download(
  dataSet: GrowthDataSet,
  { name, path, caller }: CsvExport,
): Promise<ExportMemory> {
  await using server = await startHamla(dataSet);
  const [token] = await tokensOf(dataSet.owner, server.url, [caller]);
  const before_mb = residentMb(server.pid);
  const start = performance.now();
  const response = await fetch(`${server.url}${path}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  if (!response.ok)
    throw new Error(`${path} responds ${response.status}: ${await response.text()}`);
  let [bytes, lines, first_ms] = [0, 0, 0];
  for await (const chunk of response.body!) {
    first_ms ||= performance.now() - start;
    bytes += chunk.length;
    for (const byte of chunk) if (byte === 10) lines += 1;
    if (lines >= MAX_LINES) break;
  }
  const seconds = (performance.now() - start) / 1000;
  const peak_mb = peakResidentMb(server.pid);
  return { name, lines, mb: bytes / 2 ** 20, seconds, first_ms, before_mb, peak_mb };
}
