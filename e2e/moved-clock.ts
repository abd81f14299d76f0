import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { Client } from 'pg';

import type { startServer } from '#server/main.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { startEmbeddedPostgres } from '#server/platform/database/embedded.ts';
import type { loadSecrets } from '#server/platform/config/secrets.ts';
import type { readSettings, Settings } from '#server/platform/config/settings.ts';

import { outboxOf } from '#server/platform/mail/sent-mail.testing.ts';
import { raisedQuotas } from '#server/platform/quotas.testing.ts';
import { newDataDir } from './prepared-data.ts';

const built = new URL('../dist/server/', import.meta.url);

export interface MovedProduct {
  url: string;
  now: () => Date;
  /** Plain texts of the messages sent to an address so far. */
  mailTo: (address: string) => Promise<string[]>;
  /** As if the second factors of a person had been ended because nobody had proven their mailbox. */
  tellFactorsEnded: (email: string) => Promise<void>;
  /** As so many hours later for the removals of lost second factors. */
  ageFactorRemovals: (hours: number) => Promise<void>;
  /** As if the person had opened the link that proves their mailbox. */
  proveMailbox: (email: string) => Promise<void>;
  /** Makes a person staff whose mailbox is proven, by the function that `npm run staff` calls. */
  addStaff: (email: string) => Promise<void>;
  /** Makes agencies that nobody signs in to. */
  addAgencies: (names: string[]) => Promise<void>;
  /** As a day later: the IBANs that wait can be approved. Nothing else grows older. */
  endIbanPauses: () => Promise<void>;
  /** As so many days later for one ticket: its days and those of its installments lie further back. */
  ageTicket: (ticket_number: string, days: number) => Promise<void>;
  /** As so many days later for the promises to pay. */
  agePromises: (days: number) => Promise<void>;
  /** Closes yesterday in Riyadh by the command, as an operator does; what it says. */
  closeYesterday: () => Promise<string>;
  /** A job that has failed too often; nobody takes it before it is retried. */
  failJob: (task: string) => Promise<void>;
  stop(): Promise<void>;
}

/**
 * The built product in this process, on an empty database of its own, living by the given clock.
 * @param others settings beside those of tests
 */
export async function startProduct(
  clock: Clock,
  others: Record<string, string> = {},
): Promise<MovedProduct> {
  const main: { startServer: typeof startServer } = await import(new URL('main.js', built).href);
  const settings: { readSettings: typeof readSettings } = await import(
    new URL('platform/config/settings.js', built).href
  );
  const dataDir = await newDataDir();
  const own = settings.readSettings({
    PORT: '0',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    DATABASE_TIMEOUT_SECONDS: '60',
    ...raisedQuotas,
    ...others,
  });
  const server = await main.startServer(own, clock);
  return {
    url: server.url,
    now: () => clock.now(),
    mailTo: (address) => readMail(dataDir, address),
    tellFactorsEnded: (email) =>
      asOwner(own, 'update auth.users set factors_ended = true where email = $1', [email]),
    ageFactorRemovals: (hours) =>
      asOwner(
        own,
        `update auth.factor_removals set asked_at = asked_at - make_interval(hours => $1),
                confirmed_at = confirmed_at - make_interval(hours => $1),
                effective_at = effective_at - make_interval(hours => $1)
          where done_at is null`,
        [hours],
      ),
    proveMailbox: (email) => proveMailbox(own, email),
    addStaff: async (email) => {
      await proveMailbox(own, email);
      await asOwner(own, 'select api.add_staff($1, $1, now(), false)', [email]);
    },
    addAgencies: (names) =>
      asOwner(
        own,
        `with people as (
           insert into auth.users (email, user_metadata, created_at, updated_at)
           select n || '@example.sa', '{"role": "agency"}', now(), now() from generate_subscripts($1::text[], 1) n
           returning id, email),
         roles as (
           insert into user_roles (user_id, role, created_at, updated_at)
           select p.id, 'agency', now(), now() from people p)
         insert into agencies (user_id, name, created_at, updated_at)
         select p.id, ($1::text[])[split_part(p.email, '@', 1)::int], now(), now() from people p`,
        [names],
      ),
    endIbanPauses: () =>
      asOwner(
        own,
        `update iban_changes set requested_at = requested_at - interval '24 hours' where status = 'Pending'`,
      ),
    ageTicket: (ticket_number, days) =>
      asOwner(
        own,
        `with ticket as (
           update tickets set created_at = created_at - make_interval(days => $2),
                  created_local_date = created_local_date - $2::int, documents_accepted_on = documents_accepted_on - $2::int
            where ticket_number = $1 returning id)
         update ticket_installments i set due_date = i.due_date - $2::int from ticket where i.ticket_id = ticket.id`,
        [ticket_number, days],
      ),
    closeYesterday: async () => {
      const file = fileURLToPath(new URL('commands/close-day.js', built));
      const { stdout } = await promisify(execFile)(process.execPath, [file], {
        env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' },
      });
      return stdout;
    },
    agePromises: (days) =>
      asOwner(
        own,
        `update payment_promises set made_at = made_at - make_interval(days => $1),
                made_on = made_on - $1::int, promised_for = promised_for - $1::int`,
        [days],
      ),
    failJob: async (task) => {
      await asOwner(
        own,
        `select graphile_worker.add_job($1, run_at => '2100-01-01', job_key => 'failed')`,
        [task],
      );
      await asOwner(
        own,
        `update graphile_worker._private_jobs set attempts = max_attempts,
                last_error = 'no answer for layla@example.sa' where key = 'failed'`,
      );
    },
    stop: async () => {
      await server.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

const proveMailbox = (settings: Settings, email: string) =>
  asOwner(settings, 'select api.prove_mailbox(id, now()) from auth.users where email = $1', [
    email,
  ]);

/** As the owner of the database that the server runs. */
async function asOwner(settings: Settings, sql: string, values: unknown[] = []): Promise<void> {
  const { startEmbeddedPostgres: adopt }: { startEmbeddedPostgres: typeof startEmbeddedPostgres } =
    await import(new URL('platform/database/embedded.js', built).href);
  const keys: { loadSecrets: typeof loadSecrets } = await import(
    new URL('platform/config/secrets.js', built).href
  );
  const log = { debug() {}, info() {}, warn() {}, error() {} };
  const secrets = keys.loadSecrets(settings);
  const postgres = await adopt({ dataDir: settings.dataDir, secrets, log });
  const client = new Client(postgres.owner);
  await client.connect();
  await client.query(sql, values);
  await client.end();
  // PostgreSQL keeps running, because the server still uses it.
  await postgres.stop();
}

/** Plain texts of the messages sent to an address so far. */
export const readMail = async (dataDir: string, address: string): Promise<string[]> =>
  outboxOf(dataDir).flatMap(({ to, text }) => (to === address ? [text] : []));
