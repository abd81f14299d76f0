import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { accountJobs } from './accounts/account-jobs.ts';
import { registerAccountSecurity } from './accounts/account-security.http.ts';
import { registerAccounts } from './accounts/accounts.http.ts';
import { registerBudget } from './budget/budget.http.ts';
import { creditJobs } from './credit/analyse-credit.ts';
import { registerDashboards } from './dashboards/dashboards.http.ts';
import { dashboardJobs } from './dashboards/dashboard-cache.ts';
import { registerDocuments } from './documents/documents.http.ts';
import { recordPlatformIdentity } from './documents/record-platform-identity.ts';
import { registerFinancingDocuments } from './documents/financing-documents.http.ts';
import { createDocumentLimiter, type LimitDocuments } from './documents/document-limiter.ts';
import { documentJobs, type RenderFinancing } from './documents/issue-documents.ts';
import { renderDocument } from './documents/render-document.ts';
import { registerFiles } from './files/files.http.ts';
import { openObjectStore, type ObjectStore } from './files/object-store.ts';
import { fileJobs } from './files/sweep-files.ts';
import { setRequestGrace } from './installments/set-request-grace.ts';
import { registerLedger } from './ledger/ledger.http.ts';
import { ledgerJobs } from './ledger/roll-up-balances.ts';
import { registerDeskCompanies } from './operations/companies.http.ts';
import { registerOperations } from './operations/operations.http.ts';
import { registerPayouts } from './payouts/payouts.http.ts';
import { registerIbanChanges } from './profiles/iban-changes.http.ts';
import { registerProfiles } from './profiles/profiles.http.ts';
import { startMails, type Mails } from './notifications/send-mail.ts';
import { ibanMailJobs } from './profiles/send-iban-mail.ts';
import { registerApprovals } from './servicing/approvals.http.ts';
import { servicingJobs } from './servicing/close-day.ts';
import { registerServicing } from './servicing/servicing.http.ts';
import { registerBankStatements } from './servicing/bank-statements.http.ts';
import { registerTransferReports } from './servicing/transfer-reports.http.ts';
import { registerTickets } from './tickets/tickets.http.ts';
import { systemClock, type Clock } from './platform/clock.ts';
import { openEventHub, type EventHub } from './platform/events/event-hub.ts';
import { registerEvents } from './platform/events/events.http.ts';
import { readCommandLine } from './commands/command-line.ts';
import { endConnectionsOnClose } from './platform/http/end-connections.ts';
import { buildHttp } from './platform/http/http.ts';
import { operationRoutes } from './platform/http/operations.ts';
import { serveWeb } from './platform/http/web.ts';
import { idempotencyJobs } from './platform/database/idempotency.ts';
import { openJobWorkers, type JobWorkers } from './platform/jobs/job-workers.ts';
import { startJobs, type Jobs } from './platform/jobs/jobs.ts';
import { openLog } from './platform/log.ts';
import type { Mailer } from './platform/mail/mail.ts';
import type { Backlog } from './platform/metrics.ts';
import { openMailer, outboxDirectory } from './platform/mail/mailer.ts';
import { lowerThreadPoolPriority } from './platform/concurrency/thread-priority.ts';
import { openDatabase } from './platform/database/open-database.ts';
import { connectionOf, openPools, type Pools } from './platform/database/pools.ts';
import { repositoryRoot } from './platform/config/repository-root.ts';
import type { Secrets } from './platform/config/secrets.ts';
import { loadDotEnv, readSettings, type Settings } from './platform/config/settings.ts';
import { explainPortError } from './platform/config/startup-errors.ts';
import { serveUntilStopped, withinLimit } from './platform/stop-signals.ts';

export interface RunningServer {
  /** Where it serves, such as http://127.0.0.1:3000. */
  url: string;
  /** Stops taking requests, lets those under way end, then closes jobs, streams and database. */
  close(): Promise<void>;
}

/**
 * Wires the whole product and serves it. The clock is a parameter, so that tests and the demo can move it; so is the
 * rendering of financing documents, which takes its time. A start during which `stopping` is aborted closes what it has
 * opened and throws the signal's reason.
 */
export async function startServer(
  settings: Settings,
  clock: Clock = systemClock,
  render: RenderFinancing = renderDocument,
  stopping?: AbortSignal,
): Promise<RunningServer> {
  // What has been opened is closed again, last first: when the start fails, and when the server stops.
  await using opened = new AsyncDisposableStack();
  const log = openLog(settings.logLevel);
  const database = await openDatabase(settings, log, stopping);
  opened.defer(() => database.close());
  const { owner, secrets } = database;
  const pools = openPools({
    owner,
    secrets,
    log,
    connections: settings.databaseConnections,
    timeoutSeconds: settings.databaseTimeoutSeconds,
  });
  // A query that does not end must not hold up the end of the process; that of our own database ends it.
  opened.defer(() => withinLimit(CLOSE_LIMIT_MS, pools.close()));
  await recordPlatformIdentity(pools.jobs, settings.platform, clock.now());
  await setRequestGrace(pools.jobs, settings.requestGraceDays);
  const store = await openObjectStore(settings, secrets);
  const mailer = await openMailer(settings);
  opened.defer(() => mailer.close());
  const hub = await openEventHub(connectionOf('hamla_app', owner, secrets), log);
  opened.defer(() => withinLimit(CLOSE_LIMIT_MS, hub.close()));
  stopping?.throwIfAborted();

  const workers = openJobWorkers({ pool: pools.beats, clock, log });
  opened.defer(() => workers.close());
  const parts: Parts = {
    health: () => ({ isAlive: false, oldest_due_job_s: null, oldest_unsent_mail_s: null }),
    workers,
    settings,
    clock,
    log,
    secrets,
    pools,
    store,
    mailer,
    hub,
    render,
    limitDocuments: createDocumentLimiter(),
    // A request that is answered has come to an address: read there it is known from the first one on.
    siteUrl: () => settings.siteUrl ?? urlOf(app.server.address(), settings.host),
  };
  const app: FastifyInstance = await buildProduct(parts, opened);
  let jobs: Jobs | undefined;
  let mails: Mails | undefined;
  parts.health = () => ({
    isAlive: jobs?.isAlive() ?? false,
    oldest_due_job_s: workers.last()?.beat.oldest_due_s ?? null,
    oldest_unsent_mail_s: mails?.oldestUnsent() ?? null,
  });
  // Requests, jobs and mails end side by side: what a request still asks for, the next server does.
  opened.defer(async () => {
    await Promise.all([
      app.close(),
      withinLimit(WORK_LIMIT_MS, Promise.resolve(jobs?.stop())),
      withinLimit(WORK_LIMIT_MS, Promise.resolve(mails?.stop())),
    ]);
  });
  stopping?.throwIfAborted();
  const { host, port } = settings;
  await app.listen({ port, host }).catch((error: unknown) => {
    throw explainPortError('PORT', settings, error);
  });
  const url = urlOf(app.server.address(), host);
  // Not before the address is known that links in mail lead to.
  jobs = await startProductJobs(parts);
  mails = startMails({ ...parts, pool: pools.jobs });
  hub.watch(mails.wake);

  const running = opened.move();
  return { url, close: () => running.disposeAsync() };
}

/** How long requests, jobs and mails under way may take when the server stops, milliseconds. */
const WORK_LIMIT_MS = 5_000;
/** How long a connection to the database may take to end, milliseconds. */
const CLOSE_LIMIT_MS = 1_000;

/** What the capabilities are made of. */
interface Parts {
  /** Whether jobs are done, and what waits longest. */
  health: () => Backlog & { isAlive: boolean };
  workers: JobWorkers;
  settings: Settings;
  clock: Clock;
  log: ReturnType<typeof openLog>;
  secrets: Secrets;
  pools: Pools;
  store: ObjectStore;
  mailer: Mailer;
  hub: EventHub;
  render: RenderFinancing;
  limitDocuments: LimitDocuments;
  /** Known once the server listens; no request comes before. */
  siteUrl: () => string;
}

async function buildProduct(parts: Parts, opened: AsyncDisposableStack): Promise<FastifyInstance> {
  const { settings, clock, log, secrets, pools, store, hub, siteUrl } = parts;
  const webDirectory = join(repositoryRoot, 'dist/web');
  const app = await buildHttp({
    log,
    trustProxy: settings.trustProxy,
    https: settings.siteUrl?.startsWith('https:') ?? false,
  });
  endConnectionsOnClose(app, WORK_LIMIT_MS, () => withinLimit(CLOSE_LIMIT_MS, hub.close()));
  if (settings.metricsPort !== undefined) {
    const address = { port: settings.metricsPort, host: settings.host };
    const { serveMetrics } = await import('./platform/metrics.ts');
    const metrics = await serveMetrics(app, address, () => parts.health()).catch(
      (error: unknown) => {
        throw explainPortError('METRICS_PORT', address, error);
      },
    );
    opened.defer(() => metrics.close());
  }
  const accounts = { pool: pools.accounts, clock, settings, secrets, siteUrl };
  const verifyToken = await registerAccounts(app, accounts);
  const route = operationRoutes(app, { clock, verifyToken });
  registerAccountSecurity(route, { pool: pools.app, staffPool: pools.staff });
  registerProfiles(route, { pool: pools.app });
  registerIbanChanges(route, { pool: pools.app, staffPool: pools.staff });
  await registerFiles(app, route, {
    pool: pools.app,
    clock,
    store,
    secrets,
    quotas: settings.quotas,
  });
  registerFinancingDocuments(route, {
    pools,
    secrets,
    store,
    platform: settings.platform,
    limitDocuments: parts.limitDocuments,
  });
  registerTickets(route, { pool: pools.app, payee: settings.payee, quotas: settings.quotas });
  registerPayouts(route, { pool: pools.app });
  registerDashboards(route, { pool: pools.app, keptBytes: settings.keptDashboardsBytes, hub });
  registerBudget(route, { pool: pools.staff });
  registerDocuments(route, {
    pool: pools.app,
    staffPool: pools.staff,
    platform: settings.platform,
    limitDocuments: parts.limitDocuments,
  });
  registerServicing(route, {
    pool: pools.staff,
    bankFiles: { debtor: settings.payee, ...settings.bankFiles },
  });
  registerApprovals(route, { pool: pools.staff });
  registerTransferReports(route, { pools, secrets, quotas: settings.quotas });
  registerBankStatements(route, { pool: pools.staff, payee: settings.payee });
  registerLedger(route, { pool: pools.staff });
  registerOperations(route, {
    pool: pools.staff,
    bankHolidays: settings.bankFiles.bankHolidays,
  });
  registerDeskCompanies(route, { pool: pools.staff, secrets });
  registerEvents(route, { pool: pools.app, hub });
  registerHealth(app, pools.app, () => parts.health());
  await serveWeb(app, webDirectory, siteUrl);
  return app;
}

function startProductJobs(parts: Parts) {
  const { settings, pools, workers, log, mailer, secrets, clock, siteUrl, store, render } = parts;
  const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
  return startJobs({
    pool: pools.jobs,
    workers,
    log,
    handlers: {
      ...accountJobs({ pool: pools.accounts, mailer, secrets, clock, siteUrl }),
      ...ibanMailJobs({ pool: pools.jobs, mailer, siteUrl }),
      ...creditJobs({ pool: pools.jobs, clock }),
      ...fileJobs({ pool: pools.jobs, store, clock }),
      ...documentJobs({
        pool: pools.jobs,
        store,
        clock,
        platform: settings.platform,
        render,
        limitDocuments: parts.limitDocuments,
      }),
      ...idempotencyJobs({ pool: pools.jobs, clock }),
      ...servicingJobs({ pool: pools.jobs, clock }),
      ...ledgerJobs({ pool: pools.jobs }),
      ...dashboardJobs({ pool: pools.jobs }),
    },
    schedule: [
      // The Riyadh day ends at 21:00 UTC; a server that slept through it closes the day in the next hour.
      { task: 'close_day', match: '5 * * * *', backfillMs: hour },
      { task: 'roll_up_balances', match: '*/5 * * * *', backfillMs: 5 * minute },
      { task: 'sweep_files', match: '*/10 * * * *', backfillMs: 10 * minute },
      { task: 'remove_lost_factors', match: '* * * * *', backfillMs: hour },
      { task: 'expire_approval_requests', match: '* * * * *', backfillMs: hour },
      { task: 'sweep_accounts', match: '17 1 * * *', backfillMs: day },
      { task: 'purge_idempotency_keys', match: '37 1 * * *', backfillMs: day },
      // In the first hour of a Riyadh day, when no dashboard of the day before stands anyway.
      { task: 'purge_dashboard_changes', match: '2 21 * * *', backfillMs: day },
    ],
  });
}

/** The address to open in a browser; a server that listens everywhere is reached on this machine as localhost. */
function urlOf(address: AddressInfo | string | null, host: string): string {
  const { port } = address as AddressInfo;
  const everywhere = ['0.0.0.0', '::', '127.0.0.1', '::1'].includes(host);
  return `http://${everywhere ? 'localhost' : host}:${port}`;
}

/**
 * `/healthz`: the process answers. `/readyz`: it has its database, and jobs are done; with the ages of the oldest due job and
 * of the oldest unsent mail in seconds, as they were looked at within the last seconds, not for this request.
 */
function registerHealth(app: FastifyInstance, pool: pg.Pool, health: Parts['health']): void {
  app.get('/healthz', { schema: { hide: true } }, () => ({ status: 'ok' }));
  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    const ready = await pool.query('select 1').then(
      () => true,
      () => false,
    );
    const { isAlive, ...backlog } = health();
    const obstacle = ready ? 'jobs are not being done' : 'database unreachable';
    const isReady = ready && isAlive;
    return reply
      .status(isReady ? 200 : 503)
      .send({ status: isReady ? 'ready' : obstacle, ...backlog });
  });
}

/** `npm start`: says where it serves and stops cleanly on SIGTERM and SIGINT. */
async function main(stopping: AbortSignal): Promise<RunningServer> {
  const say = (text: string) => process.stdout.write(`${text}\n`);
  loadDotEnv();
  const settings = readSettings({ LOG_LEVEL: 'warn', ...process.env });
  // A system that does not let it serves as well, but for the tail of its answers.
  await lowerThreadPoolPriority().catch(() => {});
  const server = await startServer(settings, systemClock, renderDocument, stopping);
  say(`Hamla is open at ${server.url}`);
  if (!settings.smtpUrl) say(`Mail is written to ${outboxDirectory(settings)}`);
  if (!settings.payee) say('Companies are not told how to pay: PLATFORM_IBAN is not set');
  if (!settings.platform.vat_number) {
    say('No payout that charges VAT can be released: PLATFORM_VAT_NUMBER is not set');
  }
  return server;
}

if (import.meta.main) {
  readCommandLine({ usage: 'Usage: npm start' });
  await serveUntilStopped(main);
}
