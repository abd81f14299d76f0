import type { Caller } from '#server/platform/http/operations.ts';
import { startHamla } from '../tools/hamla.ts';
import { residentMb } from '../tools/processes.ts';
import { tokensOf } from '../tools/tokens.ts';
import type { GrowthDataSet } from './growth-data-set.ts';

/** What a server needed to write a CSV file. */
export interface ExportMemory {
  name: string;
  lines: number;
  mb: number;
  /** Until its first line came, milliseconds. */
  first_ms: number;
  /** By how much its resident memory was more than before at most. */
  grown_mb: number;
}

/** Reading stops here: more lines do not change the figures. */
const MAX_LINES = 300_000;

/** Every list that is exported as CSV, its address and who asks: those of staff, and a company's and an agency's own. */
function csvExports({
  staff,
  companies,
  agencies,
  grown,
  largeConsole,
}: GrowthDataSet): [name: string, path: string, caller: Caller][] {
  const [company, agency] = [companies[0]!, agencies[0]!];
  const lines = `bank-statements/${largeConsole.statement_id}/lines?list=confirmed`;
  const statement = 'account-statement?from=2025-01-01&to=2026-11-20';
  const ofConsole = {
    payments: 'payments?list=all',
    'payout runs': 'payout-runs?',
    'overdue for more than 60 days': 'overdue?age=days_60_plus',
    'the journal': 'journal?',
    'the journal of an account': 'journal?account=receivable',
    companies: 'companies?',
    agencies: 'agencies?',
    'tickets to review': 'reviews?status=Approved',
    'bank statements': 'bank-statements?',
    'confirmed lines': lines,
    'reported transfers': 'transfer-reports?list=decided',
    "agencies' IBANs": 'iban-changes?list=ended',
    'the audit log': 'audit?',
    "a company's statement in the console": `${statement}&company_id=${company.id}`,
    "an agency's statement in the console": `${statement}&agency_id=${agency.id}`,
  };
  return [
    ...Object.entries(ofConsole).map(
      ([name, path]) => [name, `operations/${path}`, staff] as [string, string, Caller],
    ),
    ["a company's statement", `company/${statement}`, company],
    ["an agency's statement", `agency/${statement}`, agency],
    ["a company's statement of 5,000 lines", `company/${statement}`, grown.company],
    ["an agency's statement of 5,000 lines", `agency/${statement}`, grown.agency],
  ];
}

/** Downloads every file of a data set, each from a new server. */
export async function exportMemory(dataSet: GrowthDataSet): Promise<ExportMemory[]> {
  const measured: ExportMemory[] = [];
  for (const [name, path, caller] of csvExports(dataSet))
    measured.push({ name, ...(await download(dataSet, `/api/${path}&format=csv`, caller)) });
  return measured;
}

/** Reads the file as fast as the server sends it, to its end or to `MAX_LINES`. */
async function download(
  dataSet: GrowthDataSet,
  path: string,
  caller: Caller,
): Promise<Omit<ExportMemory, 'name'>> {
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
  const grown_mb = residentMb(server.pid, 'VmHWM') - before_mb;
  return { lines, mb: bytes / 2 ** 20, first_ms, grown_mb };
}
