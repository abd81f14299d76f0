import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Ticket } from '#api/tickets.ts';
import { pdf } from '#server/product-client/sample-uploads.ts';
import { expectSound } from '../assertions.ts';
import { Acknowledged, insistOn } from '../load.ts';
import { ask, lasting, offer, statusesOf, wireOf, type Answer, type Wire } from '../open-loop.ts';
import { signUpPeople, type People } from '../people.ts';
import { openRig, type Rig } from '../rig.ts';
import { descendantsOf } from '../../server/testing/server-process.ts';
import { scenario, type Outcome } from '../scenario.ts';

/** Every answer comes within this time, and after the fault within the other. */
const ANSWER_MS = 10_000;
const RECOVERED_MS = 5_000;
/** Requests a second, of all kinds. */
const RATE = 20;

export default scenario({
  id: 'R9',
  title: 'PostgreSQL is frozen, its connections are used up, its statements are slow',
  small: { fault_s: 11 },
  full: { fault_s: 60 },
  async run({ fault_s }, outcome) {
    await using rig = await openRig();
    const { url } = rig.server;
    const people = await signUpPeople(rig);
    const acknowledged = new Acknowledged();
    const kinds = await requestsOf(people, acknowledged, url);
    const figures: string[] = [];
    for (const [name, fault] of Object.entries(faults)) {
      await using ended = await fault(rig);
      const answers = await offer(url, RATE, kinds, lasting(fault_s * 1_000));
      await ended[Symbol.asyncDispose]();
      outcome.expectNone(breachesOf(answers).map((breach) => `While ${name}: ${breach}`));
      const recovered_ms = await recovery(url, kinds);
      outcome.expect(
        recovered_ms <= RECOVERED_MS,
        `${(recovered_ms / 1_000).toFixed(1)} s passed until all was answered after ${name}.`,
      );
      const slowest_s = Math.max(...answers.map(({ ms }) => ms)) / 1_000;
      figures.push(
        `${name} for ${fault_s} s: ${statusesOf(answers)}, the slowest ${slowest_s.toFixed(1)} s, ` +
          `back after ${(recovered_ms / 1_000).toFixed(1)} s`,
      );
    }
    await expectNoticedWhenPatient(rig, kinds, outcome);
    const sound = await expectSound(rig, people, acknowledged, outcome);
    return `${figures.join('; ')}; ${sound}`;
  },
});

/** What companies, agencies and staff ask for in turn: lists, a dashboard, a write, an upload, a file of a list, a sign-in. */
async function requestsOf(people: People, acknowledged: Acknowledged, url: string) {
  const [company] = people.companies;
  const token = await company!.token();
  const [agencyToken, staffToken] = [await people.agency.token(), await people.staff[0].token()];
  const p_invoice_url = await insistOn(() => [url]).invoice(company!);
  const creation = {
    key: randomUUID(),
    body: { p_agency_id: people.agency_id, p_amount_sar: '10.00', p_term_months: 1, p_invoice_url },
  };
  const made = await insistOn(() => [url]).call(
    company!,
    'create_ticket_with_installments',
    creation,
  );
  const ticket = JSON.parse(made.text) as Ticket;
  acknowledged.tickets.set(ticket.id, ticket.status);
  const { bytes } = pdf('Invoice.pdf', ['SAR 10.00']);
  const boundary = randomUUID();
  const part = `content-disposition: form-data; name="file"; filename="Invoice.pdf"\r\ncontent-type: application/pdf`;
  const list: Wire[] = [
    wireOf('company_dashboard', token),
    wireOf('agency_dashboard', agencyToken),
    wireOf('list_own_tickets', token),
    wireOf('list_own_tickets', token, { query: { format: 'csv' } }),
    wireOf('list_iban_changes', staffToken, { query: { list: 'pending' } }),
    wireOf('upsert_company', token, { body: { name: 'Najd Coffee Roasters' } }),
    // Answered as the first time.
    wireOf('create_ticket_with_installments', token, creation),
    {
      method: 'POST',
      path: '/api/files/invoice?index=0',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': `multipart/form-data; boundary=${boundary}`,
      },
      body: Buffer.concat([
        Buffer.from(`--${boundary}\r\n${part}\r\n\r\n`),
        bytes,
        Buffer.from(`\r\n--${boundary}--\r\n`),
      ]),
    },
    {
      method: 'POST',
      path: '/auth/v1/token?grant_type=password',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: company!.email, password: company!.password }),
    },
    { method: 'GET', path: '/readyz', headers: {} },
  ];
  return (n: number) => list[n % list.length]!;
}

/** Each begins a fault, which ends when it is disposed of, once. */
const faults: Record<string, (rig: Rig) => Promise<AsyncDisposable>> = {
  'PostgreSQL is frozen': async (rig) => {
    const postmaster = rig.postmaster();
    const frozen = [postmaster, ...descendantsOf(postmaster).map(({ pid }) => pid)];
    // The postmaster first, which would answer for the others.
    for (const pid of frozen) process.kill(pid, 'SIGSTOP');
    return once(async () => {
      for (const pid of frozen.toReversed()) process.kill(pid, 'SIGCONT');
    });
  },
  'its connections are used up': async (rig) => {
    const holder = await rig.owner();
    await holder.query('begin; lock table companies, auth.users in access exclusive mode');
    return once(async () => void (await holder.query('rollback')));
  },
  'its statements are slow': async (rig) => {
    const owner = await rig.owner();
    const { rows } = await owner.query<{ fast: string }>(
      `select pg_get_functiondef(oid) as fast from pg_proc where proname = 'check_session'`,
    );
    for (const { fast } of rows) await owner.query(slowly(fast));
    return once(async () => {
      for (const { fast } of rows) await owner.query(fast);
    });
  },
};

/** The same function after five seconds. */
const slowly = (definition: string) =>
  /^begin$/im.test(definition)
    ? definition.replace(/^begin$/im, 'begin\n  perform pg_sleep(5);')
    : definition.replace(/AS \$function\$/, 'AS $function$ select pg_sleep(5);');

function once(end: () => Promise<void>): AsyncDisposable {
  let ended: Promise<void> | undefined;
  return { [Symbol.asyncDispose]: () => (ended ??= end()) };
}

function breachesOf(answers: readonly Answer[]): string[] {
  const nameOf = ({ request: { method, path }, ms, status }: Answer) =>
    `${method} ${path} with ${status} after ${(ms / 1_000).toFixed(1)} s`;
  const late = answers.filter(({ ms }) => ms > ANSWER_MS);
  const others = answers.filter(
    ({ status, retryAfter }) => status !== 200 && !(status === 503 && retryAfter !== null),
  );
  return [
    ...(late.length > 0
      ? [`${late.length} late answers: ${late.slice(0, 3).map(nameOf).join()}.`]
      : []),
    ...(others.length > 0
      ? [`${others.length} other answers: ${others.slice(0, 3).map(nameOf).join()}.`]
      : []),
  ];
}

/** Milliseconds until each kind of request is answered with 200. */
async function recovery(url: string, kinds: (n: number) => Wire): Promise<number> {
  const agent = new Agent({ keepAlive: true });
  const from = performance.now();
  for (let n = 0; n < 10; n += 1)
    while ((await ask(url, kinds(n), agent)).status !== 200) await pause(50);
  agent.destroy();
  return performance.now() - from;
}

/** The negative control: a server whose requests wait for as long as PostgreSQL does. */
async function expectNoticedWhenPatient(
  rig: Rig,
  kinds: (n: number) => Wire,
  outcome: Outcome,
): Promise<void> {
  outcome.expectNone(await rig.server.stop());
  await rig.server.start({ DATABASE_TIMEOUT_SECONDS: '60' });
  await rig.server.ready();
  await recovery(rig.server.url, kinds);
  await using frozen = await faults['PostgreSQL is frozen']!(rig);
  const asked = offer(rig.server.url, RATE, kinds, lasting(1_000));
  await pause(ANSWER_MS + 1_000);
  await frozen[Symbol.asyncDispose]();
  outcome.expectNoticed('a server that waits for PostgreSQL', breachesOf(await asked));
}
