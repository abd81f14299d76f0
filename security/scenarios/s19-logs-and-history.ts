import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Client } from 'pg';
import { call } from '#server/product-client/product-client.ts';
import { scenario } from '../../reliability/scenario.ts';
import { runOwnTests } from '../own-tests.ts';
import { sharedSite, type Site } from '../site.ts';
import { ownerOf, startServerProcess } from '../../server/testing/server-process.ts';
import { signUpActor } from '../../server/testing/product.ts';

/** Logins that serve people, and what is append-only. */
const logins = ['hamla_app', 'hamla_staff', 'hamla_jobs', 'hamla_accounts'];
const history = [
  'events',
  'journal_entries',
  'journal_lines',
  'payout_files',
  'signing_records',
  'auth.security_events',
];

export default scenario({
  id: 'S19',
  title: 'secrets in logs, and history rewritten',
  small: {},
  full: {},
  async run(_counts, outcome) {
    const { log, planted } = await logOfARun();
    outcome.expectNone(foundIn(log, planted));
    outcome.expect(log.includes('request'), 'the log has no requests');
    outcome.expectNoticed('a token in the log', foundIn(`${log}${planted.token}`, planted));
    const site = await sharedSite();
    const allowed = await rewritten(site, history);
    outcome.expectNone(allowed);
    await site.rows('create table planted (at date); grant delete on planted to hamla_app');
    outcome.expectNoticed('a login that may delete', await rewritten(site, ['planted']));
    await site.rows('drop table planted');
    const own = [
      await runOwnTests('server/src/accounts/contract.test.ts', [/never reach the log/]),
      await runOwnTests('server/src/platform/log.test.ts', [/./]),
    ];
    outcome.expectNone(own.flatMap(({ found }) => found));
    return `${Object.keys(planted).length} secrets in ${log.length} bytes of log, ${logins.length} logins × ${history.length} tables, ${outcome.breaches.length} hits`;
  },
});

const foundIn = (log: string, planted: Record<string, string>) =>
  Object.entries(planted)
    .filter(([, secret]) => log.includes(secret))
    .map(([name]) => `the log has the ${name}`);

/** What a real server logs at its most talkative while secrets go through it. */
async function logOfARun() {
  const dataDir = mkdtempSync(join(tmpdir(), 'hamla-security-'));
  try {
    const server = startServerProcess(dataDir, { LOG_LEVEL: 'trace' });
    const said = text(server.child.stdout!);
    const url = await server.open;
    const password = 'planted-oryx-palm-71';
    const iban = 'SA4420000001234567891234';
    const email = 'planted.person@example.sa';
    const clock = { now: () => new Date(), set: () => {}, moveDays: () => {} };
    const person = await signUpActor(url, 'agency', email, clock, undefined);
    const token = await person.token();
    const refresh = (await person.auth.getSession()).data.session!.refresh_token;
    await call(url, 'upsert_agency', token, { body: { iban, phone: '0555000123' } });
    await person.auth.signInWithPassword({ email, password });
    await person.auth.resetPasswordForEmail(email);
    await fetch(`${url}/auth/v1/verify?token=planted-token-in-a-query&type=signup`, {
      redirect: 'manual',
    });
    await fetch(`${url}/api/agency?access_token=${token}`, {
      headers: { authorization: `Bearer ${token}x` },
    });
    await fetch(`${url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: `{"email":"${email}","password":"${password}`,
    });
    const client = new Client(ownerOf(dataDir));
    await client.connect();
    // A failure of the database, whose message would quote the row.
    await client.query(
      `alter table agencies add constraint planted check (iban is distinct from 'SA0380000000608010167519') not valid`,
    );
    await person.send('upsert_agency', {
      body: { address: 'planted-address', phone: '0555000124' },
    });
    await client.end();
    server.child.kill('SIGTERM');
    const { err } = await server.ended;
    const database = readFileSync(join(dataDir, 'postgres.log'), 'utf8');
    return {
      log: (await said) + err + database,
      planted: {
        password,
        token,
        refresh,
        iban,
        email,
        phone: '555000123',
        query: 'planted-token-in-a-query',
      },
    };
  } finally {
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** What a login may update or delete of these tables. */
async function rewritten(site: Site, tables: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  const client = new Client(site.database.owner);
  await client.connect();
  for (const login of logins)
    for (const table of tables)
      for (const statement of [`delete from ${table}`, `truncate ${table}`]) {
        await client.query('begin');
        await client.query(`set local role ${login}`);
        const done = await client.query(statement).then(
          () => true,
          () => false,
        );
        await client.query('rollback');
        // The nightly job takes old security events away (0026).
        if (done && !(login === 'hamla_jobs' && table === 'auth.security_events'))
          found.push(`${login} may ${statement}`);
      }
  const { rows } = await client.query(
    `select grantee || ' may update ' || table_name || '.' || column_name as may
       from information_schema.column_privileges
      where privilege_type = 'UPDATE' and grantee = any ($1) and table_schema || '.' || table_name = any ($2)`,
    [logins, tables.map((table) => (table.includes('.') ? table : `public.${table}`))],
  );
  await client.end();
  return [...found, ...rows.map(({ may }) => may as string)];
}
