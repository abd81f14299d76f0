import type { ReplyOf } from '#api/contract.ts';
import type { AgencyDesk } from '#api/operations-agencies.ts';
import type { CompanyAssessment, StoppedPayout } from '#api/operations-companies.ts';
import type { FinancedTicket } from '#api/operations-tickets.ts';

import { deskMoneyScreens } from './desk-money-screens.ts';
import {
  changed,
  confirm,
  deskQuestion,
  deskScreen,
  untilFailure,
  untilSkeleton,
} from './desk-screen.ts';
import { ask, goOffline, hold, press, refuse, type Screen } from './screen.ts';
import type { World } from './world.ts';

type Desk = World['desk'];

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
const everythingWaits = ({ waits, overdue }: Overview) => {
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
  deskScreen('today', ''),
  deskScreen('today-busy', '', { before: changed(overviewAnswer, everythingWaits) }),
  deskScreen('today-much', '', { before: changed(overviewAnswer, muchWaits) }),
  deskScreen('today-quiet', '', { before: changed(overviewAnswer, nothingWaits) }),
  deskScreen('menu', '', { width: 360, reach: press('Menu') }),
  deskScreen('skeleton', '', {
    isWaiting: true,
    before: hold(overviewAnswer),
    reach: untilSkeleton,
  }),
  deskScreen('load-failure', '', { before: refuse(overviewAnswer), reach: untilFailure }),
  deskScreen('offline', '', { reach: goOffline }),
  { name: 'operations-wrong-role', path: '/operations', as: 'readyCompany' },
];

const company = ({ company: id }: Desk) => `/companies/${id}`;
const companyAnswer = '**/api/operations/companies/*';

const companies: Screen[] = [
  deskScreen('companies', '/companies'),
  deskScreen('companies-empty', '/companies?q=nobody'),
  deskScreen('company', company),
  deskScreen('company-new', ({ newCompany }) => `/companies/${newCompany}`),
  deskScreen('company-decided', ({ decidedCompany }) => `/companies/${decidedCompany}`),
  deskScreen('company-suspended', ({ decidedCompany }) => `/companies/${decidedCompany}`, {
    before: changed<CompanyAssessment>(companyAnswer, ({ budget, decisions }) => {
      budget.budget_status = 'Suspended';
      budget.suspension_reason = decisions.at(-1)!.reason;
    }),
  }),
  deskScreen('company-in-default', ({ decidedCompany }) => `/companies/${decidedCompany}`, {
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
  deskScreen('company-proposal', ({ decidedCompany }) => `/companies/${decidedCompany}`, {
    before: changed<CompanyAssessment>(companyAnswer, (details) => {
      details.proposed_budget = '1125000.00';
    }),
  }),
  deskScreen('company-missing', '/companies/00000000-0000-7000-8000-000000000000'),
  deskQuestion('confirm-budget-question', company, 'Confirm as final'),
  deskQuestion('adjust-question', company, 'Adjust', async (page, words) => {
    await page.getByRole('alertdialog').getByLabel(words('New approval budget')).fill('much');
    await confirm('Adjust')(page, words);
  }),
  deskQuestion('suspend-budget-question', company, 'Suspend'),
];

const agency = ({ agency: id }: Desk) => `/agencies/${id}`;

const agencies: Screen[] = [
  deskScreen('agencies', '/agencies'),
  deskScreen('agencies-empty', '/agencies?q=nobody'),
  deskScreen('agency', agency),
  deskScreen('agency-new', ({ newAgency }) => `/agencies/${newAgency}`),
  deskScreen('agency-suspended', agency, {
    before: changed<AgencyDesk>('**/api/operations/agencies/*', ({ standing, history }) => {
      standing.suspended_at = history.at(-1)!.occurred_at;
      standing.suspension_reason = 'رخصة النشاط الإعلاني منتهية';
    }),
  }),
  deskScreen('agency-missing', '/agencies/00000000-0000-7000-8000-000000000000'),
  deskQuestion('suspend-agency-question', agency, 'Suspend'),
];

const ticket = (which: keyof World['tickets']) => (_: Desk, tickets: World['tickets']) =>
  `/tickets/${tickets[which]}`;

/** Of a ticket that stands in no list of this desk. */
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
  },
  net_amount,
  stopped_on: '2026-11-01',
  overdue_since: '2026-10-10',
  unproven_amount: '0.00',
  overdue_amount: '41666.67',
});

const tickets: Screen[] = [
  deskScreen('reviews', '/reviews'),
  deskScreen('reviews-waiting', '/reviews?status=PendingAgencyApproval'),
  deskScreen('overdue', '/overdue?age=days_31_60'),
  deskScreen('overdue-empty', '/overdue?age=days_60_plus'),
  deskScreen('ticket', ticket('active')),
  deskScreen('ticket-waiting', ticket('waiting')),
  deskScreen('ticket-approved', ticket('approved')),
  deskScreen('ticket-to-review', ticket('toAccept')),
  deskScreen('ticket-missing', '/tickets/HM-1'),
  deskQuestion('review-question', ticket('toAccept'), 'Mark as reviewed'),
  deskQuestion(
    'close-question',
    ticket('toAccept'),
    'Close the ticket',
    confirm('Close the ticket'),
  ),
  deskScreen('ticket-awaits-cr-number', ticket('toAccept'), {
    before: changed<FinancedTicket>('**/api/operations/tickets/*', (details) => {
      details.awaits_cr_number = true;
      details.document_sets = [];
    }),
  }),
  deskScreen('ticket-payout-stopped', ticket('approved'), {
    before: changed<FinancedTicket>('**/api/operations/tickets/*', (details) => {
      if (details.payout) details.payout.stopped_on = details.today;
    }),
  }),
  deskScreen('ticket-ended-by-two', ticket('approved'), {
    before: changed<FinancedTicket>('**/api/operations/tickets/*', (details) => {
      details.closing_takes_two = true;
      details.is_in_open_run = false;
    }),
  }),
  deskScreen('ticket-payout-returned', ticket('sent'), {
    before: changed<FinancedTicket>('**/api/operations/tickets/*', (details) => {
      details.ticket.status = 'Completed';
      const returned = { status: 'Pending', returned_on: details.today };
      if (details.payout) Object.assign(details.payout, returned);
    }),
  }),
  deskScreen('stopped-payouts', '/stopped-payouts', {
    before: changed<ReplyOf<'list_stopped_payouts'>>(
      /\/api\/operations\/stopped-payouts(\?|$)/,
      (reply) => {
        reply.items = [stoppedPayout('HM-100001', '1250000.00'), stoppedPayout('HM-9', '95.00')];
      },
    ),
  }),
  deskScreen('stopped-payouts-empty', '/stopped-payouts'),
  deskQuestion('write-off-question', ticket('active'), 'Ask to write off'),
  deskScreen('ticket-written-off', ticket('active'), {
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

const records: Screen[] = [
  deskScreen('portfolio', '/portfolio'),
  deskScreen('journal', '/journal'),
  deskScreen('journal-ticket', (_, { active }) => `/journal?ticket=${active}&account=receivable`),
  deskScreen('journal-empty', '/journal?from=2001-01-01&to=2001-01-31'),
  deskScreen('audit', '/audit'),
  deskScreen('audit-ticket', (_, { active }) => `/audit?ticket=${active}`),
  deskScreen('audit-empty', '/audit?from=2001-01-01&to=2001-01-31'),
  deskScreen('find', '/find?text=na'),
  deskScreen('find-empty', '/find?text=nothing%20of%20it'),
  deskScreen('find-problem', '/find?text=na', {
    reach: async (page, words) => {
      const field = page.getByRole('textbox', { name: words('Find at the desk') });
      await field.fill('x');
      await field.press('Enter');
      await page.locator('[aria-invalid=true]').waitFor();
    },
  }),
];

/** Staff at their second factor, and the operations desk. */
export const deskScreens: Screen[] = [
  ...secondFactor,
  ...today,
  ...deskMoneyScreens,
  ...companies,
  ...agencies,
  ...tickets,
  ...records,
];
