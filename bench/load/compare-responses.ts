import { isDeepStrictEqual } from 'node:util';
import { riyadhDate } from '#domain/calendar.ts';
import { startHamla } from '../tools/hamla.ts';
import { fetchRequest, type HttpRequest } from '../tools/wrk.ts';
import type { ServerProcess } from '../tools/server-process.ts';
import { cleanUp, operations, requestsOf, type Operation } from '../data-set/operations.ts';
import type { DataSet } from '../data-set/data-set.ts';
import { lists, type Dashboard, type Installment, type Peer } from '../peers/peer.ts';
import type { ResponseSize } from './report.ts';

/** The number of people whose dashboards are compared. */
const PEOPLE = 20;

/**
 * Checks, before anything is timed, that each peer gives the product's results: the same tickets in the same order and the same
 * upcoming and overdue installments for each dashboard, field by field, and the same installments for a new ticket. Checks too
 * that a peer refuses another company's rows.
 * @throws Error naming the peer and the first difference.
 */
export async function compareResponses(
  dataSet: DataSet,
  peers: readonly Peer[],
): Promise<ResponseSize[]> {
  await using hamla = await startHamla(dataSet);
  for (const peer of peers) await proveSecured(dataSet, peer);
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
      throw new Error(`${name} gives a company no rows of its own: ${given.summary}`);
    const foreign = await responseTo(server, others[at]!);
    if (foreign.status >= 500 || holdsRows(foreign.body))
      throw new Error(`${name} gives a company another company's rows: ${foreign.summary}`);
  }
}

async function responseTo({ url }: ServerProcess, request: HttpRequest) {
  const answer = await fetchRequest(url, request);
  const { status } = answer;
  const body = await answer.text();
  return { status, body, summary: `${request.path} answers ${status}: ${body.slice(0, 500)}` };
}

/** Each system has its own name for the key of a row. */
const holdsRows = (body: string) => /"(?:id|rowId|objectId)":/.test(body);

/** The response bodies of requests `first` to `first + count - 1`. */
async function fetchBodies(
  dataSet: DataSet,
  operation: Operation,
  { url }: ServerProcess,
  { first, count }: { first: number; count: number },
): Promise<Buffer[]> {
  const tokens = (await operation.tokens?.(dataSet, url)) ?? [];
  const { people } = dataSet;
  const answers: Buffer[] = [];
  for (const request of requestsOf(operation, tokens, { people, first, count })) {
    const answer = await fetchRequest(url, request);
    const body = Buffer.from(await answer.arrayBuffer());
    if (!answer.ok)
      throw new Error(`${url} answers ${answer.status}: ${body.subarray(0, 500).toString()}`);
    answers.push(body);
  }
  return answers;
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
  const ours = own.map(ownDashboard);
  const wanted = ours.map(comparable);
  const answers: ResponseSize[] = [line('Hamla', ours, own)];
  for (const peer of peers) {
    const bodies = await fetchBodies(dataSet, peer.operations[asked.name]!, peer.server, some);
    const theirs = bodies.map((body) => peer.dashboardOf(JSON.parse(body.toString()) as never));
    for (const [person, dashboard] of theirs.map(comparable).entries())
      if (!isDeepStrictEqual(dashboard, wanted[person]))
        throw new Error(`${peer.name} gives ${firstDifference(dashboard, wanted[person]!)}`);
    answers.push(line(peer.name, theirs, bodies));
  }
  return answers;
}

/** Counts all rows, including those that are not compared. */
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

const halalas = (amount: string | number) => Math.round(Number(amount) * 100);

/** The fields that are compared: those that a dashboard shows, with amounts as whole numbers. */
function comparable(dashboard: Dashboard): Dashboard {
  const today = riyadhDate(new Date());
  const tickets = (list: (typeof lists)[number]) =>
    dashboard[list].map((ticket) => ({
      id: ticket.id,
      ticket_number: ticket.ticket_number,
      status: ticket.status,
      amount_sar: halalas(ticket.amount_sar),
      repayment_term: ticket.repayment_term,
      description: ticket.description,
      invoice_url: ticket.invoice_url,
      created_local_date: ticket.created_local_date,
      agency_name: ticket.agency_name,
    }));
  return {
    current: tickets('current'),
    waiting: tickets('waiting'),
    old: tickets('old'),
    installments: dashboard.installments
      .filter(
        ({ status, due_date }) => status === 'Overdue' || (status === 'Due' && due_date >= today),
      )
      .map((installment) => ({
        ticket_id: installment.ticket_id,
        seq: installment.seq,
        due_date: installment.due_date,
        amount_sar: halalas(installment.amount_sar),
        paid_amount: halalas(installment.paid_amount),
        status: installment.status,
      }))
      .toSorted((a, b) => placeOf(a).localeCompare(placeOf(b))),
  };
}

const placeOf = ({ due_date, ticket_id, seq }: Installment) => `${due_date} ${ticket_id} ${seq}`;

function firstDifference(given: Dashboard, wanted: Dashboard): string {
  for (const list of [...lists, 'installments'] as const)
    for (let at = 0; at < Math.max(given[list].length, wanted[list].length); at += 1) {
      const [one, other] = [given[list][at], wanted[list][at]];
      if (!isDeepStrictEqual(one, other))
        return `${list} ${at}: ${JSON.stringify(one)}, the product ${JSON.stringify(other)}`;
    }
  return 'the same';
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
      throw new Error(`${peer.name} makes ${made.same}, the product ${wanted.same}`);
    answers.push(made.answer);
  }
  await cleanUp(dataSet, since);
  return answers;
}
