import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { SignJWT } from 'jose';
import { idOf, type DataSet } from '../data-set/data-set.ts';
import type { Requests } from '../data-set/operations.ts';
import { startServerProcess, type ServerProcess } from '../tools/server-process.ts';
import { runSqlFile } from '../tools/sql-file.ts';
import type { HttpRequest } from '../tools/wrk.ts';

/** Another system on the same database, and how the product's operations are asked of it. */
export interface Peer {
  name: string;
  server: ServerProcess;
  /** By the product's name of the operation. */
  operations: Record<string, Requests>;
  /** What an answer to the company dashboard says, parsed. */
  dashboardOf: (answer: never) => Dashboard;
  /** The rows of a company's number in each table of a dashboard, asked for by themselves. */
  tables: (company: number, token: string) => HttpRequest[];
}

/** What each system has to say of a company: its tickets by list; of its current ones the overdue and upcoming installments. */
export type Dashboard = Record<List | 'installments', Row[]>;
export const lists = ['current', 'waiting', 'old'] as const;
export type List = (typeof lists)[number];
/** A row by the product's names of its columns; amounts are decimals, or what JSON makes of them. */
export type Row = Record<string, unknown>;

/** The folders of the peers, with their packages. */
export const peerFolders = ['lite', 'postgraphile', 'parse'].map((name) => `bench/peers/${name}`);

const jwtSecret = 'a secret of the benchmark, of forty letters';

/** Installs what is missing and starts the server of a peer's folder, with the pool that suits it best (README.md). */
export async function startPeer(
  name: string,
  { owner }: DataSet,
  environment: { CONNECTIONS: string } & Record<string, string>,
): Promise<ServerProcess> {
  const cwd = join(import.meta.dirname, name);
  if (!existsSync(join(cwd, 'node_modules')))
    await promisify(execFile)('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
      cwd,
    });
  return startServerProcess({
    command: [process.execPath, 'server.mjs'],
    cwd,
    readyPath: '/ready',
    environment: () => ({
      NODE_ENV: 'production',
      GRAPHILE_ENV: 'production',
      JWT_SECRET: jwtSecret,
      PGHOST: owner.host!,
      PGPORT: String(owner.port),
      PGUSER: owner.user!,
      PGPASSWORD: String(owner.password),
      PGDATABASE: owner.database!,
      ...environment,
    }),
  });
}

/** Runs the peer's own schema.sql on the data set. */
export const addSchema = ({ client, people }: DataSet, name: string): Promise<void> =>
  runSqlFile(client, join(import.meta.dirname, name, 'schema.sql'), { people });

/** Tokens by person's number − 1, with these claims beside the subject. */
export const signedTokens = (
  { people }: DataSet,
  claims: (number: number) => Record<string, unknown>,
): Promise<string[]> =>
  Promise.all(
    Array.from({ length: people }, (_, index) =>
      new SignJWT(claims(index + 1))
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setSubject(idOf('0a', index + 1))
        .setAudience('authenticated')
        .setIssuedAt()
        .setExpirationTime('4h')
        .sign(Buffer.from(jwtSecret)),
    ),
  );

/** What is asked of a ticket and of an installment. */
export const ticketColumns =
  'id,ticket_number,company_id,agency_id,status,amount_sar,repayment_term,description,invoice_url,rejection_reason,created_at,created_local_date';
export const installmentColumns = 'id,ticket_id,seq,due_date,amount_sar,paid_amount,status';
