import { cleanUp, operations, tokensOf, type Operation } from './operations.ts';
import type { Peer } from './peers.ts';
import type { Answer } from './report.ts';
import type { ServerProcess } from './server-process.ts';
import type { World } from './world.ts';
import { firstAnswer } from './wrk.ts';

/** Rows made ready for each ticket that is created: the load generator may have sent a second request. */
const SPARE = 20;
/** Far above the numbers of the measurements. */
let number = 500_000_000;

/**
 * Nothing is timed before the peers have given the product's rows: the same tickets of a dashboard, and the same new ticket
 * with the same installments.
 * @throws Error naming the peer that answers something else.
 */
export async function compareAnswers(
  world: World,
  hamla: ServerProcess,
  peers: readonly Peer[],
): Promise<Answer[]> {
  return [
    ...(await compareDashboards(world, hamla, peers)),
    ...(await compareCreations(world, hamla, peers)),
  ];
}

const own = (name: string) => operations.find((operation) => operation.name === name)!;

async function ask(
  world: World,
  operation: Operation,
  { url }: ServerProcess,
  first: number,
): Promise<string> {
  const tokens = await tokensOf(operation, world, url, { first: 0, count: 0 });
  const lua = operation.lua(world);
  const answer = await firstAnswer({ url, lua, tokens, first, connections: 1, seconds: 1 });
  if (answer.status !== 200)
    throw new Error(`${url} answers ${answer.status}: ${answer.body.slice(0, 500)}`);
  return answer.body;
}

async function compareDashboards(
  world: World,
  hamla: ServerProcess,
  peers: readonly Peer[],
): Promise<Answer[]> {
  const asked = own('company dashboard');
  const body = await ask(world, asked, hamla, 7);
  const dashboard = JSON.parse(body) as Record<string, { items: { id: string }[] }>;
  const wanted = ['current_tickets', 'waiting_tickets', 'old_tickets'].flatMap((list) =>
    dashboard[list]!.items.map(({ id }) => id),
  );
  const rows = `${wanted.length} tickets`;
  const line = (system: string, { length }: string) => ({
    operation: asked.name,
    system,
    rows,
    bytes: length,
  });
  const answers = [line('Hamla', body)];
  for (const peer of peers) {
    const answer = await ask(world, peer.operations[asked.name]!, peer.server, 7);
    const given = peer.ticketsOf(answer);
    if (given.toSorted().join() !== wanted.toSorted().join())
      throw new Error(`${peer.name} gives ${given.length} tickets, not the product's ${rows}`);
    answers.push(line(peer.name, answer));
  }
  return answers;
}

/** What a new ticket says, without what is its own alone: id, number, moment, invoice. */
const commonFields = ['status', 'amount_sar', 'repayment_term', 'description', 'agency_name'];

async function compareCreations(
  world: World,
  hamla: ServerProcess,
  peers: readonly Peer[],
): Promise<Answer[]> {
  const asked = own('create ticket');
  const since = new Date();
  const create = async (system: string, operation: Operation, server: ServerProcess) => {
    number += 1000 * world.people;
    await operation.prepare!(world, number, SPARE);
    const body = await ask(world, operation, server, number);
    const ticket = JSON.parse(body) as Record<string, unknown>;
    const { rows } = await world.query<{ count: string; sum: string }>(
      'select count(*), sum(amount_sar) from ticket_installments where ticket_id = $1',
      [ticket.id],
    );
    const said = commonFields.map((field) => `${field} ${String(ticket[field])}`).join(', ');
    const made = `a ticket, ${rows[0]!.count} installments`;
    return {
      answer: { operation: asked.name, system, rows: made, bytes: body.length },
      same: `${said}; ${made} of ${rows[0]!.sum}`,
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
