import type { Caller } from '#server/platform/http/operations.ts';
import { startHamla } from '../tools/hamla.ts';
import { residentMb } from '../tools/processes.ts';
import { tokensOf } from '../tools/tokens.ts';
import type { GrowthDataSet } from './growth-data-set.ts';

/** What a server needed to write a CSV file. */
export interface ExportMemory {
  path: string;
  lines: number;
  /** Until its first line came, milliseconds. */
  first_ms: number;
  /** By how much its resident memory was more than before at most. */
  grown_mb: number;
}

/** Reading stops here: more lines do not change the figures. */
const MAX_LINES = 300_000;

/** Every list that is exported as CSV and who asks: those of staff, and a company's and an agency's own. */
function csvExports(dataSet: GrowthDataSet): [path: string, caller: Caller][] {
  const { staff, companies, agencies, grown, largeConsole } = dataSet;
  const [company, agency] = [companies[0]!, agencies[0]!];
  const statement = 'account-statement?from=2025-01-01&to=2026-11-20';
  const ofConsole = [
    'payments?list=all',
    'payout-runs?',
    'overdue?age=days_60_plus',
    'journal?',
    'journal?account=receivable',
    'companies?',
    'agencies?',
    'reviews?status=Approved',
    'bank-statements?',
    `bank-statements/${largeConsole.statement_id}/lines?list=confirmed`,
    'transfer-reports?list=decided',
    'iban-changes?list=ended',
    'audit?',
    `${statement}&company_id=${company.id}`,
    `${statement}&agency_id=${agency.id}`,
  ];
  return [
    ...ofConsole.map((path): [string, Caller] => [`operations/${path}`, staff]),
    [`company/${statement}`, company],
    [`agency/${statement}`, agency],
    [`company/${statement}`, grown.company],
    [`agency/${statement}`, grown.agency],
  ];
}

/** Downloads every file of a data set, each from a new server as fast as it sends it, to its end or to `MAX_LINES`. */
export async function exportMemory(dataSet: GrowthDataSet): Promise<ExportMemory[]> {
  const measured: ExportMemory[] = [];
  for (const [path, caller] of csvExports(dataSet)) {
    await using server = await startHamla(dataSet);
    const [token] = await tokensOf(dataSet.owner, server.url, [caller]);
    const before_mb = residentMb(server.pid);
    const start = performance.now();
    const response = await fetch(`${server.url}/api/${path}&format=csv`, {
      headers: { authorization: `Bearer ${token}` },
    });
    if (!response.ok)
      throw new Error(`${path} responds ${response.status}: ${await response.text()}`);
    let [lines, first_ms] = [0, 0];
    for await (const chunk of response.body!) {
      first_ms ||= performance.now() - start;
      for (const byte of chunk) if (byte === 10) lines += 1;
      if (lines >= MAX_LINES) break;
    }
    const grown_mb = residentMb(server.pid, 'VmHWM') - before_mb;
    measured.push({ path, lines, first_ms, grown_mb });
  }
  return measured;
}
