import type { Caller } from '#server/platform/http/operations.ts';
import { startHamla } from '../tools/hamla.ts';
import { mostResidentMb, residentMb } from '../tools/processes.ts';
import { tokensOf } from '../tools/tokens.ts';
import type { GrowthWorld } from './growth-world.ts';

/** What a server needed while it wrote a file. */
export interface ExportMemory {
  name: string;
  lines: number;
  mb: number;
  seconds: number;
  /** Until its first line came, milliseconds. */
  first_ms: number;
  /** Resident memory in MB: before, and the most until it had written. */
  before: number;
  most: number;
}

/** Of more lines than these nothing new is learnt. */
const ENOUGH_LINES = 300_000;

/** A file that somebody may take along. */
interface CsvExport {
  name: string;
  path: string;
  caller: Caller;
}

/** Every list that is given as CSV: the desk's, and a company's and an agency's own. */
function csvExports({ staff, companies, agencies, grown, desk }: GrowthWorld): CsvExport[] {
  const [company, agency] = [companies[0]!, agencies[0]!];
  const at = (name: string, path: string, caller: Caller = staff) => ({ name, path, caller });
  const ofDesk = (name: string, path: string) => at(name, `/api/operations/${path}`);
  const statement = 'account-statement?from=2025-01-01&to=2026-11-20';
  return [
    ofDesk('payments', 'payments?list=all'),
    ofDesk('payout runs', 'payout-runs?'),
    ofDesk('overdue for more than 60 days', 'overdue?age=days_60_plus'),
    ofDesk('the journal', 'journal?'),
    ofDesk('the journal of an account', 'journal?account=receivable'),
    ofDesk('companies', 'companies?'),
    ofDesk('agencies', 'agencies?'),
    ofDesk('tickets to review', 'reviews?status=Approved'),
    ofDesk('bank statements', 'bank-statements?'),
    ofDesk('confirmed lines', `bank-statements/${desk.statement_id}/lines?list=confirmed`),
    ofDesk('reported transfers', 'transfer-reports?list=decided'),
    ofDesk("agencies' IBANs", 'iban-changes?list=ended'),
    ofDesk('the audit log', 'audit?'),
    ofDesk("a company's statement at the desk", `${statement}&company_id=${company.id}`),
    ofDesk("an agency's statement at the desk", `${statement}&agency_id=${agency.id}`),
    at("a company's statement", `/api/company/${statement}`, company),
    at("an agency's statement", `/api/agency/${statement}`, agency),
    at("a company's statement of 5,000 lines", `/api/company/${statement}`, grown.company),
    at("an agency's statement of 5,000 lines", `/api/agency/${statement}`, grown.agency),
  ].map((one) => ({ ...one, path: `${one.path}&format=csv` }));
}

/** Takes every file of a world, each from a server of its own, which has answered nobody before. */
export async function exportMemory(world: GrowthWorld): Promise<ExportMemory[]> {
  const found: ExportMemory[] = [];
  for (const one of csvExports(world)) found.push(await take(world, one));
  return found;
}

/** As fast as the server gives it, to the end or to so many lines. */
async function take(world: GrowthWorld, { name, path, caller }: CsvExport): Promise<ExportMemory> {
  await using server = await startHamla(world);
  const [token] = await tokensOf(world.owner, server.url, [caller]);
  const before = residentMb(server.pid);
  const begun = performance.now();
  const answer = await fetch(`${server.url}${path}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  if (!answer.ok) throw new Error(`${path} answers ${answer.status}: ${await answer.text()}`);
  let [bytes, lines, first_ms] = [0, 0, 0];
  for await (const chunk of answer.body!) {
    first_ms ||= performance.now() - begun;
    bytes += chunk.length;
    for (const byte of chunk) if (byte === 10) lines += 1;
    if (lines >= ENOUGH_LINES) break;
  }
  const seconds = (performance.now() - begun) / 1000;
  const most = mostResidentMb(server.pid);
  return { name, lines, mb: bytes / 2 ** 20, seconds, first_ms, before, most };
}
