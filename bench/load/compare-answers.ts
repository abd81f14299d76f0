import { isDeepStrictEqual } from 'node:util';
import { riyadhDate } from '#domain/calendar.ts';
import { startHamla } from '../tools/hamla.ts';
import { fetchOf, type HttpRequest } from '../tools/wrk.ts';
import type { ServerProcess } from '../tools/server-process.ts';
import { cleanUp, operations, requestsOf, type Operation } from '../world/operations.ts';
import type { World } from '../world/world.ts';
import { lists, type Dashboard, type Installment, type Peer } from '../peers/peer.ts';
import type { Answer } from './report.ts';

/** So many people's dashboards are compared. */
const PEOPLE = 20;

/**
 * Nothing is timed before the peers have given what the product gives: of each dashboard the same tickets in the same order, the
 * same installments that are upcoming or overdue, each with the same fields; and the same new ticket with the same installments;
 * and to nobody a row of somebody else's.
 * @throws Error naming the peer and what it answers otherwise.
 */
export async function compareAnswers(world: World, peers: readonly Peer[]): Promise<Answer[]> {
  await using hamla = await startHamla(world);
  for (const peer of peers) await proveSecured(world, peer);
  return [
    ...(await compareDashboards(world, hamla, peers)),
    ...(await compareCreations(world, hamla, peers)),
  ];
}

/**
 * A peer gives a company its rows and no other's, of its dashboard and of each table: the product's request for a dashboard names
 * no company, so of the product nothing can be asked that it would have to keep back.
 */
async function proveSecured(world: World, { name, server, operations: its, tables }: Peer) {
  const asked = its[operations.companyDashboard.name]!;
  const [token] = await asked.tokens!(world, server.url);
  const of = (company: number) => [asked.request(0, company, token!), ...tables(company, token!)];
  const others = of(2);
  for (const [at, own] of of(1).entries()) {
    const given = await answerTo(server, own);
    // Else that it gives nothing of another's would prove nothing.
    if (given.status >= 400 || !holdsRows(given.body))
      throw new Error(`${name} gives a company nothing of its own: ${given.said}`);
    const kept = await answerTo(server, others[at]!);
    if (kept.status >= 500 || holdsRows(kept.body))
      throw new Error(`${name} gives a company another's: ${kept.said}`);
  }
}

async function answerTo({ url }: ServerProcess, request: HttpRequest) {
  const answer = await fetchOf(url, request);
  const { status } = answer;
  const body = await answer.text();
  return { status, body, said: `${request.path} answers ${status}: ${body.slice(0, 500)}` };
}

/** Each system names the key of a row in its own way. */
const holdsRows = (body: string) => /"(?:id|rowId|objectId)":/.test(body);

/** The answers to requests `first` to `first + count - 1`. */
async function ask(
  world: World,
  operation: Operation,
  { url }: ServerProcess,
  { first, count }: { first: number; count: number },
): Promise<Buffer[]> {
  const tokens = (await operation.tokens?.(world, url)) ?? [];
  const { people } = world;
  const answers: Buffer[] = [];
  for (const request of requestsOf(operation, tokens, { people, first, count })) {
    const answer = await fetchOf(url, request);
    const body = Buffer.from(await answer.arrayBuffer());
    if (!answer.ok)
      throw new Error(`${url} answers ${answer.status}: ${body.subarray(0, 500).toString()}`);
    answers.push(body);
  }
  return answers;
}

async function compareDashboards(
  world: World,
  hamla: ServerProcess,
  peers: readonly Peer[],
): Promise<Answer[]> {
  const asked = operations.companyDashboard;
  const some = { first: 0, count: PEOPLE };
  const line = (system: string, dashboards: readonly Dashboard[], bodies: readonly Buffer[]) => ({
    operation: asked.name,
    system,
    rows: rowsIn(dashboards),
    bytes: Math.round(bodies.reduce((sum, { length }) => sum + length, 0) / bodies.length),
  });
  const own = await ask(world, asked, hamla, some);
  const ours = own.map(ownDashboard);
  const wanted = ours.map(comparable);
  const answers: Answer[] = [line('Hamla', ours, own)];
  for (const peer of peers) {
    const bodies = await ask(world, peer.operations[asked.name]!, peer.server, some);
    const theirs = bodies.map((body) => peer.dashboardOf(JSON.parse(body.toString()) as never));
    for (const [person, dashboard] of theirs.map(comparable).entries())
      if (!isDeepStrictEqual(dashboard, wanted[person]))
        throw new Error(`${peer.name} gives ${firstDifference(dashboard, wanted[person]!)}`);
    answers.push(line(peer.name, theirs, bodies));
  }
  return answers;
}

/** All that they give, also what is not compared. */
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

/** What is compared: what a dashboard shows, each amount as a whole number, without what one system adds. */
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

/** What a new ticket says, without what is its own alone: id, number, moment, invoice. */
const commonFields = ['status', 'amount_sar', 'repayment_term', 'description', 'agency_name'];

async function compareCreations(
  world: World,
  hamla: ServerProcess,
  peers: readonly Peer[],
): Promise<Answer[]> {
  const asked = operations.createTicket;
  const since = new Date();
  const create = async (system: string, operation: Operation, server: ServerProcess) => {
    const first = world.numbers(1);
    const begun = new Date();
    await operation.once!.prepare!(world, first, 1);
    const [body] = await ask(world, operation, server, { first, count: 1 });
    const ticket = JSON.parse(body!.toString()) as Record<string, unknown>;
    const { rows } = await world.query<{ made: string; tickets: number; installments: number }>(
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
  await cleanUp(world, since);
  return answers;
}
