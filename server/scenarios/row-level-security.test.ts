import type { PoolClient } from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import type { Ticket } from '#api/tickets.ts';
import type { PayoutRunDetails } from '#api/payout-runs.ts';
import { callIdempotent } from '#server/platform/database/call-function.ts';
import type { Caller } from '#server/platform/http/operations.ts';
import { decideTicket } from '#server/tickets/decide-ticket.ts';
import { createTestDatabase } from '../testing/database.ts';
import { addTicket, makePayableInDatabase } from '../testing/payable.ts';
import { depositOf } from '../testing/payments.ts';
import {
  addAgency,
  addCompany,
  addInvoice,
  addStaff,
  addUser,
  asOwner,
  callOf,
  type Person,
} from '../testing/people.ts';
import { saudiIban } from '../testing/ibans.ts';
import { operationOf, refusedRequest } from '../testing/waiting.ts';

/**
 * What PostgreSQL still refuses when the server forgets to: every statement here runs as hamla_app, the login that
 * serves requests, with nothing of the product's code between the statement and the rows.
 */

let ticket: Ticket;

const now = new Date('2026-05-04T08:00:00Z');
const by = (caller: Caller) => callOf(caller, now);

const request = (company: Person, agency: Person): Promise<Ticket> =>
  addTicket(database, { company, agency }, now, { amount: '300.00' });

const database = await createTestDatabase();
const people = {
  company: await addCompany(database, { total_approval_budget: '9000.00' }),
  otherCompany: await addCompany(database, { total_approval_budget: '9000.00' }),
  agency: await addAgency(database),
  otherAgency: await addAgency(database),
};
const stranger = await addUser(database);
const virtualIbans = [saudiIban(1), saudiIban(2)];
const bothCompanies = () => [people.company.id, people.otherCompany.id];
const approvedTickets = () =>
  asOwner(database, async (client) => {
    const { rows } = await client.query(
      `select id, company_id from tickets where status = 'Approved'`,
    );
    return rows as { id: string; company_id: string }[];
  });

// Everybody has something that the others must not see.
for (const company of [people.company, people.otherCompany]) {
  for (const agency of [people.agency, people.otherAgency]) {
    if (company === people.company && agency === people.otherAgency) continue;
    const approved = await request(company, agency);
    await decideTicket(database.pools.app, by(agency), 'approve', approved.id);
    const waiting = await request(company, agency);
    if (company === people.company) ticket = waiting;
  }
  await addInvoice(database, company, now);
  await asOwner(database, (client) =>
    client.query(
      `insert into credit_assessments (company_id, created_at, model_version, grade, score, max_score,
         is_preliminary, inputs, factors) values ($1, $2, '1', 'A', 1, 1, true, '{}', '[]')`,
      [company.id, now],
    ),
  );
}
for (const { user_id, id } of Object.values(people)) {
  await asOwner(database, async (client) => {
    await client.query(`insert into notification_settings values ($1, 'help_answered', 'never')`, [
      user_id,
    ]);
    await client.query(
      `insert into notifications (user_id, side, kind, occurred_at, delivery)
       values ($1, 'person', 'password_changed', $2, 'now')`,
      [user_id, now],
    );
  });
  await asOwner(database, (client) =>
    client.query(
      `insert into help_messages (user_id, company_id, agency_id, message, sent_at)
       select $1, (select c.id from companies c where c.id = $2), (select a.id from agencies a where a.id = $2),
              'Message of ' || $2::text, $3`,
      [user_id, id, now],
    ),
  );
}
await payEverybody();
await asOwner(database, (client) =>
  client.query(
    `insert into files (owner_user_id, kind, store, path, name, size_bytes, content_type, sha256, storage_key,
       created_at, stored_at, attached_at)
     select u, 'other_docs_files', 'agency-documents', u || '/doc_1_0.pdf', 'x', 1, 'application/pdf', '', u::text, $2, $2, $2
       from unnest($1::uuid[]) u`,
    [[people.agency.user_id, people.otherAgency.user_id], now],
  ),
);
afterAll(() => database.drop());

/** Two of staff send what is approved, and each company pays something to a virtual IBAN of its own. */
async function payEverybody() {
  const { staff } = database.pools;
  const [one, other] = [await addStaff(database, now), await addStaff(database, now)];
  await asOwner(database, (client) =>
    client.query(`update agencies set paid_iban = 'SA0380000000608010167519'`),
  );
  await asOwner(database, (client) =>
    client.query(
      `with list as (
         insert into virtual_iban_lists (file_name, file_sha256, ibans, loaded_by, loaded_at, approved_by, approved_at)
         values ('x', sha256('x'), $1, $2, $3::timestamptz - interval '1 day', $4, $3) returning id),
       feed as (
         insert into due_date_feeds (company_id, version, token_digest, renewed_at)
         select c, 1, sha256(c::text::bytea), $3 from unnest($5::uuid[]) c),
       consent as (
         insert into bureau_consents (company_id, bureau, words_version, language, given_at, given_by)
         select c.id, 'sandbox', 1, 'en', $3, c.user_id from companies c where c.id = any ($5::uuid[]))
       select from list`,
      [virtualIbans, one.user_id, now, other.user_id, bothCompanies()],
    ),
  );
  await asOwner(database, (client) =>
    client.query(
      `insert into virtual_ibans (iban, list_id, company_id, assigned_at)
       select v.iban, l.id, v.company_id, $3 from virtual_iban_lists l, unnest($1::text[], $2::uuid[]) v(iban, company_id)`,
      [virtualIbans, bothCompanies(), now],
    ),
  );
  for (const { id, company_id } of await approvedTickets()) {
    const company = company_id === people.company.id ? people.company : people.otherCompany;
    await makePayableInDatabase(database.pools, { staff: by(one), company: by(company) }, id);
  }
  for (const agency of [people.agency, people.otherAgency]) {
    const fields = { iban: 'SA4420000001234567891234' };
    await callIdempotent(database.pools.app, 'upsert_agency', by(agency), { fields });
  }
  const prepared = await callIdempotent(staff, 'prepare_payout_run', by(one), {
    today: '2026-05-04',
  });
  const { run } = JSON.parse(prepared) as PayoutRunDetails;
  await callIdempotent(staff, 'release_payout_run', by(other), {
    today: '2026-05-04',
    run_id: run.id,
  });
  // Named so after the last invoice: nobody has been invoiced by it.
  await asOwner(database, (client) =>
    client.query(`insert into platform_identities (name, since) values ('Renamed', $1)`, [now]),
  );
  // Some balances are rolled up, some not yet.
  await asOwner(database, (client) => client.query('select api.roll_up_balances(1000)'));
  for (const [reference, company] of [
    ['FT1', people.company],
    ['FT2', people.otherCompany],
  ] as const) {
    const payment = depositOf('10.00', '2026-05-04', {
      bank_reference: reference,
      company_id: company.id,
    });
    await callIdempotent(staff, 'record_payment', by(one), payment);
    await asOwner(database, (client) =>
      client.query(
        `with asked as (
           insert into budget_requests (company_id, asked_at, amount_sar, total_then_sar, reason, documents, status)
           values ($1, $2, 20, 10, 'Season', '{none}', 'Offered') returning id)
         insert into budget_request_decisions (request_id, on_appeal, decided_by, decided_at, decision, amount_sar,
           reason)
         select a.id, false, s.user_id, $2, 'counter', 15, 'Less' from asked a, (select user_id from staff limit 1) s`,
        [company.id, now],
      ),
    );
    await asOwner(database, (client) =>
      client.query(
        `insert into transfer_reports (company_id, ticket_id, amount_sar, transferred_on, proof_file, reported_at)
         select company_id, id, 5, '2026-05-04', id::text, $2 from tickets where company_id = $1 limit 1`,
        [company.id, now],
      ),
    );
    await asOwner(database, (client) =>
      client.query(
        `insert into payment_promises (company_id, amount_sar, installment_ids, made_by, made_at, made_on, promised_for)
         values ($1, 5, array[$1::uuid], $2, $3, '2026-05-04', '2026-05-08')`,
        [company.id, company.user_id, now],
      ),
    );
    await asOwner(database, (client) =>
      client.query(
        `with asked as (
           insert into payment_requests (company_id, amount_sar, created_by, created_at, expires_on)
           values ($1, 5, $2, $3, '2026-05-18') returning id)
         insert into payment_request_items (request_id, company_id, place, ticket_id, is_loss, due_date, amount_sar)
         select a.id, $1, 1, t.id, true, '2026-05-04', 5
           from asked a, (select id from tickets where company_id = $1 limit 1) t`,
        [company.id, company.user_id, now],
      ),
    );
    await asOwner(database, (client) =>
      client.query(
        `insert into payment_refunds (payment_id, company_id, amount_sar, goes_to, iban, beneficiary, entry_id, refunded_by, refunded_at)
         select p.id, p.company_id, 1, 'payer', 'SA0380000000608010167519', 'x', min(e.id), p.recorded_by, $2
           from payments p join journal_entries e on e.payment_id = p.id where p.company_id = $1 group by p.id`,
        [company.id, now],
      ),
    );
  }
  await asOwner(database, (client) =>
    client.query(
      `with file as (
         insert into refund_files (file_no, made_by, made_at, execution_date, purpose)
         values (1, $1, $2, '2026-05-04', 'REFU') returning file_no)
       insert into refund_file_lines (refund_id, file_no, latin_name)
       select r.id, f.file_no, 'x' from payment_refunds r, file f`,
      [one.user_id, now],
    ),
  );
}

/** What each table may show to a caller, written without the policies' own functions. */
const ownRows: Record<string, string> = {
  companies: 'user_id = $1',
  agencies: 'user_id = $1',
  files: `owner_user_id = $1 or (store = 'ticket-invoices' and path in (select invoice_url from tickets where agency_id = $3))`,
  tickets: 'company_id = $2 or agency_id = $3',
  ticket_installments: 'company_id = $2',
  document_sets: 'company_id = $2',
  ticket_documents: 'company_id = $2',
  signing_records: 'company_id = $2',
  agency_payouts: 'agency_id = $3',
  credit_assessments: 'company_id = $2',
  idempotency_keys: 'user_id = $1',
  user_roles: 'user_id = $1',
  events: `subject in ('ticket', 'payout') and (company_id = $2 or agency_id = $3)`,
  payments: 'company_id = $2',
  payment_allocations: 'company_id = $2',
  payment_refunds: 'company_id = $2',
  refund_file_lines: 'refund_id in (select id from payment_refunds where company_id = $2)',
  transfer_reports: 'company_id = $2',
  payment_promises: 'company_id = $2',
  payment_requests: 'company_id = $2',
  payment_request_items: 'company_id = $2',
  iban_changes: 'agency_id = $3 or company_id = $2',
  virtual_ibans: 'company_id = $2',
  due_date_feeds: 'company_id = $2',
  bureau_consents: 'company_id = $2',
  help_messages: 'agency_id = $3 or company_id = $2',
  budget_requests: 'company_id = $2',
  budget_request_decisions: 'request_id in (select id from budget_requests where company_id = $2)',
  // Those of a side need its role, which is not set here; notifications.test.ts is about them.
  notifications: `user_id = $1 and side = 'person'`,
  notification_settings: 'user_id = $1',
  journal_entries: 'company_id = $2 or agency_id = $3',
  // Of an entry between both, each its own side.
  journal_lines: `(account in ('receivable', 'refunds_receivable', 'company_credit') and entry_id in (select id from journal_entries where company_id = $2))
    or (account = 'agency_payable' and entry_id in (select id from journal_entries where agency_id = $3))`,
  balance_changes: `(account in ('receivable', 'refunds_receivable', 'company_credit') and company_id = $2)
    or (account = 'agency_payable' and agency_id = $3)`,
  company_balances: `account in ('receivable', 'refunds_receivable', 'company_credit') and company_id = $2`,
  agency_balances: `account = 'agency_payable' and agency_id = $3`,
  tax_invoices: 'agency_id = $3',
  platform_identities: 'id in (select seller_id from tax_invoices where agency_id = $3)',
};

/** What is read of a row where not every column may be: of the history, what happened to which ticket and when. */
const readColumns: Record<string, string> = {
  events: 'id, occurred_at, operation, subject, subject_id, company_id, agency_id',
  // Not who of staff recorded or reversed it.
  payments:
    'id, company_id, ticket_id, amount_sar, value_date, bank_reference, recorded_at, reversed_at',
  payment_allocations:
    'id, payment_id, installment_id, ticket_id, company_id, amount_sar, allocated_at',
  // Nor who of staff approved or answered it, and why it came back.
  payment_refunds: 'id, payment_id, company_id, amount_sar, iban, status, refunded_at, decided_at',
  // Nor the file, and how the bank is told its name.
  refund_file_lines: 'refund_id',
  // Not who of staff posted it.
  journal_entries: 'id, local_date, event, company_id, agency_id, ticket_id, reverses_entry_id',
  // Not who of staff decided it.
  transfer_reports: 'id, company_id, ticket_id, amount_sar, proof_file, status, reason',
  // Not who of staff answered, nor who asked.
  help_messages: 'id, company_id, agency_id, ticket_id, message, sent_at, answer, answered_at',
  // Not who of staff decided.
  budget_request_decisions: 'id, request_id, on_appeal, decided_at, decision, amount_sar, reason',
  // Not from which list it is, nor the digest of the link.
  virtual_ibans: 'iban, company_id',
  due_date_feeds: 'company_id, version, renewed_at',
  // Not the identity number, encrypted or not.
  signing_records: 'id, set_id, company_id, signed_at, record, seal',
  // Not who of staff decided, nor who was told.
  iban_changes: 'id, agency_id, company_id, iban, requested_at, status, ended_at, rejection_reason',
};
const rowsAsText = (table: string) =>
  `select row_to_json(r)::text as row from (select ${readColumns[table] ?? '*'} from ${table}) r`;

/** Tables that tell nothing of anybody. */
const publicTables = ['credit_bureau', 'credit_policies', 'lateness_settings', 'legal_moves'];

interface Settings {
  user_id: string;
  company_id: string;
  agency_id: string;
}

const settingsOf = {
  company: () => ({
    user_id: people.company.user_id,
    company_id: people.company.id,
    agency_id: '',
  }),
  'another company': () => ({
    user_id: people.otherCompany.user_id,
    company_id: people.otherCompany.id,
    agency_id: '',
  }),
  'the agency of the ticket': () => ({
    user_id: people.agency.user_id,
    company_id: '',
    agency_id: people.agency.id,
  }),
  'another agency': () => ({
    user_id: people.otherAgency.user_id,
    company_id: '',
    agency_id: people.otherAgency.id,
  }),
  'a person without a role': () => ({ user_id: stranger.user_id, company_id: '', agency_id: '' }),
  nobody: () => null,
} satisfies Record<string, () => Settings | null>;

/** Runs statements as hamla_app in a transaction that is always undone. */
async function asApp<T>(
  settings: Settings | null,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const client = await database.pools.app.connect();
  try {
    await client.query('begin');
    for (const [name, value] of Object.entries(settings ?? {})) {
      await client.query('select set_config($1, $2, true)', [`hamla.${name}`, value]);
    }
    return await work(client);
  } finally {
    await client.query('rollback');
    client.release();
  }
}

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'allowed',
    (error: { code?: string }) => error.code,
  );
const insufficientPrivilege = '42501';
const generatedAlways = '428C9';

/** Tables (and views) of the schema public that hamla_app may read. */
/** What requests may read of a kind of relation; of views, those that show what their reader could not read without them. */
const readable = (kind: string) =>
  asOwner(database, async (client) => {
    const { rows } = await client.query(
      `select c.relname as name from pg_class c
        where c.relnamespace = 'public'::regnamespace and c.relkind = $1
          and has_any_column_privilege('hamla_app', c.oid, 'select')
          and not coalesce('security_invoker=true' = any (c.reloptions), false) order by 1`,
      [kind],
    );
    return rows.map(({ name }) => name as string);
  });

describe("row-level security without the server's checks", () => {
  test('every table that requests may read is in the list under test', async () => {
    expect(await readable('r')).toEqual([...Object.keys(ownRows), ...publicTables].sort());
  });

  test.each(Object.keys(settingsOf) as (keyof typeof settingsOf)[])(
    '%s sees its own rows of every table and no others',
    async (name) => {
      const settings = settingsOf[name]();
      for (const [table, own] of Object.entries(ownRows)) {
        const seen = await asApp(settings, async (client) =>
          (await client.query(rowsAsText(table))).rows.map(({ row }) => row as string),
        );
        const { user_id, company_id, agency_id } = settings ?? {};
        const expected = await asOwner(database, async (client) => {
          const values = [user_id, company_id, agency_id].map((value) => value || null);
          const { rows } = await client.query(
            `${rowsAsText(table)}
              where $1::uuid is distinct from $2::uuid and $3::uuid is distinct from $1::uuid and (${own})`,
            values,
          );
          return rows.map(({ row }) => row as string);
        });
        expect([table, ...seen.sort()]).toEqual([table, ...expected.sort()]);
      }
    },
  );

  test('the rows that must stay hidden exist: no tested table is empty', async () => {
    for (const table of Object.keys(ownRows)) {
      const many = await asOwner(database, async (client) => {
        const { rows } = await client.query(`select count(*) > 1 as many from ${table}`);
        return rows[0].many as boolean;
      });
      expect([table, many]).toEqual([table, true]);
    }
  });

  test('no request reads who made a change and the values before, not even in the own history', async () => {
    for (const column of ['actor_user_id', 'before', 'after', '*']) {
      const read = asApp(settingsOf.company(), (client) =>
        client.query(`select ${column} from events`),
      );
      expect([column, await refusal(read)]).toEqual([column, insufficientPrivilege]);
    }
  });

  test('no request reads passwords, keys or links', async () => {
    for (const table of ['users', 'one_time_tokens', 'notices', 'signing_keys', 'flow_states']) {
      const read = asApp(settingsOf.company(), (client) =>
        client.query(`select * from auth.${table}`),
      );
      expect([table, await refusal(read)]).toEqual([table, insufficientPrivilege]);
    }
  });

  test('a request sees only id and name of the other party, of agencies to choose what tells them apart, and nothing without a caller', async () => {
    const names = ['agency_names', 'company_names', 'ticket_agency_names'];
    expect(await readable('v')).toEqual(names);
    for (const view of names) {
      const fields = await asApp(settingsOf.company(), async (client) =>
        (await client.query(`select * from ${view}`)).fields.map(({ name }) => name),
      );
      const toChoose = view === 'agency_names' ? ['is_verified', 'joined_on', 'cr_number_end'] : [];
      expect([view, ...fields]).toEqual([view, 'id', 'name', ...toChoose]);
      const unseen = await asApp(null, (client) => client.query(`select id from ${view}`));
      expect([view, ...unseen.rows]).toEqual([view]);
    }
  });

  test("another party's rows cannot be changed, nor rows made in another party's name", async () => {
    const { company, otherCompany, otherAgency } = people;
    const other = settingsOf['another company']();
    const changed = await asApp(other, (client) =>
      client.query(`update companies set name = 'Mine' where id = $1`, [company.id]),
    );
    expect(changed.rowCount).toBe(0);
    const files = `insert into files (owner_user_id, kind, store, path, name, size_bytes, content_type, sha256, storage_key, created_at)
         values ($1::uuid, 'invoice', 'ticket-invoices', $1::uuid::text || '/x', 'x', 1, 'application/pdf', '', 'stolen', $2)`;
    const forged: [string, unknown[]][] = [
      [
        `insert into tickets (company_id, agency_id, amount_sar, repayment_term, invoice_url, created_at,
           created_local_date, updated_at) values ($1, $2, 1, 'OneMonth', 'x', $3::timestamptz, $3::date, $3::timestamptz)`,
        [company.id, otherAgency.id, now],
      ],
      [
        `insert into ticket_installments (ticket_id, company_id, seq, due_date, amount_sar)
         values ($1, $2, 3, $3, 1)`,
        [ticket.id, company.id, now],
      ],
      [
        `insert into agency_payouts (agency_id, ticket_id, gross_amount, fee_amount, net_amount, created_at)
         values ($1, $2, 300, 15, 285, $3)`,
        [people.agency.id, ticket.id, now],
      ],
      [files, [company.user_id, now]],
      [
        `insert into events (occurred_at, actor_user_id, operation, subject, subject_id)
         values ($2, $1, 'approve_ticket', 'ticket', uuidv7())`,
        [company.user_id, now],
      ],
      [
        `insert into idempotency_keys (user_id, operation, key, request_hash, created_at)
         values ($1, 'x', 'x', '', $2)`,
        [company.user_id, now],
      ],
    ];
    for (const [sql, values] of forged) {
      const attempt = asApp(other, (client) => client.query(sql, values));
      expect([sql, await refusal(attempt)]).toEqual([sql, insufficientPrivilege]);
    }
    // The statement itself is right: its own company may say it.
    const own = asApp(other, (client) => client.query(files, [otherCompany.user_id, now]));
    expect(await refusal(own)).toBe('allowed');
  });

  test('an agency can write a payout only for its own approved ticket and its full amount', async () => {
    const { company, agency, otherAgency } = people;
    const arranged: string[] = [];
    const arrangeTicket = (status: string, of: Person) =>
      asOwner(database, async (client) => {
        const { rows } = await client.query<{ id: string }>(
          `insert into tickets (company_id, agency_id, status, amount_sar, repayment_term, invoice_url, created_at,
             created_local_date, updated_at)
           values ($1, $2, $3, 300, 'OneMonth', uuidv7()::text, $4::timestamptz, $4::date, $4) returning id`,
          [company.id, of.id, status, now],
        );
        arranged.push(rows[0]!.id);
        return rows[0]!.id;
      });
    const approved = await arrangeTicket('Approved', agency);
    const write = (ticket_id: string, gross: number, of = agency) =>
      refusal(
        asApp(settingsOf['the agency of the ticket'](), (client) =>
          client.query(
            `insert into agency_payouts (agency_id, ticket_id, gross_amount, fee_amount, net_amount, created_at)
             values ($1, $2, $3, $3 * 0.05, $3 * 0.95, $4)`,
            [of.id, ticket_id, gross, now],
          ),
        ),
      );
    expect(await write(approved, 300)).toBe('allowed');
    expect(await write(approved, 200)).toBe(insufficientPrivilege);
    expect(await write(approved, 400)).toBe(insufficientPrivilege);
    expect(await write(approved, 300, otherAgency)).toBe(insufficientPrivilege);
    for (const status of ['PendingAgencyApproval', 'Active', 'Rejected', 'Closed', 'Completed']) {
      const other = await arrangeTicket(status, agency);
      expect([status, await write(other, 300)]).toEqual([status, insufficientPrivilege]);
    }
    const foreign = await arrangeTicket('Approved', otherAgency);
    expect(await write(foreign, 300)).toBe(insufficientPrivilege);
    // They were arranged, not reached: what is compared after this must not meet them.
    await asOwner(database, (client) =>
      client.query('delete from tickets where id = any ($1)', [arranged]),
    );
  });

  test('a ticket is made by one function alone, and only for the user of the session', async () => {
    const { company, otherCompany, agency } = people;
    const attempt = (caller: Caller) => {
      const { text, values } = operationOf('create_ticket_with_installments', caller, now, {
        ...refusedRequest,
        refusal: null,
        agency_id: agency.id,
        amount_sar: '1.00',
      });
      return asApp(settingsOf.company(), (client) => client.query(text, values)).catch(
        (error: Error) => error.message,
      );
    };
    const { user_id } = company;
    expect(await attempt({ user_id, session_id: otherCompany.session_id })).toBe(
      'session_not_found',
    );
    expect(await attempt({ user_id, session_id: agency.session_id })).toBe('session_not_found');
    expect(await attempt(agency)).toBe('wrong_role');
    expect(await attempt(stranger)).toBe('wrong_role');
    const inserting = asApp(settingsOf.company(), (client) =>
      client.query(
        `select insert_ticket(jsonb_populate_record(t, '{"repayment_term": "OneMonth"}'), array[$2::date],
           array[t.amount_sar]) from tickets t where t.id = $1`,
        [ticket.id, '2026-12-01'],
      ),
    );
    expect(await refusal(inserting)).toBe(insufficientPrivilege);
  });

  test.each([
    ['company', 'approve'],
    ['company', 'reject'],
    ['the agency of the ticket', 'cancel'],
  ] as const)('%s cannot %s its ticket, which only the other party may', async (name, move) => {
    const attempt = asApp(settingsOf[name](), (client) =>
      client.query(`select move_ticket($1, $2, null, $3)`, [ticket.id, move, now]),
    );
    await expect(attempt).rejects.toMatchObject({ code: 'HM000', message: 'not_found' });
  });

  test.each(['another company', 'another agency', 'a person without a role', 'nobody'] as const)(
    '%s cannot move a ticket of other parties, even by the function for it',
    async (name) => {
      for (const move of ['approve', 'reject', 'cancel']) {
        const attempt = asApp(settingsOf[name](), (client) =>
          client.query(`select move_ticket($1, $2, null, $3)`, [ticket.id, move, now]),
        );
        await expect(attempt).rejects.toMatchObject({ code: 'HM000', message: 'not_found' });
      }
    },
  );
});

/** Every column of the product's tables. */
const columns = () =>
  asOwner(database, async (client) => {
    const { rows } = await client.query<{ table: string; column: string; type: string }>(
      `select c.relname as table, a.attname as column, format_type(a.atttypid, a.atttypmod) as type
         from pg_attribute a join pg_class c on c.oid = a.attrelid
        where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
          and c.relname not in ('migrations', 'schema_files', 'schema_version', 'secret_key_proof') order by 1, 2`,
    );
    return rows;
  });

describe('writes that no request may make', () => {
  /** Everything else is refused: a new column is closed until it stands here. */
  const updatable: Record<string, string[]> = {
    notifications: ['read_at'],
    notification_settings: ['delivery'],
    // The own company's, as the policy says.
    due_date_feeds: ['version', 'token_digest', 'renewed_at'],
    bureau_consents: ['withdrawn_at', 'withdrawn_by'],
    companies:
      `name website address phone email contact_name contact_title business_area revenue_last_6_months
      company_registration_file financial_statement_file bank_statement_6m_file cr_number profile_completed updated_at`.split(
        /\s+/,
      ),
    agencies:
      `name name_resembles address phone email contact_name contact_title latin_name vat_number cr_number
      company_registration_file other_docs_files specializations specialization_other profile_completed updated_at`.split(
        /\s+/,
      ),
    files: ['stored_at', 'attached_at', 'replaced_at'],
    idempotency_keys: ['reply'],
    // To withdraw it, as the policy says.
    transfer_reports: ['status', 'decided_at'],
    payment_requests: ['withdrawn_at'],
    // Its company's moves, as the policy says.
    budget_requests:
      `status accepted_at appeal_reason appealed_at ended_at statement_name statement_sha256 statement_months
       statement_incoming statement_added_at`.split(/\s+/),
  };
  const insertable: Record<string, string[]> = {
    files:
      `owner_user_id kind store path name size_bytes content_type sha256 storage_key created_at`.split(
        ' ',
      ),
    agency_payouts: `agency_id ticket_id gross_amount fee_amount net_amount created_at`.split(' '),
    events:
      `occurred_at actor_user_id operation subject subject_id company_id agency_id before after`.split(
        ' ',
      ),
    idempotency_keys: ['user_id', 'operation', 'key', 'request_hash', 'created_at'],
    // In one's own name, about a ticket of one's own, as the policy says.
    help_messages: 'user_id company_id agency_id ticket_id message sent_at'.split(' '),
    notification_settings: ['user_id', 'kind', 'delivery'],
    due_date_feeds: ['company_id', 'version', 'token_digest', 'renewed_at'],
    bureau_consents: 'company_id bureau words_version language given_at given_by'.split(' '),
    transfer_reports:
      `company_id ticket_id payment_request_id amount_sar transferred_on bank_reference proof_file reported_at`.split(
        ' ',
      ),
    budget_requests: 'company_id asked_at amount_sar total_then_sar reason documents'.split(' '),
    // In the own company's name, as the policies say.
    payment_promises:
      'company_id amount_sar installment_ids made_by made_at made_on promised_for'.split(' '),
    payment_requests: 'company_id amount_sar created_by created_at expires_on'.split(' '),
    payment_request_items:
      'request_id company_id place ticket_id installment_id payment_id is_loss due_date amount_sar'.split(
        ' ',
      ),
  };

  test('a request cannot update budget, status, owner, id, history or assessment, column by column', async () => {
    const found = await columns();
    expect(found.length).toBeGreaterThan(80);
    for (const { table, column } of found) {
      const attempt = asApp(settingsOf.company(), (client) =>
        client.query(`update ${table} set ${column} = default where false`),
      );
      const expected = updatable[table]?.includes(column) ? 'allowed' : insufficientPrivilege;
      expect([table, column, await refusal(attempt)]).toEqual([table, column, expected]);
    }
  });

  test('a request cannot set budget, status, owner, id, history or assessment of a new row', async () => {
    for (const { table, column, type } of await columns()) {
      const result = await refusal(
        asApp(settingsOf.company(), (client) =>
          client.query(`insert into ${table} (${column}) select null::${type} where false`),
        ),
      );
      // A generated column is nobody's to give: that is found before the right is looked at.
      const expected = insertable[table]?.includes(column)
        ? 'allowed'
        : result === generatedAlways
          ? generatedAlways
          : insufficientPrivilege;
      expect([table, column, result]).toEqual([table, column, expected]);
    }
  });

  test('a request cannot delete or truncate anything', async () => {
    const tables = new Set((await columns()).map(({ table }) => table));
    for (const table of tables) {
      for (const sql of [`delete from ${table} where false`, `truncate ${table}`]) {
        const attempt = asApp(settingsOf.company(), (client) => client.query(sql));
        expect([sql, await refusal(attempt)]).toEqual([sql, insufficientPrivilege]);
      }
    }
  });

  test('an unbalanced journal entry is refused for every login', async () => {
    const entry = `insert into journal_entries (occurred_at, local_date, event, posted_by)
      select $1::timestamptz, $1::timestamptz::date, 'credit_refunded', user_id from staff limit 1`;
    const line = (no: number, amount: string) =>
      `insert into journal_lines (entry_id, line_no, account, amount_sar)
       select max(id), ${no}, 'bank', ${amount} from journal_entries`;
    const pair = (no: number, amount: string) =>
      `${line(no, '10.00')} union all select max(id), ${no + 1}, 'bank', ${amount} from journal_entries`;
    for (const [lines, result] of [
      [[], '23514'],
      [[line(1, '10.00')], '23514'],
      [[pair(1, '-9.99')], '23514'],
      // Each statement leaves it balanced: nothing can be looked at in between and be wrong.
      [[line(1, '10.00'), line(2, '-10.00')], '23514'],
      [['set constraints all immediate'], '23514'],
      [[pair(1, '-10.00'), 'set constraints all immediate', line(3, '0.01')], '23514'],
      [[pair(1, '-10.00'), pair(3, '-10.00')], 'allowed'],
      [['savepoint before', pair(1, '-10.00'), 'release before'], 'allowed'],
    ] as const) {
      const attempt = asOwner(database, async (client) => {
        await client.query('begin');
        await client.query(entry, [now]);
        for (const sql of lines) await client.query(sql);
        await client.query('commit');
      });
      expect([lines, await refusal(attempt)]).toEqual([lines, result]);
    }
    // Nor can anything be added to an entry of before, not even what balances in itself.
    for (const later of [line(5, '0.01'), pair(5, '-10.00')]) {
      const added = asOwner(database, (client) => client.query(later));
      expect([later, await refusal(added)]).toEqual([later, '23514']);
    }
    const twice = asOwner(database, async (client) => {
      await client.query('begin');
      await client.query(entry, [now]);
      await client.query(pair(1, '-10.00'));
      // Of another entry, which was written before.
      await client.query(pair(5, '-10.00').replaceAll('max(id)', 'max(id) - 1'));
    });
    expect(await refusal(twice)).toBe('23514');
  });

  test('a request cannot post to the journal, whatever caller it claims to be', async () => {
    const settings = { ...settingsOf.company(), role: 'staff' };
    const posted = asApp(settings, (client) =>
      client.query(`select post_entry($1, 'credit_refunded', null, null, null, null, null, '[]')`, [
        now,
      ]),
    );
    expect(await refusal(posted)).toBe(insufficientPrivilege);
    for (const move of ['release', 'close', 'write_off', 'complete', 'expire']) {
      const moved = asApp(settings, (client) =>
        client.query(`select move_ticket($1, $2, null, $3)`, [ticket.id, move, now]),
      );
      await expect(moved).rejects.toMatchObject({ code: 'HM000', message: 'not_found' });
    }
  });

  test.each(['release', 'close', 'write_off', 'complete', 'reopen', 'expire'])(
    'the staff login cannot %s a ticket before a member of staff calls',
    async (move) => {
      const moved = database.pools.staff.query(`select move_ticket($1, $2, null, $3)`, [
        ticket.id,
        move,
        now,
      ]);
      await expect(moved).rejects.toMatchObject({ code: 'HM000', message: 'not_found' });
    },
  );

  test('the staff login cannot write the dates that count from an acceptance', async () => {
    const { staff } = database.pools;
    const write = (column: string) =>
      refusal(staff.query(`update ${column.replace('.', ' set ')} = default where false`));
    for (const column of [
      'tickets.documents_accepted_on',
      'tickets.schedule_restarted_on',
      'ticket_installments.due_date',
    ]) {
      expect([column, await write(column)]).toEqual([column, insufficientPrivilege]);
    }
    // The statement itself is right: when an installment was paid is staff's to write.
    expect(await write('ticket_installments.paid_on')).toBe('allowed');
  });

  test('the staff login sees and changes nothing before a member of staff calls', async () => {
    const client = await database.pools.staff.connect();
    try {
      await client.query('begin');
      await client.query(`select set_config('hamla.user_id', $1, true)`, [people.company.user_id]);
      for (const table of [
        'companies',
        'tickets',
        'payments',
        'journal_lines',
        'events',
        'staff',
      ]) {
        expect([table, (await client.query(`select * from ${table}`)).rows]).toEqual([table, []]);
      }
      const changed = await client.query('update payments set refunded_amount = 1');
      expect(changed.rowCount).toBe(0);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });

  test('the database owner cannot rewrite the history or an assessment', async () => {
    for (const sql of [
      'update events set operation = operation',
      'delete from events',
      'truncate events',
      'update credit_assessments set score = score',
      'update journal_entries set event = event',
      'delete from journal_entries',
      'truncate journal_entries cascade',
      'update journal_lines set amount_sar = amount_sar',
      'delete from journal_lines',
      'truncate journal_lines',
      'update payout_files set made_at = made_at',
      'delete from payout_files',
      'truncate payout_files cascade',
      'update payout_file_lines set file_no = file_no',
      'delete from payout_file_lines',
      'truncate payout_file_lines',
    ]) {
      const attempt = asOwner(database, (client) => client.query(sql));
      await expect(attempt).rejects.toThrow('append-only');
    }
  });
});
