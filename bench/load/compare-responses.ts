import { deepStrictEqual } from 'node:assert/strict';
import { cleanUp, type DataSet } from '../data-set/data-set.ts';
import { operations, requestsOf, type Requests } from '../data-set/operations.ts';
import { installmentColumns, lists, type Dashboard, type Peer, type Row } from '../peers/peer.ts';
import { say } from '../tools/documents.ts';
import { startHamla } from '../tools/hamla.ts';
import type { ServerProcess } from '../tools/server-process.ts';
import { fetchRequest, type HttpRequest } from '../tools/wrk.ts';

const { companyDashboard, compressedDashboard, createTicket } = operations;
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
  await proveCompressed(dataSet, hamla);
  const some = { first: 0, count: PEOPLE };
  const own = await fetchAnswers(dataSet, companyDashboard, hamla, some);
  const dashboards = own.map((answer) => comparable(ownDashboard(answer as OwnDashboard)));
  const ticket = await createOne(dataSet, createTicket, hamla);
  say(`A new ticket: ${ticket}`);
  for (const peer of peers) {
    const { name, server, operations: its } = peer;
    try {
      await proveSecured(dataSet, peer);
      const answers = await fetchAnswers(dataSet, its[companyDashboard.name]!, server, some);
      deepStrictEqual(
        answers.map((answer) => comparable(peer.dashboardOf(answer as never))),
        dashboards,
      );
      const create = its[createTicket.name];
      if (create) deepStrictEqual(await createOne(dataSet, create, server), ticket);
    } catch (cause) {
      const difference = cause instanceof Error ? cause.message : String(cause);
      throw new Error(`Nothing is measured: unlike the product, ${name}: ${difference}`, { cause });
    }
  }
  const tickets = dashboards.flatMap((dashboard) => lists.flatMap((list) => dashboard[list]));
  say(`All give the same dashboards of ${PEOPLE} companies, with ${tickets.length} tickets.`);
}

/**
 * Checks that a peer gives a company its own rows and no other's, on its dashboard and from each table. The product needs no such
 * check: its request for a dashboard names no company.
 */
async function proveSecured(dataSet: DataSet, { server, operations: its, tables }: Peer) {
  const { request, tokens } = its[companyDashboard.name]!;
  const [token] = await tokens!(dataSet, server.url);
  const of = (company: number) => [request(0, company, token!), ...tables(company, token!)];
  const others = of(2);
  for (const [at, own] of of(1).entries()) {
    const given = await responseTo(server, own);
    // A peer that gives no rows at all would pass the next check.
    if (given.status >= 400 || !holdsRows(given.body))
      throw new Error(`A company gets no rows of its own: ${given.summary}`);
    const foreign = await responseTo(server, others[at]!);
    if (foreign.status >= 500 || holdsRows(foreign.body))
      throw new Error(`A company gets another's rows: ${foreign.summary}`);
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
  const [token] = await compressedDashboard.tokens!(dataSet, url);
  const { headers } = await fetchRequest(url, compressedDashboard.request(0, 1, token!));
  if (!headers.has('content-encoding'))
    throw new Error('the product does not compress a dashboard for a browser.');
}

/** The responses to requests `first` to `first + count - 1`, parsed. */
async function fetchAnswers(
  dataSet: DataSet,
  operation: Requests,
  server: ServerProcess,
  { first, count }: { first: number; count: number },
): Promise<unknown[]> {
  const tokens = (await operation.tokens?.(dataSet, server.url)) ?? [];
  const answers: unknown[] = [];
  for (const request of requestsOf(operation, tokens, { people: dataSet.people, first, count })) {
    const { status, body, summary } = await responseTo(server, request);
    if (status >= 400) throw new Error(summary);
    answers.push(JSON.parse(body));
  }
  return answers;
}

type OwnDashboard = Record<string, { items: Row[] }>;

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
const pick = (rows: readonly Row[], fields: string): Row[] =>
  rows.map((row) =>
    Object.fromEntries(
      fields.split(',').map((field) => {
        const value = row[field];
        return [field, field.includes('amount') ? Math.round(Number(value) * 100) : value];
      }),
    ),
  );

/** The part of a dashboard that two systems have in common. Sorts the installments, which come in any order. */
function comparable({ installments, ...tickets }: Dashboard): Dashboard {
  const [current, waiting, old] = lists.map((list) => pick(tickets[list], ticketFields));
  const keyOf = ({ due_date, id }: Row) => `${String(due_date)} ${String(id)}`;
  const sorted = pick(installments, installmentColumns).toSorted((a, b) =>
    keyOf(a).localeCompare(keyOf(b)),
  );
  return { current: current!, waiting: waiting!, old: old!, installments: sorted };
}

/** The fields of a new ticket that do not differ by nature as id, number, time and invoice do. */
const commonFields = ['status', 'amount_sar', 'repayment_term', 'description', 'agency_name'];

/** Creates a ticket, and says what came of it: its fields, the number of tickets and their installments. Deletes it. */
async function createOne(
  dataSet: DataSet,
  operation: Requests,
  server: ServerProcess,
): Promise<string> {
  const first = dataSet.numbers(1);
  const begun = new Date();
  await operation.singleUse!.prepare!(dataSet, first, 1);
  const [answer] = await fetchAnswers(dataSet, operation, server, { first, count: 1 });
  const ticket = answer as Row;
  const { rows } = await dataSet.client.query<{ made: string; tickets: number }>(
    `select count(distinct t.id)::integer as tickets,
            json_agg(json_build_object('seq', i.seq, 'due_date', i.due_date, 'amount_sar', i.amount_sar,
              'status', i.status, 'is_of_the_answer', t.id = $2) order by i.seq)::text as made
       from tickets t left join ticket_installments i on i.ticket_id = t.id where t.created_at >= $1`,
    [begun, ticket.id],
  );
  await cleanUp(dataSet, begun);
  const said = commonFields.map((field) => `${field} ${String(ticket[field])}`).join(', ');
  return `${said}; ${rows[0]!.tickets}: ${rows[0]!.made}`;
}
