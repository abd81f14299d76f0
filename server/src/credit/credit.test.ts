import { afterAll, expect, test } from 'vitest';
import { creditAssessment } from '#api/credit.ts';
import { companyDashboard } from '#api/dashboards.ts';
import { callIdempotent } from '#server/platform/database/call-function.ts';
import { callJson } from '#server/platform/database/query.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { addAgency, addCompany, asOwner, callOf, type Person } from '../../testing/people.ts';
import { creditJobs } from './analyse-credit.ts';

const database = await createTestDatabase();
afterAll(() => database.drop());

const now = new Date('2026-03-10T06:00:00Z');
const clock = { now: () => now };

const analyse = (company: Person) =>
  creditJobs({ pool: database.pools.jobs, clock }).analyse_credit!({ company_id: company.id });

const save = (company: Person, fields: object) =>
  callIdempotent(database.pools.app, 'upsert_company', callOf(company, now), { fields });

const dashboard = async (company: Person) =>
  companyDashboard.reply.parse(
    JSON.parse(
      await callJson(database.pools.app, 'company_dashboard', [
        company.user_id,
        company.session_id,
        now,
        '2026-03-10',
      ]),
    ),
  );

test('an analysis sets the budget and keeps an assessment that explains itself', async () => {
  const company = await addCompany(database);
  await save(company, { revenue_last_6_months: Array(6).fill('100000.00') });
  await analyse(company);
  const { budget, credit_assessment } = await dashboard(company);
  const assessment = creditAssessment.parse(credit_assessment);
  expect(budget.total_approval_budget).toBe(assessment.total_approval_budget);
  expect(Number(budget.total_approval_budget)).toBeGreaterThan(0);
  expect(assessment.factors.reduce((sum, factor) => sum + factor.points, 0)).toBe(assessment.score);
  const level = assessment.factors.find(
    ({ reason_code }) => reason_code === 'average_monthly_revenue',
  );
  expect(level?.reason_values).toEqual({ average_sar: '100000.00' });
});

test('without revenue the budget stays not set', async () => {
  const company = await addCompany(database);
  await save(company, { business_area: 'Coffee' });
  await analyse(company);
  expect((await dashboard(company)).budget).toEqual({
    total_approval_budget: null,
    held_funds: '0.00',
    committed_funds: '0.00',
    available_budget: null,
    budget_status: 'Preliminary',
    max_term_months: null,
    suspension_reason: null,
    unrecovered_loss: '0.00',
    unproven_recoveries: '0.00',
    reductions: [],
    suspended_for_ticket: null,
    is_suspended_for_refund: false,
  });
});

test('a saved profile queues one analysis, however often it is saved before it runs', async () => {
  const company = await addCompany(database);
  await save(company, { name: 'First' });
  await save(company, { name: 'Second' });
  const jobs = await asOwner(database, (client) =>
    client.query(`select key from graphile_worker.jobs where key = 'analyse_credit:' || $1`, [
      company.id,
    ]),
  );
  expect(jobs.rows).toHaveLength(1);
});

test('an assessment cannot be changed, whoever asks', async () => {
  const company = await addCompany(database);
  await save(company, { revenue_last_6_months: Array(6).fill('1000.00') });
  await analyse(company);
  const change = asOwner(database, (client) =>
    client.query('update credit_assessments set score = 100'),
  );
  await expect(change).rejects.toThrow('append-only');
});

test('what was counted stands with the assessment, and the change of budget among the events', async () => {
  const company = await addCompany(database);
  await save(company, {
    revenue_last_6_months: ['0.00', '0.00', '0.00', '0.00', '0.00', '50000.00'],
  });
  await analyse(company);
  const [assessment] = await asOwner(database, async (client) => {
    const { rows } = await client.query(
      'select inputs, total_approval_budget from credit_assessments where company_id = $1',
      [company.id],
    );
    return rows;
  });
  expect(assessment.inputs.revenue_last_6_months).toEqual([
    '0.00',
    '0.00',
    '0.00',
    '0.00',
    '0.00',
    '50000.00',
  ]);
  const [event] = await asOwner(database, async (client) => {
    const { rows } = await client.query(
      `select before, after from events where company_id = $1 and operation = 'analyse_credit'`,
      [company.id],
    );
    return rows;
  });
  expect(event.before).toEqual({ total_approval_budget: null });
  expect(event.after.total_approval_budget).toBe(assessment.total_approval_budget);
});

test('what was paid counts as on time until its due day, and what is unpaid as overdue from the day after it', async () => {
  const company = await addCompany(database);
  const agency = await addAgency(database);
  const today = '2026-04-02';
  await asOwner(database, (client) =>
    client.query(
      `with cases as (
         select * from (values
           ('Active', date '2026-03-01', date '2026-02-27'), ('Active', '2026-03-01', '2026-03-01'),
           ('Active', '2026-03-01', '2026-03-02'),
           ('Active', '2026-04-01', null), ('Active', '2026-04-02', null),
           -- Their agencies were never paid.
           ('Approved', '2026-03-01', null), ('Rejected', '2026-03-01', null)) c(status, due_date, paid_on)),
       made as (
         insert into tickets (company_id, agency_id, status, amount_sar, repayment_term, invoice_url, created_at,
           created_local_date, updated_at)
         select $1::uuid, $2::uuid, c.status, 100, 'OneMonth', row_to_json(c)::text, '2026-01-01', '2026-01-01',
                '2026-01-01' from cases c
         returning id, invoice_url)
       insert into ticket_installments (ticket_id, company_id, seq, due_date, amount_sar, paid_amount, status, paid_on)
       select m.id, $1::uuid, 1, c.due_date, 100, case when c.paid_on is null then 0 else 100 end,
              case when c.paid_on is null then 'Due' else 'Paid' end, c.paid_on
         from cases c join made m on m.invoice_url = row_to_json(c)::text`,
      [company.id, agency.id],
    ),
  );
  const { rows } = await database.pools.jobs.query(
    'select api.lock_credit_inputs($1, $2, 30) as inputs',
    [company.id, today],
  );
  expect(rows[0].inputs).toMatchObject({
    paid_on_time: 2,
    paid_late: 1,
    overdue_now: 1,
    is_long_overdue: false,
    is_promise_broken: false,
  });
});
