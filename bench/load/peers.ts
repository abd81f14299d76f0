import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { SignJWT } from 'jose';
import { requestConnections } from '#server/platform/postgres/pools.ts';
import { addUploads, idOf, type World } from './world.ts';
import type { Operation } from './operations.ts';
import { startServerProcess, type ServerProcess } from './server-process.ts';

/** Another system on the same database, and how each of the product's operations is asked of it. */
export interface Peer {
  name: string;
  server: ServerProcess;
  /** By the product's name of the operation. */
  operations: Record<string, Operation>;
  /** Ids of the tickets in an answer to the company dashboard. */
  ticketsOf: (answer: string) => string[];
}

const run = promisify(execFile);
const directoryOf = (name: string) => join(import.meta.dirname, '../peers', name);
const jwtSecret = 'a secret of the benchmark, of forty letters';

/** Installs what is missing, prepares the database and starts them all. */
export async function startPeers(world: World): Promise<Peer[]> {
  const peers: Peer[] = [];
  for (const open of [startLite, startPostGraphile, startParse]) peers.push(await open(world));
  return peers;
}

async function start(name: string, world: World, more: Record<string, string> = {}) {
  const cwd = directoryOf(name);
  if (!existsSync(join(cwd, 'node_modules')))
    await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd });
  const { host, port, user, password, database } = world.owner;
  return startServerProcess({
    command: [process.execPath, 'server.mjs'],
    cwd,
    readyPath: '/ready',
    environment: (own) => ({
      NODE_ENV: 'production',
      GRAPHILE_ENV: 'production',
      PORT: String(own),
      JWT_SECRET: jwtSecret,
      PGHOST: host!,
      PGPORT: String(port ?? 5432),
      PGUSER: user!,
      PGPASSWORD: String(password),
      PGDATABASE: database!,
      CONNECTIONS: String(requestConnections),
      ...more,
    }),
  });
}

async function prepare(world: World, name: string): Promise<void> {
  const text = await readFile(join(directoryOf(name), 'schema.sql'), 'utf8');
  await world.query(text.replaceAll(/(?<!:):people\b/g, String(world.people)));
}

const tokens = (world: World, claims: (number: number) => Record<string, unknown>) =>
  Promise.all(
    Array.from({ length: world.people }, (_, index) =>
      new SignJWT(claims(index + 1))
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setSubject(idOf('0a', index + 1))
        .setAudience('authenticated')
        .setIssuedAt()
        .setExpirationTime('4h')
        .sign(Buffer.from(jwtSecret)),
    ),
  );

const lists = ['current', 'waiting', 'old'];
const ticketColumns =
  'id,ticket_number,company_id,agency_id,status,amount_sar,repayment_term,description,invoice_url,rejection_reason,created_at,created_local_date';
const installmentColumns = 'id,ticket_id,seq,due_date,amount_sar,paid_amount,status';

async function startLite(world: World): Promise<Peer> {
  await prepare(world, 'lite');
  const server = await start('lite', world);
  const embedded = lists.map(
    (list) =>
      `${list}:tickets(${ticketColumns},agencies!tickets_agency_id_fkey(name)${list === 'current' ? `,ticket_installments(${installmentColumns})` : ''})`,
  );
  const filters = lists.map(
    (list) =>
      `${list}.company_list=eq.${list}&${list}.order=created_at.desc,id.desc&${list}.limit=20`,
  );
  const people = await tokens(world, () => ({ role: 'authenticated' }));
  const headers = `{Authorization = 'Bearer ' .. tokens[1 + n % ${world.people}], apikey = 'bench', ['Content-Type'] = 'application/json'}`;
  const today = new Date().toISOString().slice(0, 10);
  return {
    name: '@supabase/lite',
    server,
    ticketsOf: (answer) =>
      (JSON.parse(answer) as Record<string, { id: string }[]>[]).flatMap((company) =>
        lists.flatMap((list) => company[list]!.map(({ id }) => id)),
      ),
    operations: {
      'company dashboard': {
        name: 'company dashboard',
        tokens: async () => people,
        lua: () => `return 'GET', string.format('/rest/v1/companies?select=*,${embedded.join(',')}&user_id=eq.0a000000-0000-7000-8000-%012x&${filters.join('&')}',
          1 + n % ${world.people}), ${headers}`,
      },
      'create ticket': {
        name: 'create ticket',
        tokens: async () => people,
        most_a_second: 1_000,
        prepare: addUploads,
        lua: () => `local person = 1 + n % ${world.people}
          local body = string.format('{"p_key": "%d", "p_session_id": "0e000000-0000-7000-8000-%012x", ' ..
            '"p_agency_id": "0d000000-0000-7000-8000-%012x", "p_amount_sar": "1500.00", "p_term": "TwoMonths", ' ..
            '"p_description": "Campaign", "p_invoice_url": "0a000000-0000-7000-8000-%012x/b%d.pdf", "p_today": "${today}"}',
            n, person, person, person, n)
          return 'POST', '/rest/v1/rpc/bench_create_ticket', ${headers}, body`,
      },
    },
  };
}

const camel = (columns: string) =>
  columns
    .split(',')
    .map((column) =>
      column
        .replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
        .replace(/^id$/, 'rowId'),
    )
    .join(' ');

async function startPostGraphile(world: World): Promise<Peer> {
  await prepare(world, 'postgraphile');
  const server = await start('postgraphile', world);
  const list = (name: string) =>
    `${name}: ticketsByCompanyId(condition: {companyList: "${name}"}, orderBy: [CREATED_AT_DESC, ROW_ID_DESC], first: 20) { totalCount nodes { ${camel(ticketColumns)} agencyTitle { name }${name === 'current' ? ` installments { nodes { ${camel(installmentColumns)} } }` : ''} } }`;
  const query = `query d($id: UUID!) { companyByRowId(rowId: $id) { rowId name website address phone email contactName contactTitle businessArea revenueLast6Months profileCompleted totalApprovalBudget createdAt updatedAt ${lists.map(list).join(' ')} } }`;
  return {
    name: 'PostGraphile',
    server,
    ticketsOf: (answer) => {
      const { data } = JSON.parse(answer) as {
        data: { companyByRowId: Record<string, { nodes: { rowId: string }[] }> };
      };
      return lists.flatMap((name) => data.companyByRowId[name]!.nodes.map(({ rowId }) => rowId));
    },
    operations: {
      'company dashboard': {
        name: 'company dashboard',
        tokens: () => tokens(world, (number) => ({ company_id: idOf('0c', number) })),
        lua: () => `return 'POST', '/graphql', {Authorization = 'Bearer ' .. tokens[1 + n % ${world.people}], ['Content-Type'] = 'application/json'},
          string.format('{"query": ${JSON.stringify(query).replaceAll('\\', '\\\\')}, "variables": {"id": "0c000000-0000-7000-8000-%012x"}}', 1 + n % ${world.people})`,
      },
    },
  };
}

const classes = {
  Agency: { name: 'String' },
  Company: { name: 'String', business_area: 'String', budget: 'String' },
  Ticket: {
    company: 'Company',
    agency: 'Agency',
    ticket_number: 'String',
    status: 'String',
    list: 'String',
    amount_sar: 'String',
    repayment_term: 'String',
    description: 'String',
    invoice_url: 'String',
    created_local_date: 'String',
  },
  Installment: {
    ticket: 'Ticket',
    company: 'Company',
    list: 'String',
    seq: 'Number',
    due_date: 'String',
    amount_sar: 'String',
    paid_amount: 'String',
    status: 'String',
  },
};

async function startParse(world: World): Promise<Peer> {
  await world.query(
    `create schema parse; create role parse login superuser password 'parse'; alter role parse set search_path = parse`,
  );
  const { database, port } = world.owner;
  const server = await start('parse', world, {
    MASTER_KEY: 'bench',
    PARSE_URL: `postgres://parse:parse@localhost:${port ?? 5432}/${database}`,
  });
  const ask = async (path: string, body: object) => {
    const response = await fetch(`${server.url}/parse/${path}`, {
      method: 'POST',
      headers: {
        'X-Parse-Application-Id': 'bench',
        'X-Parse-Master-Key': 'bench',
        'Content-Type': 'application/json',
      },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`Parse Server refused ${path}: ${await response.text()}`);
  };
  // The first log-in makes the table of sessions.
  const first = { username: 'first', password: 'first' };
  await ask('users', first);
  await ask('login', first);
  for (const [className, fields] of Object.entries(classes)) {
    const body = {
      className,
      fields: Object.fromEntries(
        Object.entries(fields).map(([name, type]) => [
          name,
          type in classes ? { type: 'Pointer', targetClass: type } : { type },
        ]),
      ),
    };
    await ask(`schemas/${className}`, body);
  }
  await prepare(world, 'parse');
  return {
    name: 'Parse Server',
    server,
    ticketsOf: (answer) => {
      const { result } = JSON.parse(answer) as { result: { tickets: { objectId: string }[][] } };
      return result.tickets.flat().map(({ objectId }) => objectId);
    },
    operations: {
      'company dashboard': {
        name: 'company dashboard',
        lua: () => `local person = 1 + n % ${world.people}
          return 'POST', '/parse/functions/dashboard', {['X-Parse-Application-Id'] = 'bench',
            ['X-Parse-Session-Token'] = tokens[person], ['Content-Type'] = 'application/json'},
            string.format('{"company": "0c000000-0000-7000-8000-%012x"}', person)`,
        tokens: async () =>
          (
            await world.query(
              `select 'r:' || md5(n::text) as token from generate_series(1, ${world.people}) n`,
            )
          ).rows.map(({ token }) => token as string),
      },
    },
  };
}
