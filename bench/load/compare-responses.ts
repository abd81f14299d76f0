import { deepStrictEqual } from 'node:assert/strict';
import { cleanUp, type DataSet } from '../data-set/data-set.ts';
import { operations, requestsOf, type Operation } from '../data-set/operations.ts';
import { installmentColumns, lists, type Dashboard, type Peer } from '../peers/peer.ts';
import { say } from '../tools/documents.ts';
import { startHamla } from '../tools/hamla.ts';
import type { ServerProcess } from '../tools/server-process.ts';
import { fetchRequest, type HttpRequest } from '../tools/wrk.ts';

/** The number of people whose dashboards are compared. */
const PEOPLE = 20;

/**
 * Checks, before anything is timed, that each peer gives the product's results: the same tickets in the same order and the same
 * installments for each dashboard, no more and no fewer, and the same installments for a new ticket. Checks too that a peer
 * refuses another company's rows, and that the product compresses a dashboard for a browser.
 * @throws Error with the peer and the difference.
 */
export async function compareResponses(dataSet: DataSet, peers: readonly Peer[]): Promise<void> {
  await using hamla = await startHamla(dataSet);
  for (const peer of peers) await proveSecured(dataSet, peer);
  await proveCompressed(dataSet, hamla);
  await compareDashboards(dataSet, hamla, peers);
  await compareCreations(dataSet, hamla, peers);
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
      throw new Error(`${name} gives a company no rows of its own: ${given.summary}`);
    const foreign = await responseTo(server, others[at]!);
    if (foreign.status >= 500 || holdsRows(foreign.body))
      throw new Error(`${name} gives a company another's rows: ${foreign.summary}`);
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
  const { request, tokens } = operations.compressedDashboard;
  const [token] = await tokens!(dataSet, url);
  const { headers } = await fetchRequest(url, request(0, 1, token!));
  if (!headers.has('content-encoding'))
    throw new Error('the product does not compress a dashboard for a browser.');
}

/** The responses to requests `first` to `first + count - 1`, parsed. */
async function fetchAnswers(
  dataSet: DataSet,
  operation: Operation,
  { url }: ServerProcess,
  { first, count }: { first: number; count: number },
): Promise<unknown[]> {
  const tokens = (await operation.tokens?.(dataSet, url)) ?? [];
  const { people } = dataSet;
  const answers: unknown[] = [];
  for (const request of requestsOf(operation, tokens, { people, first, count })) {
    const response = await fetchRequest(url, request);
    const body = await response.text();
    if (!response.ok) throw new Error(`${url} answers ${response.status}: ${body.slice(0, 500)}`);
    answers.push(JSON.parse(body));
  }
  return answers;
}

async function compareDashboards(
  dataSet: DataSet,
  hamla: ServerProcess,
  peers: readonly Peer[],
): Promise<void> {
  const asked = operations.companyDashboard;
  const some = { first: 0, count: PEOPLE };
  const own = await fetchAnswers(dataSet, asked, hamla, some);
  const dashboards = own.map((answer) => ownDashboard(answer as OwnDashboard));
  for (const { name, operations: its, server, dashboardOf } of peers) {
    const answers = await fetchAnswers(dataSet, its[asked.name]!, server, some);
    for (const [index, answer] of answers.entries()) {
      const [given, wanted] = [dashboardOf(answer as never), dashboards[index]!].map(comparable);
      requireSame(`${name}'s dashboard of company ${index + 1}`, given, wanted);
    }
  }
  const tickets = dashboards.flatMap((dashboard) => lists.flatMap((list) => dashboard[list]));
  say(`All give the same dashboards of ${PEOPLE} companies, with ${tickets.length} tickets.`);
}

type OwnDashboard = Record<string, { items: never[] }>;

function ownDashboard(dashboard: OwnDashboard): Dashboard {
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

const comparable = (dashboard: Dashboard) => ({
  ...Object.fromEntries(lists.map((list) => [list, pick(dashboard[list], ticketFields)])),
  installments: pick(dashboard.installments, installmentColumns).toSorted((a, b) =>
    `${a.due_date} ${a.id}`.localeCompare(`${b.due_date} ${b.id}`),
  ),
});

/** @throws Error with the difference. */
function requireSame(subject: string, given: unknown, wanted: unknown): void {
  try {
    deepStrictEqual(given, wanted);
  } catch (cause) {
    throw new Error(`Nothing is measured: ${subject} is not the product's.`, { cause });
  }
}

/** The fields of a new ticket that do not differ by nature as id, number, time and invoice do. */
const commonFields = ['status', 'amount_sar', 'repayment_term', 'description', 'agency_name'];

async function compareCreations(
  dataSet: DataSet,
  hamla: ServerProcess,
  peers: readonly Peer[],
): Promise<void> {
  const asked = operations.createTicket;
  const since = new Date();
  const create = async (operation: Operation, server: ServerProcess): Promise<string> => {
    const first = dataSet.numbers(1);
    const begun = new Date();
    await operation.singleUse!.prepare!(dataSet, first, 1);
    const [answer] = await fetchAnswers(dataSet, operation, server, { first, count: 1 });
    const ticket = answer as Record<string, unknown>;
    const { rows } = await dataSet.client.query<{ made: string; tickets: number }>(
      `select count(distinct t.id)::integer as tickets,
              json_agg(json_build_object('seq', i.seq, 'due_date', i.due_date, 'amount_sar', i.amount_sar,
                'status', i.status, 'is_of_the_answer', t.id = $2) order by i.seq)::text as made
         from tickets t left join ticket_installments i on i.ticket_id = t.id where t.created_at >= $1`,
      [begun, ticket.id],
    );
    const said = commonFields.map((field) => `${field} ${String(ticket[field])}`).join(', ');
    return `${said}; ${rows[0]!.tickets}: ${rows[0]!.made}`;
  };
  const wanted = await create(asked, hamla);
  say(`A new ticket: ${wanted}`);
  for (const { name, server, operations: its } of peers) {
    const operation = its[asked.name];
    if (!operation) continue;
    requireSame(`${name}'s new ticket`, await create(operation, server), wanted);
  }
  await cleanUp(dataSet, since);
}
