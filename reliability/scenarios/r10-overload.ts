import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Agent } from 'node:http';
import type { Ticket } from '#api/tickets.ts';
import { expectSound } from '../assertions.ts';
import { Acknowledged, insistOn } from '../load.ts';
import { ask, lasting, offer, percentile, statusesOf, wireOf, type Answer } from '../open-loop.ts';
import type { Wire } from '../open-loop.ts';
import { signUpPeople } from '../people.ts';
import { openRig, type Rig } from '../rig.ts';
import { scenario, type Outcome } from '../scenario.ts';

/**
 * At twice the load 99 of 100 accepted requests are answered within this time, and each one afterwards. At five times no time
 * is promised: whoever sends so much here takes the processors that answer.
 */
const ACCEPTED_MS = 1_000;
const PROMPT_TIMES = 2;
/** Megabytes that the server's memory may grow by. */
const GROWTH_MB = 150;
/** Requests at the same time while what the server carries is measured. */
const WORKERS = 16;
/** Seconds of the measurement that do not count. */
const WARM_S = 2;
/** Calls that must all be accepted as soon as the overload is over. */
const AFTERWARDS = 30;

export default scenario({
  id: 'R10',
  title: 'more is offered than the server carries',
  small: { tickets: 60, carried_s: 6, overload_s: { 2: 8, 5: 6 }, control_s: 4 },
  full: { tickets: 2_000, carried_s: 20, overload_s: { 2: 600, 5: 120 }, control_s: 30 },
  async run({ tickets, carried_s, overload_s, control_s }, outcome) {
    await using rig = await openRig();
    const { server } = rig;
    const { url } = server;
    const people = await signUpPeople(rig);
    const insisting = insistOn(() => [url]);
    const acknowledged = new Acknowledged();
    const tokens = await Promise.all(people.companies.map((company) => company.token()));
    const agencyToken = await people.agency.token();
    const creations: { wire: Wire; of: number }[] = [];
    while (creations.length < tickets) {
      const of = creations.length % tokens.length;
      const p_invoice_url = await insisting.invoice(people.companies[of]!);
      const body = { p_agency_id: people.agency_id, p_amount_sar: '10.00', p_term_months: 1 };
      const wire = wireOf('create_ticket_with_installments', tokens[of]!, {
        key: randomUUID(),
        body: { ...body, p_invoice_url },
      });
      creations.push({ wire, of });
    }
    let created = 0;
    const next = (n: number): Wire => {
      const token = tokens[n % tokens.length]!;
      if (n % 20 === 0 && created < creations.length) return creations[created++]!.wire;
      if (n % 20 === 10)
        return wireOf('upsert_company', token, {
          body: { revenue_last_6_months: Array<string>(6).fill(`${50_000 + n}.00`) },
        });
      if (n % 4 === 1) return wireOf('list_own_tickets', token);
      if (n % 4 === 2) return wireOf('agency_dashboard', agencyToken);
      return wireOf('company_dashboard', token);
    };

    const carried = await carriedRate(url, next, carried_s);
    const pid = server.process()!.child.pid!;
    const before_mb = memoryMb(pid);
    const figures: string[] = [];
    for (const [times, seconds] of Object.entries(overload_s)) {
      const most = watchMemory(pid);
      const found = await offer(url, carried * Number(times), next, lasting(seconds * 1_000));
      const peak_mb = most();
      const breaches = [
        ...unclean(found),
        ...(accepted(found).length === found.length ? ['Nothing was refused.'] : []),
        ...(Number(times) === PROMPT_TIMES ? slow(found) : []),
      ];
      outcome.expectNone(breaches.map((breach) => `At ${times} times the load: ${breach}`));
      outcome.expect(
        peak_mb - before_mb <= GROWTH_MB,
        `The server's memory grew from ${before_mb} to ${peak_mb} MB.`,
      );
      figures.push(`${times} times: ${figuresOf(found, seconds)}, ${peak_mb} MB`);
      await expectEase(url, next, outcome);
    }
    outcome.expect(server.process()!.child.exitCode === null, 'The server has ended.');

    // What was not accepted, or not answered, is asked for again under its key.
    for (const { wire, of } of creations) {
      const body: unknown = JSON.parse(String(wire.body));
      const key = wire.headers['idempotency-key']!;
      const { text } = await insisting.call(
        people.companies[of]!,
        'create_ticket_with_installments',
        { key, body },
      );
      const { id, status } = JSON.parse(text) as Ticket;
      acknowledged.tickets.set(id, status);
    }
    await expectNoticedWhenPatient(rig, next, carried, control_s, outcome);
    const sound = await expectSound(rig, people, acknowledged, outcome);
    return `${Math.round(carried)} requests a second carried; ${figures.join('; ')}; ${sound}`;
  },
});

/** As many as are answered a second when a few callers wait for each answer. */
async function carriedRate(url: string, next: (n: number) => Wire, seconds: number) {
  const agent = new Agent({ keepAlive: true });
  const isOver = lasting(seconds * 1_000);
  const isWarm = lasting(WARM_S * 1_000);
  let [n, before] = [0, 0];
  const work = async () => {
    while (!isOver()) {
      await ask(url, next((n += 1)), agent);
      if (!isWarm()) before = n;
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, work));
  agent.destroy();
  // A server that has just started is still being compiled.
  return (n - before) / (seconds - WARM_S);
}

const isAccepted = ({ status }: Answer) => status >= 200 && status < 400;
const accepted = (answers: readonly Answer[]) => answers.filter(isAccepted);

/** Of what is accepted, the time within which 99 of 100 are answered. */
const p99Of = (answers: readonly Answer[]) =>
  percentile(
    accepted(answers).map(({ ms }) => ms),
    0.99,
  );

function slow(answers: readonly Answer[]): string[] {
  const ms = p99Of(answers);
  return ms > ACCEPTED_MS ? [`1 of 100 accepted took ${Math.round(ms)} ms and longer.`] : [];
}

/** Neither accepted nor refused by a 503 that says what it is and when to try again. */
function unclean(answers: readonly Answer[]): string[] {
  const others = answers.filter((answer) => {
    const { status, retryAfter, text } = answer;
    const isRefused = status === 503 && retryAfter !== null && text.includes('"unavailable"');
    return !isAccepted(answer) && !isRefused;
  });
  if (others.length === 0) return [];
  return [`Neither accepted nor refused: ${statusesOf(others)}, such as ${others[0]!.text}.`];
}

function figuresOf(answers: readonly Answer[], seconds: number): string {
  const [offered, taken] = [answers, accepted(answers)].map(({ length }) =>
    Math.round(length / seconds),
  );
  return `${offered} a second offered, ${taken} accepted, p99 ${Math.round(p99Of(answers))} ms`;
}

/** As soon as the overload is over, all is accepted, in time. */
async function expectEase(url: string, next: (n: number) => Wire, outcome: Outcome) {
  const agent = new Agent({ keepAlive: true });
  const found: Answer[] = [];
  for (let n = 1; n <= AFTERWARDS; n += 1) found.push(await ask(url, next(4 * n + 3), agent));
  agent.destroy();
  outcome.expect(
    accepted(found).length === found.length,
    `After the overload: ${statusesOf(found)}.`,
  );
  outcome.expectNone(slow(found).map((breach) => `After the overload: ${breach}`));
}

/** The negative control: a server that lets sixty times as many wait, and answers them all. */
async function expectNoticedWhenPatient(
  { server }: Rig,
  next: (n: number) => Wire,
  carried: number,
  seconds: number,
  outcome: Outcome,
) {
  outcome.expectNone(await server.stop());
  await server.start({ DATABASE_TIMEOUT_SECONDS: '300' });
  await server.ready();
  const found = await offer(server.url, PROMPT_TIMES * carried, next, lasting(seconds * 1_000));
  outcome.expectNoticed('a server that lets all wait', slow(found));
  outcome.expectNone(await server.stop());
  await server.start();
  await server.ready();
}

const memoryMb = (pid: number) =>
  Math.round(
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024,
  );

/** @returns a function that ends the watch and gives the most that was seen. */
function watchMemory(pid: number): () => number {
  let most = 0;
  const timer = setInterval(() => (most = Math.max(most, memoryMb(pid))), 250);
  return () => {
    clearInterval(timer);
    return most;
  };
}
