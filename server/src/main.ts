import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { decimalFromHalalas } from '#domain/money.ts';
import { accountJobs } from './accounts/account-jobs.ts';
import { registerAccountSecurity } from './accounts/account-security.http.ts';
import { registerAccounts } from './accounts/accounts.http.ts';
import { personProofs } from './accounts/prove-person.ts';
import { registerRestoreHold } from './backup/restore-hold.http.ts';
import { startUnlessHeld, type RestoreHold } from './backup/restore-hold.ts';
import { startBackups } from './backup/schedule-backups.ts';
import { registerBudget } from './budget/budget.http.ts';
import { creditJobs } from './credit/analyse-credit.ts';
import { bureauJobs, setCreditBureau } from './credit/ask-bureau.ts';
import { registerCredit } from './credit/credit.http.ts';
import { openBureau } from './credit/open-bureau.ts';
import { seedCreditPolicy } from './credit/policy-that-counts.ts';
import { registerDashboards } from './dashboards/dashboards.http.ts';
import { registerDocuments } from './documents/documents.http.ts';
import { recordPlatformIdentity } from './documents/record-platform-identity.ts';
import { registerFinancingDocuments } from './documents/financing-documents.http.ts';
import { createDocumentLimiter, type LimitDocuments } from './documents/document-limiter.ts';
import { signingJobs } from './documents/signing-code-mail.ts';
import { documentJobs, type RenderFinancing } from './documents/issue-documents.ts';
import { renderDocument } from './documents/render-document.ts';
import { registerFiles } from './files/files.http.ts';
import { openObjectStore, type ObjectStore } from './files/object-store.ts';
import { createFileReceiver } from './files/receive-file.ts';
import { createStoreProbe } from './files/probe-store.ts';
import { virusScanner } from './files/scan-for-viruses.ts';
import { fileJobs } from './files/sweep-files.ts';
import { registerLedger } from './ledger/ledger.http.ts';
import { ledgerJobs } from './ledger/roll-up-balances.ts';
import { registerConsoleCompanies } from './operations/companies.http.ts';
import { registerHelp } from './help/help.http.ts';
import { databaseGauges, gaugeReader } from './operations/gauges.ts';
import { registerCreditPolicies } from './operations/credit-policies.http.ts';
import { registerOperations } from './operations/operations.http.ts';
import { registerInstallments } from './installments/installments.http.ts';
import { registerPayouts } from './payouts/payouts.http.ts';
import { registerIbanChanges } from './profiles/iban-changes.http.ts';
import { registerProfiles } from './profiles/profiles.http.ts';
import { registerNotifications } from './notifications/notifications.http.ts';
import { privacyJobs } from './privacy/erase-past-retention.ts';
import { registerPrivacy } from './privacy/privacy.http.ts';
import { retentionJobs } from './notifications/delete-old-notifications.ts';
import { summaryJobs } from './notifications/queue-summaries.ts';
import { startMails, type Mails } from './notifications/send-mail.ts';
import { ibanMailJobs } from './profiles/send-iban-mail.ts';
import { registerApprovals } from './servicing/approvals.http.ts';
import { servicingJobs } from './servicing/close-day.ts';
import { parseBankStatementInWorker } from './servicing/parse-bank-statement-in-worker.ts';
import { registerServicing } from './servicing/servicing.http.ts';
import { registerDueDateFeeds } from './servicing/due-date-feeds.http.ts';
import { registerBankStatements } from './servicing/bank-statements.http.ts';
import { registerVirtualIbans } from './servicing/virtual-ibans.http.ts';
import { registerPaymentRequests } from './servicing/payment-requests.http.ts';
import { registerTransferReports } from './servicing/transfer-reports.http.ts';
import { registerTickets } from './tickets/tickets.http.ts';
import { systemClock, type Clock } from './platform/clock.ts';
import { openEventHub, type EventHub } from './platform/events/event-hub.ts';
import { registerEvents } from './platform/events/events.http.ts';
import { readCommandLine } from './commands/command-line.ts';
import { endConnectionsOnClose } from './platform/http/end-connections.ts';
import { buildHttp } from './platform/http/http.ts';
import { operationRoutes } from './platform/http/operations.ts';
import { patienceOf } from './platform/http/waiting-requests.ts';
import { serveWeb } from './platform/http/web.ts';
import { callFunction } from './platform/database/call-function.ts';
import { idempotencyJobs } from './platform/database/idempotency.ts';
import { openServerBeats } from './platform/jobs/server-beats.ts';
import { openJobWorkers, type JobWorkers } from './platform/jobs/job-workers.ts';
import { startJobs, type JobOptions, type Jobs } from './platform/jobs/jobs.ts';
import { openLog } from './platform/log.ts';
import type { Mailer } from './platform/mail/mail.ts';
import type { Backlog } from './platform/metrics.ts';
import { openMailer, outboxDirectory } from './platform/mail/mailer.ts';
import { lowerThreadPoolPriority } from './platform/concurrency/thread-priority.ts';
import { readRelease } from './platform/database/build.ts';
import { openDatabase } from './platform/database/open-database.ts';
import { connectionOf, openPools, type Pools } from './platform/database/pools.ts';
import { repositoryRoot } from './platform/config/repository-root.ts';
import type { Secrets } from './platform/config/secrets.ts';
import {
  loadDotEnv,
  missingSettings,
  readSettings,
  type Settings,
} from './platform/config/settings.ts';
import {
  explainMailFault,
  explainPortError,
  explainStoreFault,
} from './platform/config/startup-errors.ts';
import { createHealth, registerHealth, type HealthReport } from './platform/health.ts';
import { startProbing } from './platform/probe.ts';
import { startTelemetry } from './platform/telemetry.ts';
import { serveUntilStopped, untilStopped, withinLimit } from './platform/stop-signals.ts';

export interface RunningServer {
  /** The address, such as http://127.0.0.1:3000. */
  url: string;
  /** Stops taking requests, lets those under way end, then closes jobs, streams and database. */
  close(): Promise<void>;
}

/**
 * Wires the whole product and serves it. The clock is a parameter, so that tests and the demo can move it: then no job
 * runs on schedule. So is the rendering of financing documents, which takes its time. A start during which `stopping` is
 * aborted closes what it has opened and throws the signal's reason.
 */
export async function startServer(
  settings: Settings,
  clock: Clock = systemClock,
  render: RenderFinancing = renderDocument,
  stopping?: AbortSignal,
): Promise<RunningServer> {
  // Closes everything that was opened, last first, when the start fails and when the server stops.
  await using opened = new AsyncDisposableStack();
  const log = openLog(settings.logLevel);
  const database = await openDatabase(settings, log, stopping);
  opened.defer(() => database.close());
  const { owner, secrets } = database;
  const pools = openPools({
    owner,
    pooler: database.pooler,
    secrets,
    log,
    connections: settings.databaseConnections,
    timeoutSeconds: settings.databaseTimeoutSeconds,
  });
  // A query that does not end must not hold up the end of the process; that of our own database ends it.
  opened.defer(() => withinLimit(CLOSE_LIMIT_MS, pools.close()));
  await recordPlatformIdentity(pools.jobs, settings.platform, clock.now());
  const otherwise = await seedCreditPolicy(pools.jobs, settings.policyLimits, clock.now());
  if (otherwise.length > 0)
    log.warn(
      { limits: otherwise },
      'the credit policy that counts has other limits than the environment',
    );
  await callFunction(pools.jobs, 'set_small_rest', {
    sar: decimalFromHalalas(settings.largestSmallRest),
  });
  await callFunction(pools.jobs, 'set_bank_holidays', { days: settings.bankFiles.bankHolidays });
  await setCreditBureau(pools.jobs, openBureau(settings));
  const opening = openProbed(settings, { log, secrets, opened });
  const { store, mailer, probed } = await untilStopped(opening, stopping);
  const hub = await openEventHub(connectionOf('hamla_app', owner, secrets), log);
  opened.defer(() => withinLimit(CLOSE_LIMIT_MS, hub.close()));
  stopping?.throwIfAborted();

  const workers = openJobWorkers({ pool: pools.beats, clock, log });
  opened.defer(() => workers.close());
  const beats = openServerBeats({
    pool: pools.beats,
    log,
    release: readRelease().release,
    secrets,
  });
  hub.onRotation(() => beats.beat());
  opened.defer(() => beats.close());
  let jobs: Jobs | undefined;
  let mails: Mails | undefined;
  let backups: ReturnType<typeof startBackups> | undefined;
  let hold: RestoreHold | undefined;
  const work = () => ({
    isAlive: jobs?.isAlive() ?? hold?.isHeld() ?? false,
    oldest_due_job_s: workers.last()?.beat.oldest_due_s ?? null,
    oldest_unsent_mail_s: mails?.oldestUnsent() ?? null,
  });
  const parts: Parts = {
    health: createHealth({ ...probed, pools, owner: database.pooler ?? owner, secrets, work }),
    backlog: work,
    wakeBackups: () => backups?.wake(),
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
  // Requests, jobs and mails end side by side: what a request still asks for, the next server does.
  opened.defer(async () => {
    await withinLimit(WORK_LIMIT_MS, Promise.resolve(hold?.stop()));
    await Promise.all([
      app.close(),
      withinLimit(WORK_LIMIT_MS, Promise.resolve(jobs?.stop())),
      withinLimit(WORK_LIMIT_MS, Promise.resolve(mails?.stop())),
      withinLimit(WORK_LIMIT_MS, Promise.resolve(backups?.stop())),
    ]);
  });
  stopping?.throwIfAborted();
  const { host, port } = settings;
  // A burst of new connections is refused in words, not left to TCP's repetitions.
  await app.listen({ port, host, backlog: 4_096 }).catch((error: unknown) => {
    throw explainPortError('PORT', settings, error);
  });
  const url = urlOf(app.server.address(), host);
  // Links in mail need the address, so mail starts after it is known.
  hold = await startUnlessHeld({ pool: pools.jobs, log }, async () => {
    // A start that failed half-way is tried again.
    jobs ??= await startProductJobs(parts);
    mails ??= startMails({ ...parts, pool: pools.jobs });
    hub.watch(mails.wake);
    backups = startBackups(settings, log);
  });

  const running = opened.move();
  return { url, close: () => running.disposeAsync() };
}

/** How long requests, jobs and mails under way may take when the server stops, milliseconds. */
const WORK_LIMIT_MS = 5_000;
/** How long a connection to the database may take to end, milliseconds. */
const CLOSE_LIMIT_MS = 1_000;

/**
 * Opens the store and the mailer and probes them, now and once a minute. A failed use probes at once.
 * @throws Error with the words of a fault that no later try mends.
 */
async function openProbed(
  settings: Settings,
  { log, secrets, opened }: Pick<Parts, 'log' | 'secrets'> & { opened: AsyncDisposableStack },
) {
  const store = await openObjectStore(settings, secrets);
  const mailer = await openMailer(settings);
  opened.defer(() => mailer.close());
  const [ofStore, ofMail] = await Promise.all([
    startProbing({
      log,
      probe: createStoreProbe(store),
      explain: (cause) => explainStoreFault(settings, cause),
    }),
    startProbing({
      log,
      probe: () => mailer.probe(),
      explain: (cause) => explainMailFault(settings, cause),
    }),
  ]);
  for (const probed of [ofStore, ofMail]) opened.defer(() => probed.stop());
  return {
    probed: { store: ofStore, mail: ofMail },
    mailer: { send: (mail) => ofMail.watch(mailer.send(mail)) } satisfies Mailer,
    store: {
      put: (key, bytes) => ofStore.watch(store.put(key, bytes)),
      get: (key) => ofStore.watch(store.get(key)),
      remove: (key) => ofStore.watch(store.remove(key)),
    } satisfies ObjectStore,
  };
}

/** The parts that the capabilities share. */
interface Parts {
  /** Whether requests are answered, and which parts are degraded. */
  health: () => Promise<HealthReport>;
  /** The oldest waiting job and mail. */
  backlog: () => Backlog;
  /** The backups look at once. */
  wakeBackups: () => void;
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
  /** Hears of each run of a job, where metrics are served. */
  onJobRun?: JobOptions['onRun'];
  /** Known once the server listens; no request comes earlier. */
  siteUrl: () => string;
}

async function buildProduct(parts: Parts, opened: AsyncDisposableStack): Promise<FastifyInstance> {
  const { settings, clock, log, secrets, pools, store, hub, siteUrl } = parts;
  const webDirectory = join(repositoryRoot, 'dist/web');
  const shed = { requests: 0 };
  const app = await buildHttp({
    log,
    shed,
    trustProxy: settings.trustProxy,
    https: settings.siteUrl?.startsWith('https:') ?? false,
    patience: patienceOf(settings.databaseTimeoutSeconds),
  });
  endConnectionsOnClose(app, {
    drain: () => pause(settings.drainSeconds * 1_000),
    limitMs: WORK_LIMIT_MS,
    endStreams: () => withinLimit(CLOSE_LIMIT_MS, hub.close()),
  });
  if (settings.metricsPort !== undefined) {
    const address = { port: settings.metricsPort, host: settings.metricsHost };
    const { serveMetrics } = await import('./platform/metrics.ts');
    const { close: _, ...measured } = pools;
    const metrics = await serveMetrics(app, address, {
      backlog: () => parts.backlog(),
      shed,
      pools: measured,
      gauges: databaseGauges,
      readGauges: gaugeReader({
        pool: pools.metrics,
        clock,
        bankHolidays: settings.bankFiles.bankHolidays,
      }),
    }).catch((error: unknown) => {
      throw explainPortError('METRICS_PORT', address, error);
    });
    parts.onJobRun = metrics.countJob;
    opened.defer(() => metrics.close());
  }
  const accounts = { pool: pools.accounts, clock, settings, secrets, siteUrl };
  const verifyToken = await registerAccounts(app, accounts);
  const route = operationRoutes(app, { clock, verifyToken });
  registerAccountSecurity(route, { pool: pools.app, staffPool: pools.staff });
  registerProfiles(route, { pool: pools.app });
  registerCredit(route, { pool: pools.app });
  registerIbanChanges(route, { pool: pools.app, staffPool: pools.staff });
  const receive = createFileReceiver();
  await registerFiles(app, route, {
    pool: pools.app,
    clock,
    store,
    secrets,
    receive,
    scan: virusScanner(settings.clamav),
    quotas: settings.quotas,
  });
  registerFinancingDocuments(route, {
    pools,
    secrets,
    proofs: personProofs({ pool: pools.accounts, secrets }),
    isMailSent: settings.smtpUrl !== undefined,
    store,
    platform: settings.platform,
    limitDocuments: parts.limitDocuments,
  });
  registerTickets(route, { pool: pools.app, payee: settings.payee, quotas: settings.quotas });
  registerInstallments(route, { pool: pools.app });
  registerPayouts(route, { pool: pools.app });
  registerDashboards(route, { pool: pools.app });
  registerBudget(route, {
    pool: pools.app,
    staffPool: pools.staff,
    quotas: settings.quotas,
    receive,
    readStatement: parseBankStatementInWorker,
  });
  registerDocuments(route, {
    pool: pools.app,
    staffPool: pools.staff,
    store,
    platform: settings.platform,
    limitDocuments: parts.limitDocuments,
  });
  registerServicing(route, {
    pool: pools.staff,
    bankFiles: { debtor: settings.payee, ...settings.bankFiles },
  });
  registerApprovals(route, { pool: pools.staff, onErasure: parts.wakeBackups });
  registerTransferReports(route, { pools, secrets, quotas: settings.quotas });
  registerPaymentRequests(route, { pool: pools.app, payee: settings.payee });
  registerDueDateFeeds(app, route, { pool: pools.app, clock, secrets, siteUrl });
  registerBankStatements(route, pools.staff, settings);
  registerVirtualIbans(route, { pool: pools.staff, payee: settings.payee });
  registerLedger(route, { pool: pools.staff });
  registerOperations(route, {
    pool: pools.staff,
    bankHolidays: settings.bankFiles.bankHolidays,
    release: readRelease().release,
  });
  registerCreditPolicies(route, { pool: pools.staff });
  registerRestoreHold(route, { pool: pools.staff });
  registerPrivacy(route, { pool: pools.staff, store, secrets });
  registerHelp(route, {
    pool: pools.app,
    staffPool: pools.staff,
    contact: settings.contact,
    quotas: settings.quotas,
  });
  registerNotifications(route, { pool: pools.app });
  registerConsoleCompanies(route, { pool: pools.staff, secrets });
  registerEvents(route, { pool: pools.app, hub });
  registerHealth(app, parts.health);
  await serveWeb(app, webDirectory, siteUrl, settings.legalIdentity);
  return app;
}

function startProductJobs(parts: Parts) {
  const { settings, pools, workers, log, mailer, secrets, clock, siteUrl, store, render } = parts;
  return startJobs({
    pool: pools.jobs,
    workers,
    log,
    onRun: parts.onJobRun,
    handlers: {
      ...accountJobs({ pool: pools.accounts, mailer, secrets, clock, siteUrl }),
      ...ibanMailJobs({ pool: pools.jobs, mailer, siteUrl }),
      ...creditJobs({ pool: pools.jobs, clock }),
      ...bureauJobs({ pool: pools.jobs, clock, bureau: openBureau(settings) }),
      ...fileJobs({ pool: pools.jobs, store, clock }),
      ...documentJobs({
        pool: pools.jobs,
        store,
        clock,
        platform: settings.platform,
        render,
        limitDocuments: parts.limitDocuments,
      }),
      ...signingJobs({ pool: pools.jobs, mailer, clock, secrets, siteUrl }),
      ...idempotencyJobs({ pool: pools.jobs, clock }),
      ...servicingJobs({ pool: pools.jobs, clock }),
      ...ledgerJobs({ pool: pools.jobs }),
      ...summaryJobs({ pool: pools.jobs, clock }),
      ...retentionJobs({ pool: pools.jobs, clock }),
      ...privacyJobs({ pool: pools.jobs, clock }),
    },
    // The schedule follows the machine's clock, so with another clock it would run jobs at random times.
    schedule: clock === systemClock ? schedule : [],
  });
}

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];

/** What runs by the time of the machine. */
const schedule: JobOptions['schedule'] = [
  // The Riyadh day ends at 21:00 UTC; a server that slept through it closes the day in the next hour.
  { task: 'close_day', match: '5 * * * *', backfillMs: hour },
  // 8 in the morning in Riyadh.
  { task: 'queue_summaries', match: '0 5 * * *', backfillMs: day },
  { task: 'roll_up_balances', match: '*/5 * * * *', backfillMs: 5 * minute },
  { task: 'sweep_files', match: '*/10 * * * *', backfillMs: 10 * minute },
  { task: 'remove_lost_factors', match: '* * * * *', backfillMs: hour },
  { task: 'expire_approval_requests', match: '* * * * *', backfillMs: hour },
  { task: 'sweep_accounts', match: '17 1 * * *', backfillMs: day },
  { task: 'purge_idempotency_keys', match: '37 1 * * *', backfillMs: day },
  { task: 'delete_old_notifications', match: '47 1 * * *', backfillMs: day },
  { task: 'erase_past_retention', match: '57 1 * * *', backfillMs: day },
];

/** The address to open in a browser; a server that listens everywhere is reached on this machine as localhost. */
function urlOf(address: AddressInfo | string | null, host: string): string {
  const { port } = address as AddressInfo;
  const everywhere = ['0.0.0.0', '::', '127.0.0.1', '::1'].includes(host);
  return `http://${everywhere ? 'localhost' : host}:${port}`;
}

/** `npm start`: says where it serves and stops cleanly on SIGTERM and SIGINT. */
async function main(stopping: AbortSignal): Promise<RunningServer> {
  const say = (text: string) => process.stdout.write(`${text}\n`);
  loadDotEnv();
  const settings = readSettings({ LOG_LEVEL: 'warn', ...process.env });
  // A system that does not let it serves as well, but for the tail of its answers.
  await lowerThreadPoolPriority().catch(() => {});
  await using opened = new AsyncDisposableStack();
  const told = await startTelemetry(settings.telemetry, readRelease().release);
  opened.defer(() => told?.close());
  const server = await startServer(settings, systemClock, renderDocument, stopping);
  opened.defer(() => server.close());
  say(`Hamla is open at ${server.url}`);
  for (const { name, nearest } of settings.unusedVariables)
    say(`${name} is no setting of the product and changes nothing. The nearest is ${nearest}`);
  for (const name of settings.retiredVariables)
    say(`${name} is no setting any more. It is ignored and may be removed`);
  if (!settings.smtpUrl) say(`Mail is written to ${outboxDirectory(settings)}`);
  for (const consequence of missingSettings(settings)) say(consequence);
  const running = opened.move();
  return { url: server.url, close: () => running.disposeAsync() };
}

if (import.meta.main) {
  readCommandLine({ usage: 'Usage: npm start' });
  await serveUntilStopped(main);
}
