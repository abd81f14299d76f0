import { isDeepStrictEqual } from 'node:util';
import { startHamla } from '../tools/hamla.ts';
import { fetchRequest, type HttpRequest } from '../tools/wrk.ts';
import type { ServerProcess } from '../tools/server-process.ts';
import { cleanUp, operations, requestsOf, type Operation } from '../data-set/operations.ts';
import type { DataSet } from '../data-set/data-set.ts';
import { installmentColumns, lists, type Dashboard, type Peer } from '../peers/peer.ts';
import type { ResponseSize } from './report.ts';

/** The number of people whose dashboards are compared. */
const PEOPLE = 20;

/** A peer's response is not the product's, so that measuring both would compare unlike work. */
export class UnlikeResponses extends Error {}

/**
 * Checks, before anything is timed, that each peer gives the product's results: the same tickets in the same order and the same
 * installments for each dashboard, no more and no fewer, and the same installments for a new ticket. Checks too that a peer
 * refuses another company's rows, and that the product compresses a dashboard for a browser.
 * @throws UnlikeResponses with the peer, the list and the first difference.
 */
export async function compareResponses(
  dataSet: DataSet,
  peers: readonly Peer[],
): Promise<ResponseSize[]> {
  await using hamla = await startHamla(dataSet);
  for (const peer of peers) await proveSecured(dataSet, peer);
  await proveCompressed(dataSet, hamla);
  return [
    ...(await compareDashboards(dataSet, hamla, peers)),
    ...(await compareCreations(dataSet, hamla, peers)),
  ];
}

/**
 * Checks that a peer gives a company its own rows and no other's, on its dashboard and from each table. The product needs no such
 * check: its request for a dashboard names no company.
 */
async function proveSecured(dataSet: DataSet, { name, server, operations: its, tables }: Peer) {
  const asked = its[operations.companyDashboard.name]!;
  const [token] = await asked.tokens!(dataSet, server.url);
  const of = (company: number) => [asked.request(0, company, token!), ...tables(company, token!)];
  const others = of(2);
  for (const [at, own] of of(1).entries()) {
    const given = await responseTo(server, own);
    // A peer that gives no rows at all would pass the next check.
    if (given.status >= 400 || !holdsRows(given.body))
      throw new UnlikeResponses(`${name} gives a company no rows of its own: ${given.summary}`);
    const foreign = await responseTo(server, others[at]!);
    if (foreign.status >= 500 || holdsRows(foreign.body))
      throw new UnlikeResponses(`${name} gives a company another's rows: ${foreign.summary}`);
  }
}

async function responseTo({ url }: ServerProcess, request: HttpRequest) {
  const response = await fetchRequest(url, request);
  const { status } = response;
  const body = await response.text();
  return { status, body, summary: `${request.path} answers ${status}: ${body.slice(0, 500)}` };
}

/** Each system has its own name for the key of a row. */
const holdsRows = (body: string) => /"(?:id|rowId|objectId)":/.test(body);

async function proveCompressed(dataSet: DataSet, { url }: ServerProcess): Promise<void> {
  const { request } = operations.compressedDashboard;
  const [token] = await dataSet.tokensFor('company', url);
  const { headers } = await fetchRequest(url, request(0, 1, token!));
  if (!headers.has('content-encoding'))
    throw new UnlikeResponses('the product does not compress a dashboard for a browser.');
}

/** The response bodies of requests `first` to `first + count - 1`. */
async function fetchBodies(
  dataSet: DataSet,
  operation: Operation,
  { url }: ServerProcess,
  { first, count }: { first: number; count: number },
): Promise<Buffer[]> {
  const tokens = (await operation.tokens?.(dataSet, url)) ?? [];
  const { people } = dataSet;
  const bodies: Buffer[] = [];
  for (const request of requestsOf(operation, tokens, { people, first, count })) {
    const response = await fetchRequest(url, request);
    const body = Buffer.from(await response.arrayBuffer());
    if (!response.ok)
      throw new Error(`${url} answers ${response.status}: ${body.subarray(0, 500).toString()}`);
    bodies.push(body);
  }
  return bodies;
}

async function compareDashboards(
  dataSet: DataSet,
  hamla: ServerProcess,
  peers: readonly Peer[],
): Promise<ResponseSize[]> {
  const asked = operations.companyDashboard;
  const some = { first: 0, count: PEOPLE };
  const line = (system: string, dashboards: readonly Dashboard[], bodies: readonly Buffer[]) => ({
    operation: asked.name,
    system,
    rows: rowsIn(dashboards),
    bytes: Math.round(bodies.reduce((sum, { length }) => sum + length, 0) / bodies.length),
  });
  const own = await fetchBodies(dataSet, asked, hamla, some);
  const wanted = own.map(ownDashboard).map(comparable);
  const sizes: ResponseSize[] = [line('Hamla', wanted, own)];
  for (const { name, operations: its, server, dashboardOf } of peers) {
    const bodies = await fetchBodies(dataSet, its[asked.name]!, server, some);
    const given = bodies.map((body) =>
      comparable(dashboardOf(JSON.parse(body.toString()) as never)),
    );
    for (const [index, dashboard] of given.entries())
      requireSame(`${name}'s dashboard of company ${index + 1}`, dashboard, wanted[index]!);
    sizes.push(line(name, given, bodies));
  }
  return sizes;
}

function rowsIn(dashboards: readonly Dashboard[]): string {
  const mean = (count: (dashboard: Dashboard) => number) =>
    (dashboards.reduce((sum, dashboard) => sum + count(dashboard), 0) / dashboards.length).toFixed(
      1,
    );
  const tickets = mean((dashboard) => lists.flatMap((list) => dashboard[list]).length);
  return `${tickets} tickets, ${mean(({ installments }) => installments.length)} installments`;
}

function ownDashboard(body: Buffer): Dashboard {
  const dashboard = JSON.parse(body.toString()) as Record<string, { items: never[] }>;
  const items = (name: string) => dashboard[name]!.items;
  return {
    current: items('current_tickets'),
    waiting: items('waiting_tickets'),
    old: items('old_tickets'),
    installments: [...items('overdue_installments'), ...items('upcoming_installments')],
  };
}

/** The fields that are compared: those that a dashboard shows. */
const ticketFields =
  'id,ticket_number,status,amount_sar,repayment_term,description,invoice_url,created_local_date,agency_name';

/** These fields of each row, with amounts as whole numbers. */
const pick = <Row extends object>(rows: readonly Row[], fields: string) =>
  rows.map((row) => {
    const values = fields.split(',').map((field) => {
      const value = row[field as keyof Row];
      return [field, field.includes('amount') ? Math.round(Number(value) * 100) : value];
    });
    return Object.fromEntries(values) as Row;
  });

const comparable = ({ current, waiting, old, installments }: Dashboard): Dashboard => ({
  current: pick(current, ticketFields),
  waiting: pick(waiting, ticketFields),
  old: pick(old, ticketFields),
  installments: pick(installments, installmentColumns).toSorted((a, b) =>
    `${a.due_date} ${a.id}`.localeCompare(`${b.due_date} ${b.id}`),
  ),
});

/** @throws UnlikeResponses with the first list that differs, its lengths and the first row that differs. */
function requireSame(subject: string, given: Dashboard, wanted: Dashboard): void {
  for (const list of [...lists, 'installments'] as const) {
    const [theirs, ours]: [readonly object[], readonly object[]] = [given[list], wanted[list]];
    const longer = theirs.length > ours.length ? theirs : ours;
    const at = longer.findIndex((_, index) => !isDeepStrictEqual(theirs[index], ours[index]));
    if (at < 0) continue;
    const name = list === 'installments' ? list : `${list} tickets`;
    const row = (rows: readonly object[]) => JSON.stringify(rows[at]) ?? 'missing';
    throw new UnlikeResponses(
      `${subject} has ${theirs.length} ${name}, the product's ${ours.length}. Number ${at + 1} is ${row(theirs)}, the product's ${row(ours)}.`,
    );
  }
}

/** The fields of a new ticket that do not differ by nature as id, number, time and invoice do. */
const commonFields = ['status', 'amount_sar', 'repayment_term', 'description', 'agency_name'];

async function compareCreations(
  dataSet: DataSet,
  hamla: ServerProcess,
  peers: readonly Peer[],
): Promise<ResponseSize[]> {
  const asked = operations.createTicket;
  const since = new Date();
  const create = async (system: string, operation: Operation, server: ServerProcess) => {
    const first = dataSet.numbers(1);
    const begun = new Date();
    await operation.singleUse!.prepare!(dataSet, first, 1);
    const [body] = await fetchBodies(dataSet, operation, server, { first, count: 1 });
    const ticket = JSON.parse(body!.toString()) as Record<string, unknown>;
    const { rows } = await dataSet.query<{ made: string; tickets: number; installments: number }>(
      `select json_agg(json_build_object('seq', i.seq, 'due_date', i.due_date, 'amount_sar', i.amount_sar, 'status', i.status,
                'is_of_the_answer', t.id = $2) order by i.seq)::text as made, count(distinct t.id)::integer as tickets, count(i.id)::integer as installments
         from tickets t left join ticket_installments i on i.ticket_id = t.id where t.created_at >= $1`,
      [begun, ticket.id],
    );
    const { made, tickets, installments } = rows[0]!;
    const said = commonFields.map((field) => `${field} ${String(ticket[field])}`).join(', ');
    return {
      answer: {
        operation: asked.name,
        system,
        rows: `${tickets} ticket${tickets === 1 ? '' : 's'}, ${installments} installments`,
        bytes: body!.length,
      },
      same: `${said}; ${tickets}: ${made}`,
    };
  };
  const wanted = await create('Hamla', asked, hamla);
  const answers = [wanted.answer];
  for (const peer of peers) {
    const operation = peer.operations[asked.name];
    if (!operation) continue;
    const made = await create(peer.name, operation, peer.server);
    if (made.same !== wanted.same)
      throw new UnlikeResponses(`${peer.name} makes ${made.same}, the product ${wanted.same}`);
    answers.push(made.answer);
  }
  await cleanUp(dataSet, since);
  return answers;
}
