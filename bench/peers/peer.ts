import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { SignJWT } from 'jose';
import { startServerProcess, type ServerProcess } from '../tools/server-process.ts';
import type { HttpRequest } from '../tools/wrk.ts';
import type { Operation } from '../data-set/operations.ts';
import { idOf, type DataSet } from '../data-set/data-set.ts';

/** Another system on the same database, and how the product's operations are asked of it. */
export interface Peer {
  name: string;
  server: ServerProcess;
  /** By the product's name of the operation. */
  operations: Record<string, Operation>;
  /** What an answer to the company dashboard says, parsed. */
  dashboardOf: (answer: never) => Dashboard;
  /** The rows of a company's number in each table of a dashboard, asked for by themselves. */
  tables: (company: number, token: string) => HttpRequest[];
}

/** What each system has to say of a company: its tickets by list; of its current ones the overdue and upcoming installments. */
export interface Dashboard extends Record<List, Ticket[]> {
  installments: Installment[];
}
export const lists = ['current', 'waiting', 'old'] as const;
type List = (typeof lists)[number];

/** A decimal, or what JSON makes of one. */
type Amount = string | number;

export interface Ticket {
  id: string;
  ticket_number: string;
  status: string;
  amount_sar: Amount;
  repayment_term: string;
  description: string;
  invoice_url: string;
  created_local_date: string;
  agency_name: string;
}

export interface Installment {
  id: string;
  ticket_id: string;
  seq: number;
  due_date: string;
  amount_sar: Amount;
  paid_amount: Amount;
  status: string;
}

const run = promisify(execFile);
const directoryOf = (name: string) => join(import.meta.dirname, name);
const jwtSecret = 'a secret of the benchmark, of forty letters';

/** Installs what is missing and starts the server of a peer's folder, with the pool that suits it best (README.md). */
export async function start(
  name: string,
  dataSet: DataSet,
  { connections, ...more }: { connections: number } & Record<string, string | number>,
) {
  const cwd = directoryOf(name);
  if (!existsSync(join(cwd, 'node_modules')))
    await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd });
  const { host, port, user, password, database } = dataSet.owner;
  return startServerProcess({
    command: () => [process.execPath, 'server.mjs'],
    cwd,
    readyPath: '/ready',
    environment: (its) => ({
      NODE_ENV: 'production',
      GRAPHILE_ENV: 'production',
      PORT: String(its.port),
      JWT_SECRET: jwtSecret,
      PGHOST: host!,
      PGPORT: String(port ?? 5432),
      PGUSER: user!,
      PGPASSWORD: String(password),
      PGDATABASE: database!,
      CONNECTIONS: String(connections),
      ...more,
    }),
  });
}

/** Runs the peer's own schema.sql on the data set. */
export async function prepare(dataSet: DataSet, name: string): Promise<void> {
  const text = await readFile(join(directoryOf(name), 'schema.sql'), 'utf8');
  await dataSet.query(text.replaceAll(/(?<!:):people\b/g, String(dataSet.people)));
}

/** Tokens by person's number − 1, with these claims beside the subject. */
export const tokens = (dataSet: DataSet, claims: (number: number) => Record<string, unknown>) =>
  Promise.all(
    Array.from({ length: dataSet.people }, (_, index) =>
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
