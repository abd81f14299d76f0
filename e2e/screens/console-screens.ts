import { addDays } from '#domain/calendar.ts';
import type { System } from '#api/system.ts';
import type { ReplyOf } from '#api/contract.ts';
import type { AgencyDesk } from '#api/operations-agencies.ts';
import type { CompanyAssessment, StoppedPayout } from '#api/operations-companies.ts';
import type { Person, Privacy } from '#api/privacy.ts';
import type { FinancedTicket } from '#api/operations-tickets.ts';
import { addMonths } from '#domain/calendar.ts';
import { forecastStates } from '#domain/servicing/collections-forecast.ts';
import { rollBuckets } from '#domain/servicing/roll-buckets.ts';

import { consoleMoneyScreens } from './console-money-screens.ts';
import {
  changed,
  confirm,
  consoleDialog,
  consoleScreen,
  untilFailure,
  untilSkeleton,
} from './console-screen.ts';
import { ask, goOffline, hold, press, refuse, type Screen } from './screen.ts';
import type { ScreensFixture } from './screens-fixture.ts';

type ConsoleIds = ScreensFixture['consoleIds'];

const secondFactor: Screen[] = [
  { name: 'second-factor', path: '/second-factor', as: 'halfStaff' },
  {
    name: 'second-factor-problem',
    path: '/second-factor',
    as: 'halfStaff',
    reach: press('Continue'),
  },
  {
    name: 'second-factor-set-up',
    path: '/second-factor',
    as: 'newStaff',
    reach: async (page) => page.locator('img[src^="data:"]').waitFor(),
  },
  { name: 'settings-staff', path: '/settings', as: 'staff' },
];

const overviewAnswer = '**/api/operations';
type Overview = ReplyOf<'operations_overview'>;

/** Something waits everywhere, and is overdue in every age. */
const everythingWaits = (overview: Overview) => {
  const { waits, overdue } = overview;
  overview.payouts_to_instruct_since = addDays(overview.today, -3);
  const all = [...Object.values(waits), ...Object.values(overdue)];
  for (const [index, one] of all.entries()) {
    one.count = (index % 4) * 37 + 1;
    if (one.amount_sar !== null) one.amount_sar = `${one.count * 4321}.50`;
  }
};
/** More than is counted, beside what is counted. */
const muchWaits = ({ waits, overdue }: Overview) => {
  for (const [index, one] of Object.values(waits).entries())
    if (index % 3 > 0) Object.assign(one, { count: 1000, has_more: true, amount_sar: null });
    else Object.assign(one, { count: 12, amount_sar: '48250.75' });
  for (const one of Object.values(overdue))
    Object.assign(one, { count: 1000, has_more: true, amount_sar: '98765432.10' });
};
const nothingWaits = ({ waits, overdue, balances }: Overview) => {
  for (const one of [...Object.values(waits), ...Object.values(overdue)]) {
    one.count = 0;
    if (one.amount_sar !== null) one.amount_sar = '0.00';
  }
  for (const account of Object.keys(balances)) balances[account as keyof typeof balances] = '0.00';
};

const today: Screen[] = [
  consoleScreen('notifications', '/notifications'),
  consoleScreen('today', ''),
  consoleScreen('today-busy', '', { before: changed(overviewAnswer, everythingWaits) }),
  consoleScreen('today-much', '', { before: changed(overviewAnswer, muchWaits) }),
  consoleScreen('today-quiet', '', { before: changed(overviewAnswer, nothingWaits) }),
  consoleScreen('menu', '', { width: 360, reach: press('Menu') }),
  consoleScreen('skeleton', '', {
    isWaiting: true,
    before: hold(overviewAnswer),
    reach: untilSkeleton,
  }),
  consoleScreen('load-failure', '', { before: refuse(overviewAnswer), reach: untilFailure }),
  consoleScreen('offline', '', { reach: goOffline }),
  { name: 'operations-wrong-role', path: '/operations', as: 'readyCompany' },
];

const system: Screen[] = [
  consoleScreen('system', '/system'),
  consoleScreen('system-failed', '/system', {
    before: changed<System>('**/api/operations/system', (state) => {
      const next_at = '2026-11-24T09:00:00Z';
      state.jobs.items = [true, false].map((is_given_up, place) => ({
        id: String(place + 1),
        task: 'send_account_mail',
        attempts: is_given_up ? 25 : 3,
        max_attempts: 25,
        is_given_up,
        is_running: false,
        next_at: is_given_up ? null : next_at,
        error: 'connect ECONNREFUSED 192.0.2.44:587',
      }));
      state.mails.items = [true, false].map((is_given_up, place) => ({
        id: `01920000-0000-7000-8000-00000000000${place}`,
        kind: 'payout_sent',
        company_id: null,
        agency_id: '01920000-0000-7000-8000-000000000009',
        name: 'Sada Creative',
        queued_at: '2026-11-20T09:00:00Z',
        attempts: is_given_up ? 25 : 3,
        is_given_up,
        next_at: is_given_up ? null : next_at,
      }));
    }),
  }),
  consoleScreen('system-load-failure', '/system', {
    before: refuse('**/api/operations/system'),
    reach: untilFailure,
  }),
];

const company = ({ company: id }: ConsoleIds) => `/companies/${id}`;
const companyAnswer = '**/api/operations/companies/*';

const companies: Screen[] = [
  consoleScreen('companies', '/companies'),
  consoleScreen('companies-empty', '/companies?q=nobody'),
  consoleScreen('company', company),
  consoleScreen('company-new', ({ newCompany }) => `/companies/${newCompany}`),
  consoleScreen('company-decided', ({ decidedCompany }) => `/companies/${decidedCompany}`),
  consoleScreen('company-suspended', ({ decidedCompany }) => `/companies/${decidedCompany}`, {
    before: changed<CompanyAssessment>(companyAnswer, ({ budget, decisions }) => {
      budget.budget_status = 'Suspended';
      budget.suspension_reason = decisions.at(-1)!.reason;
    }),
  }),
  consoleScreen('company-in-default', ({ decidedCompany }) => `/companies/${decidedCompany}`, {
    before: changed<CompanyAssessment>(companyAnswer, ({ budget, decisions, position }) => {
      Object.assign(position, { in_default_sar: '24990.00', refund_due_sar: '95.50' });
      Object.assign(budget, {
        budget_status: 'Suspended',
        available_budget: '0.00',
        unrecovered_loss: '24990.00',
        suspended_for_ticket: 'HM-100001',
      });
      Object.assign(decisions[0]!, {
        decision: 'suspend',
        reason: null,
        ticket_number: 'HM-100001',
      });
    }),
    reach: ask('Ask to lift the suspension'),
    isOverlay: true,
  }),
  consoleScreen('company-late', ({ decidedCompany }) => `/companies/${decidedCompany}`, {
    before: changed<CompanyAssessment>(companyAnswer, (details) => {
      const held = { ticket_number: 'HM-100001', since: '2026-11-20', figures: {} };
      details.holds = [
        { ...held, code: 'company_overdue' },
        { ...held, code: 'acceptance_expired' },
      ];
      details.promises = (['Open', 'Broken', 'Kept'] as const).map((status, place) => ({
        amount_sar: '9880.00',
        made_on: `2026-${11 - place}-24`,
        promised_for: `2026-${11 - place}-29`,
        status,
      }));
    }),
  }),
  consoleScreen('company-proposal', ({ decidedCompany }) => `/companies/${decidedCompany}`, {
    before: changed<CompanyAssessment>(companyAnswer, (details) => {
      details.proposed_budget = '1125000.00';
    }),
  }),
  consoleScreen('company-missing', '/companies/00000000-0000-7000-8000-000000000000'),
  consoleDialog('confirm-budget-question', company, 'Confirm as final'),
  consoleDialog('adjust-question', company, 'Adjust', async (page, words) => {
    await page.getByRole('alertdialog').getByLabel(words('New approval budget')).fill('much');
    await confirm('Adjust')(page, words);
  }),
  consoleDialog('suspend-budget-question', company, 'Suspend'),
];

const agency = ({ agency: id }: ConsoleIds) => `/agencies/${id}`;

const agencies: Screen[] = [
  consoleScreen('agencies', '/agencies'),
  consoleScreen('agencies-empty', '/agencies?q=nobody'),
  consoleScreen('agency', agency),
  consoleScreen('agency-new', ({ newAgency }) => `/agencies/${newAgency}`),
  consoleScreen('agency-suspended', agency, {
    before: changed<AgencyDesk>('**/api/operations/agencies/*', ({ standing, history }) => {
      standing.suspended_at = history.at(-1)!.occurred_at;
      standing.suspension_reason = 'رخصة النشاط الإعلاني منتهية';
    }),
  }),
  consoleScreen('agency-missing', '/agencies/00000000-0000-7000-8000-000000000000'),
  consoleDialog('suspend-agency-question', agency, 'Suspend'),
];

const ticket =
  (which: keyof ScreensFixture['tickets']) => (_: ConsoleIds, tickets: ScreensFixture['tickets']) =>
    `/tickets/${tickets[which]}`;

/** Of a ticket that stands in no list of the console. */
const stoppedPayout = (ticket_number: string, net_amount: string): StoppedPayout => ({
  ticket: {
    id: '00000000-0000-7000-8000-000000000000',
    ticket_number,
    company_id: '00000000-0000-7000-8000-000000000000',
    agency_id: '00000000-0000-7000-8000-000000000000',
    status: 'Approved',
    amount_sar: net_amount,
    repayment_term: 'ThreeMonths',
    description: null,
    invoice_url: 'invoice.pdf',
    rejection_reason: null,
    created_at: '2026-10-01T08:00:00Z',
    created_local_date: '2026-10-01',
    agency_name: 'Blue Dune Media',
    company_name: 'شركة نخيل الوادي للتجارة والتوزيع المحدودة',
    closed_as: null,
    is_being_verified: false,
  },
  net_amount,
  stopped_on: '2026-11-01',
  overdue_since: '2026-10-10',
  unproven_amount: '0.00',
  overdue_amount: '41666.67',
});

const tickets: Screen[] = [
  consoleScreen('budget-requests', '/budget-requests'),
  consoleScreen('reviews', '/reviews'),
  consoleScreen('reviews-waiting', '/reviews?status=PendingAgencyApproval'),
  consoleScreen('overdue', '/overdue?age=days_31_60'),
  consoleScreen('overdue-empty', '/overdue?age=days_60_plus'),
  consoleScreen('ticket', ticket('active')),
  consoleScreen('ticket-waiting', ticket('waiting')),
  consoleScreen('ticket-approved', ticket('approved')),
  consoleScreen('ticket-to-review', ticket('toAccept')),
  consoleScreen('ticket-missing', '/tickets/HM-1'),
  consoleDialog('review-question', ticket('toAccept'), 'Mark as reviewed'),
  consoleDialog(
    'close-question',
    ticket('toAccept'),
    'Close the ticket',
    confirm('Close the ticket'),
  ),
  consoleScreen('ticket-awaits-cr-number', ticket('toAccept'), {
    before: changed<FinancedTicket>('**/api/operations/tickets/*', (details) => {
      details.awaits_cr_number = true;
      details.document_sets = [];
    }),
  }),
  consoleScreen('ticket-payout-stopped', ticket('approved'), {
    before: changed<FinancedTicket>('**/api/operations/tickets/*', (details) => {
      if (details.payout) details.payout.stopped_on = details.today;
    }),
  }),
  consoleScreen('ticket-ended-by-two', ticket('approved'), {
    before: changed<FinancedTicket>('**/api/operations/tickets/*', (details) => {
      details.closing_takes_two = true;
      details.is_in_open_run = false;
    }),
  }),
  consoleScreen('ticket-payout-returned', ticket('sent'), {
    before: changed<FinancedTicket>('**/api/operations/tickets/*', (details) => {
      details.ticket.status = 'Completed';
      const returned = { status: 'Pending', returned_on: details.today };
      if (details.payout) Object.assign(details.payout, returned);
    }),
  }),
  consoleScreen('stopped-payouts', '/stopped-payouts', {
    before: changed<ReplyOf<'list_stopped_payouts'>>(
      /\/api\/operations\/stopped-payouts(\?|$)/,
      (reply) => {
        reply.items = [stoppedPayout('HM-100001', '1250000.00'), stoppedPayout('HM-9', '95.00')];
      },
    ),
  }),
  consoleScreen('stopped-payouts-empty', '/stopped-payouts'),
  consoleScreen('small-rests', '/small-rests', {
    before: changed<ReplyOf<'list_small_rests'>>(
      /\/api\/operations\/small-rests(\?|$)/,
      (reply) => {
        reply.items = ['HM-100001', 'HM-9'].map((ticket_number) => ({
          ticket: { ...stoppedPayout(ticket_number, '9000.00').ticket, status: 'Active' },
          rest_sar: '1.15',
        }));
      },
    ),
  }),
  consoleScreen('small-rests-empty', '/small-rests'),
  consoleScreen('settle-rest-question', ticket('active'), {
    isOverlay: true,
    before: changed<FinancedTicket>('**/api/operations/tickets/*', (details) => {
      details.settleable_rest = { amount_sar: '1.15', takes_two: false };
      const last = details.installments.at(-1)!;
      last.paid_amount = last.amount_sar;
      last.bank_charges = '1.15';
    }),
    reach: ask('Settle the rest as bank charges'),
  }),
  consoleDialog('write-off-question', ticket('active'), 'Ask to write off'),
  consoleScreen('ticket-written-off', ticket('active'), {
    before: changed<FinancedTicket>('**/api/operations/tickets/*', (details) => {
      details.ticket.status = 'Closed';
      details.open_amount = '0.00';
      details.loss = {
        written_off_amount: '24000.00',
        recovered_amount: '1010.00',
        unrecovered_amount: '22990.00',
        written_off_on: details.today,
      };
    }),
  }),
];

type Trends = ReplyOf<'read_portfolio_trends'>;

/** Twelve months that are over, of which the first had nothing late. */
function aYearOfTrends(trends: Trends): void {
  const months = Array.from({ length: 12 }, (_, n) => addMonths('2025-11-01', n));
  trends.until = '2026-10-31';
  trends.roll_rates = months.map((month, n) => ({
    month,
    buckets: rollBuckets.map((bucket, place) => ({
      bucket,
      open_sar: n < place ? '0.00' : `${98_765_432 >> place}.10`,
      moved_sar: n < place ? '0.00' : `${(9_876_543 >> place) * (1 + (n % 4)) * (place + 1)}.05`,
    })),
  }));
  trends.cohorts = months.map((month, n) => ({
    month,
    financed_sar: '12345678.90',
    repaid_sar: n < 9 ? '12000000.00' : '4000000.00',
    overdue_sar: n < 9 ? '0.00' : '345678.90',
    written_off_sar: n % 5 === 0 ? '45678.90' : '0.00',
    repaid_by_month: Array.from(
      { length: 12 - n },
      (_month, age) => `${Math.min(12_000_000, age * 3_900_000 + n * 20_000)}.00`,
    ),
  }));
  trends.rates = forecastStates.map((state, place) => ({
    state,
    open_sar: `${45_678_901 >> place}.00`,
    collected_sar: `${41_000_000 >> (place * 2)}.00`,
  }));
  for (const [n, month] of trends.forecast.entries()) {
    month.due_sar = n < 4 ? `${9_876_543 >> n}.21` : '0.00';
    month.overdue_sar = `${1_234_567 >> n}.00`;
    month.expected_sar = `${8_765_432 >> n}.10`;
  }
}

const privacyAnswer = /\/api\/operations\/privacy$/;
const nobodysId = '01920000-0000-7000-8000-000000000009';

const openPerson: Person = {
  id: nobodysId,
  email: 'finance@najd-coffee.example',
  is_staff: false,
  company: { id: nobodysId, name: 'Najd Coffee Roasters' },
  agency: null,
  open: [
    { what: 'tickets', count: 3, amount_sar: '48000.00' },
    { what: 'owed', count: 4, amount_sar: '31000.50' },
    { what: 'iban_changes', count: 1, amount_sar: null },
  ],
};

/** Requests in each state, one that waits for confirmation of a period, and what the daily job has erased. */
function withRequests(privacy: Privacy) {
  const at = '2026-11-20T09:00:00Z';
  const request = {
    subject_type: 'account',
    subject_id: nobodysId,
    ticket_number: null,
    company_id: null,
    company_name: null,
    agency_id: null,
    agency_name: null,
    amount_sar: null,
    figures: { identified: 'By the mail of the account and a call' },
    details: { identified: 'By the mail of the account and a call' },
    reason: 'Asked for it on 19 November',
    requested_by: 'Maha',
    requested_at: at,
    waits_until: at,
    expires_at: '2099-11-27T09:00:00Z',
    is_own: false,
    outcome: null,
    decided_by: null,
    decided_at: null,
    decision_reason: null,
    payment: null,
  };
  const approved = { outcome: 'Approved' as const, decided_by: 'Faisal', decided_at: at };
  const ofPerson = { email: openPerson.email, can_download: false, erasure: null };
  privacy.requests = [
    {
      ...ofPerson,
      request: { ...request, id: `${nobodysId.slice(0, -1)}1`, kind: 'erase_person' },
    },
    {
      ...ofPerson,
      can_download: true,
      request: { ...request, ...approved, id: `${nobodysId.slice(0, -1)}2`, kind: 'export_person' },
    },
    {
      email: null,
      can_download: false,
      erasure: {
        erased: { accounts: 1, sessions: 4, help_messages: 2 },
        kept: { bookkeeping: 31, acceptance_records: 3 },
        is_listed: true,
      },
      request: { ...request, ...approved, id: `${nobodysId.slice(0, -1)}3`, kind: 'erase_person' },
    },
  ];
  privacy.erasures = privacy.rules
    .filter(({ erased_by }) => erased_by === 'job')
    .slice(0, 3)
    .map(({ kind, source }, place) => ({
      id: `${nobodysId.slice(0, -1)}${place + 4}`,
      kind,
      erased_at: at,
      row_count: 1_204,
      months: 24,
      source,
      is_confirmed: true,
    }));
}

const records: Screen[] = [
  consoleScreen('portfolio', '/portfolio'),
  consoleScreen('portfolio-trends', '/portfolio/trends', {
    before: changed<Trends>('**/api/operations/portfolio/trends', aYearOfTrends),
  }),
  consoleScreen('portfolio-trends-empty', '/portfolio/trends'),
  consoleScreen('credit-policy', '/credit-policy'),
  consoleScreen('privacy', '/privacy', { before: changed<Privacy>(privacyAnswer, withRequests) }),
  consoleDialog('change-retention-question', '/privacy', 'Change or confirm: {name}'),
  consoleScreen('privacy-person', '/privacy', {
    before: async (page) =>
      page.route('**/api/operations/privacy/person?*', (route) =>
        route.fulfill({ json: { person: openPerson } }),
      ),
    reach: async (page, words) => {
      await page.locator('input[type=email]').fill('finance@najd-coffee.example');
      await press('Find the account')(page, words);
      await page.getByRole('button', { name: words('Request an export') }).waitFor();
    },
  }),
  consoleScreen('journal', '/journal'),
  consoleScreen(
    'journal-ticket',
    (_, { active }) => `/journal?ticket=${active}&account=receivable`,
  ),
  consoleScreen('journal-empty', '/journal?from=2001-01-01&to=2001-01-31'),
  consoleScreen('audit', '/audit'),
  consoleScreen('audit-ticket', (_, { active }) => `/audit?ticket=${active}`),
  consoleScreen('audit-empty', '/audit?from=2001-01-01&to=2001-01-31'),
  consoleScreen('find', '/find?text=na'),
  consoleScreen('find-empty', '/find?text=nothing%20of%20it'),
  consoleScreen('find-problem', '/find?text=na', {
    reach: async (page, words) => {
      const field = page.getByRole('textbox', { name: words('Search operations') });
      await field.fill('x');
      await field.press('Enter');
      await page.locator('[aria-invalid=true]').waitFor();
    },
  }),
];

/** Staff at their second factor, and the operations console. */
export const consoleScreens: Screen[] = [
  ...secondFactor,
  ...today,
  ...system,
  ...consoleMoneyScreens,
  ...companies,
  ...agencies,
  ...tickets,
  ...records,
];
