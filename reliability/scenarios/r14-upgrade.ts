import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { isDeepStrictEqual } from 'node:util';
import { setTimeout as pause } from 'node:timers/promises';
import { Client, escapeLiteral, type ClientConfig } from 'pg';
import { pino } from 'pino';
import { operations, type Operation, type OperationId } from '#api/operations.ts';
import { demoAgencies, demoCompanies, demoPassword, demoStaff } from '#server/demo/people.ts';
import { repositoryRoot } from '#server/platform/config/repository-root.ts';
import { startEmbeddedPostgres } from '#server/platform/database/embedded.ts';
import { connectionToUrl, rolePassword, roles } from '#server/platform/database/pools.ts';
import { raisedQuotas } from '#server/platform/quotas.testing.ts';
import { ticketRequest, requesterWith } from '#server/product-client/financing.ts';
import { send } from '#server/product-client/product-client.ts';
import { brokenInvariants } from '../../server/testing/invariants.ts';
import { callsFile, newestReleaseCalls } from '../../server/testing/release-calls.ts';
import { loadRelease, readRelease } from '../../server/testing/release-data.ts';
import { testSecretKey, testSecrets } from '../../server/testing/secrets.ts';
import { brokenPages, expectCleanStop, expectLive } from '../assertions.ts';
import { Acknowledged } from '../load.ts';
import { signUpPeople } from '../people.ts';
import { openRig } from '../rig.ts';
import { scenario, SkippedError } from '../scenario.ts';

/**
 * Servers of the last recorded release work under load on its data; this build migrates their database and serves beside
 * them; another server of the release starts on the new schema.
 */
export default scenario({
  id: 'R14',
  title: 'an upgrade under load, both releases side by side',
  small: { seconds: 4 },
  full: { seconds: 60 },
  async run({ seconds }, outcome) {
    const recorded = await newestReleaseCalls();
    if (!recorded) throw new Error('No release is recorded.');
    const { release } = recorded;
    await using opened = new AsyncDisposableStack();
    const folder = mkdtempSync(join(tmpdir(), 'hamla-upgrade-'));
    opened.defer(() => rmSync(folder, { recursive: true, force: true }));
    const sources = sourcesOf(release, folder);
    const postgres = await startEmbeddedPostgres({
      dataDir: join(folder, 'data'),
      secrets: testSecrets,
      log: pino({ level: 'error' }),
      disposable: true,
    });
    opened.defer(() => postgres.stop());
    const { owner } = postgres;
    await fillDatabase(owner, release);
    const files = join(folder, 'files');
    const environment = environmentOf(owner, files);
    const tally = new Tally();
    const start = (what: string) => startServer(sources, what, environment, { opened, tally });

    const stopLoad = await load(await start(`a server of ${release}`), owner, tally);
    await pause(seconds * 1000);
    await migrate(environment);
    await pause(seconds * 1000);
    await using rig = await openRig({ dataDir: files, database: owner, env: environment });
    const stopNew = await load(rig.server.url, owner, tally);
    const stopOther = await load(await start(`another server of ${release}`), owner, tally);
    await pause(seconds * 1000);
    await Promise.all([stopLoad(), stopNew(), stopOther()]);
    outcome.expectNone(tally.sentences());

    const live_s = await expectLive(rig, await signUpPeople(rig), new Acknowledged(), outcome);
    const client = await rig.owner();
    for (const rule of await brokenInvariants(client))
      outcome.expect(false, `This is not so: ${rule}.`);
    outcome.expectNone(await brokenPages(client));
    await noticeMissing(rig.server.url, owner, (found) =>
      outcome.expectNoticed('a function of the last release gone', found),
    );
    await expectCleanStop(rig, outcome);
    return `${tally.replies} replies of ${release} and this build, ${tally.refusals} refused the request, ${tally.errors.size} failures, live after ${live_s} s`;
  },
});

/** What a role may read without naming a row. */
const readsOf = (role: string): OperationId[] =>
  Object.entries(operations as Record<string, Operation>)
    .filter(
      ([id, { method, path, access }]) =>
        method === 'GET' &&
        !path.includes(':') &&
        id !== 'subscribe_events' &&
        (access === role || access === 'signed_in'),
    )
    .map(([id]) => id as OperationId);

/** Replies, and what went wrong, a sentence each with how often. */
class Tally {
  replies = 0;
  refusals = 0;
  readonly errors = new Map<string, number>();

  count(error: string): void {
    this.errors.set(error, (this.errors.get(error) ?? 0) + 1);
  }

  sentences(): string[] {
    return [...this.errors].map(([error, times]) => `${times} × ${error}`);
  }
}

/** Without a function that it calls, a server fails. */
async function noticeMissing(
  url: string,
  owner: ClientConfig,
  notice: (found: string[]) => void,
): Promise<void> {
  const client = new Client(owner);
  await client.connect();
  await client.query('alter function api.read_company rename to read_company_gone');
  await client.end();
  const tally = new Tally();
  await ask(url, await signIn(url, demoCompanies[0]!.email, owner), 'read_company', tally);
  notice(tally.sentences());
}

/** What its servers need; they run on our Node. */
const productPackages = [
  'ci',
  '--omit=dev',
  '--ignore-scripts',
  '--prefer-offline',
  '--no-audit',
  '--no-fund',
];

/** Of the commit that recorded the release, as its last step; with our packages where it has the same. */
function sourcesOf(name: string, folder: string): string {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: repositoryRoot, maxBuffer: 2 ** 30 });
  const record = callsFile(name).slice(repositoryRoot.length + 1);
  const commit = git('log', '--diff-filter=A', '-1', '--format=%H', '--', record).toString().trim();
  const { version } = commit
    ? (JSON.parse(git('show', `${commit}:package.json`).toString()) as { version: string })
    : { version: undefined };
  if (version !== name)
    throw new SkippedError(`the commit that recorded ${name} is not here: fetch the whole history`);
  execFileSync('tar', ['-x', '-C', folder], { input: git('archive', '--prefix=release/', commit) });
  const target = join(folder, 'release');
  const packagesOf = (root: string) => {
    const { '': _itself, ...packages } = JSON.parse(
      readFileSync(join(root, 'package-lock.json'), 'utf8'),
    ).packages as Record<string, unknown>;
    return packages;
  };
  if (isDeepStrictEqual(packagesOf(target), packagesOf(repositoryRoot)))
    symlinkSync(join(repositoryRoot, 'node_modules'), join(target, 'node_modules'));
  else execFileSync('npm', productPackages, { cwd: target, stdio: 'ignore' });
  return target;
}

/** The demo's people and tickets as that release left them. */
async function fillDatabase(owner: ClientConfig, release: string): Promise<void> {
  const client = new Client(owner);
  await client.connect();
  for (const role of roles)
    await client.query(
      `create role ${role} login password ${escapeLiteral(rolePassword(role, testSecrets))}`,
    );
  await client.end();
  await loadRelease(owner, await readRelease(callsFile(release).replace('.calls.txt', '.json.gz')));
}

/** One store of files for all. */
function environmentOf(owner: ClientConfig, dataDir: string): Record<string, string> {
  return {
    PATH: process.env.PATH ?? '',
    DATA_DIR: dataDir,
    DATABASE_URL: connectionToUrl(owner),
    DATABASE_MAY_LOSE_WRITES: 'true',
    SECRET_KEY: testSecretKey.toString('base64'),
    LOG_LEVEL: 'error',
    ...raisedQuotas,
  };
}

/** Resolves to its address. Each error in its log counts. */
async function startServer(
  root: string,
  what: string,
  environment: Record<string, string>,
  { opened, tally }: { opened: AsyncDisposableStack; tally: Tally },
): Promise<string> {
  const child = spawn(process.execPath, ['server/src/main.ts'], {
    cwd: root,
    env: { ...environment, HOST: '127.0.0.1', PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  opened.defer(async () => {
    if (child.exitCode === null && child.kill('SIGTERM')) await once(child, 'exit');
  });
  process.once('exit', () => child.kill('SIGKILL'));
  const open = Promise.withResolvers<string>();
  child.once('exit', () => open.reject(new Error(`${what} has ended`)));
  createInterface(child.stdout).on('line', (line) => {
    const [, url] = /is open at (\S+)/.exec(line) ?? [];
    if (url) open.resolve(url);
    else if (line.startsWith('{')) {
      const { msg, err } = JSON.parse(line) as { msg: string; err?: { message?: string } };
      tally.count([what, msg, err?.message].filter(Boolean).join(': '));
    }
  });
  return open.promise;
}

async function migrate(env: Record<string, string>): Promise<void> {
  const child = spawn(process.execPath, ['server/src/commands/migrate.ts'], {
    cwd: repositoryRoot,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`npm run migrate has ended with ${code}`);
}

/** People who sign in at a server and use it one after another without a pause, until it is stopped. */
async function load(url: string, owner: ClientConfig, tally: Tally): Promise<() => Promise<void>> {
  const stopping = new AbortController();
  const people = [
    ...demoCompanies.slice(0, 3),
    ...demoAgencies.slice(0, 2),
    ...demoStaff.slice(0, 1),
  ];
  const working = people.map(async ({ email, role }) => {
    const token = await signIn(url, email, owner);
    while (!stopping.signal.aborted) {
      for (const id of readsOf(role ?? 'staff'))
        if (!stopping.signal.aborted) await ask(url, token, id, tally);
      if (role === 'company') await requestTicket(url, token, tally);
    }
  });
  for (const work of working) work.catch((error: Error) => tally.count(error.message));
  return async () => {
    stopping.abort();
    await Promise.allSettled(working);
  };
}

async function signIn(url: string, email: string, owner: ClientConfig): Promise<string> {
  const response = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: demoPassword }),
  });
  const { access_token } = (await response.json()) as { access_token?: string };
  if (!access_token) throw new Error(`${email} cannot sign in: ${response.status}`);
  if (demoStaff.some((staff) => staff.email === email)) {
    const client = new Client(owner);
    await client.connect();
    // Nobody has the demo's second factors.
    await client.query(
      `update auth.sessions s set aal = 'aal2', awaits_factor = false, factor_proven_at = 'infinity'
         from auth.users u where u.id = s.user_id and u.email = $1 and s.revoked_at is null`,
      [email],
    );
    await client.end();
  }
  return access_token;
}

/** A refusal is a reply as well; only what the server could not do is an error. */
async function ask(
  url: string,
  token: string,
  id: OperationId,
  tally: Tally,
  input: Parameters<typeof send>[3] = {},
): Promise<void> {
  try {
    const { status, text } = await send(url, id, token, input);
    tally.replies += 1;
    if (status >= 500) tally.count(`${id}: ${status} ${text.slice(0, 200)}`);
    else if (status >= 400) tally.refusals += 1;
  } catch (error) {
    tally.count(`${id}: ${(error as Error).message}`);
  }
}

async function requestTicket(url: string, token: string, tally: Tally): Promise<void> {
  const [agency_id] = await agenciesOf(url, token);
  if (!agency_id) return;
  const company = requesterWith(url, token, demoPassword);
  try {
    const input = await ticketRequest({ company, agency_id }, '1500.00', 2);
    await ask(url, token, 'create_ticket_with_installments', tally, input);
  } catch (error) {
    // An upload that was refused.
    if (/ with 5\d\d/.test((error as Error).message)) tally.count((error as Error).message);
  }
}

async function agenciesOf(url: string, token: string): Promise<string[]> {
  const { status, text } = await send(url, 'list_agencies', token);
  if (status !== 200) return [];
  return (JSON.parse(text) as { items: { id: string }[] }).items.map(({ id }) => id);
}
