import type { Page } from '@playwright/test';

import type { CompanyDashboard } from '#api/dashboards.ts';
import type { CompanyPosition } from '#api/installments.ts';
import type { RefundAccount } from '#api/profiles.ts';
import type { TicketDetails } from '#api/tickets.ts';
import { decimalFromHalalas, halalasFromDecimal, sumHalalas } from '#domain/money.ts';

import { samplePdf } from '../people.ts';
import { fallBehind, fallInGrade } from '../rewrite-dashboard.ts';
import {
  ask,
  companyAnswer,
  goOffline,
  hold,
  press,
  refuse,
  signPath,
  statementAnswer,
  ticketAnswer,
  ticketPath,
  type Screen,
} from './screen.ts';
import type { Words } from './words.ts';

/** The documents can be read and the form is there. */
const signing = async (page: Page) => {
  await page.getByRole('article').first().waitFor();
};

/** States that no use case reaches here are written into the real response. */
const rewrite =
  <Answer>(address: string, change: (answer: Answer) => void) =>
  async (page: Page) =>
    page.route(address, async (route) => {
      const response = await route.fetch();
      const answer: Answer = await response.json();
      change(answer);
      await route.fulfill({ response, json: answer });
    });

const withDashboard = (change: (dashboard: CompanyDashboard) => void) =>
  rewrite(companyAnswer, change);
const withTicket = (change: (details: TicketDetails) => void) => rewrite(ticketAnswer, change);

const withPaidAndOverdue = withDashboard(({ upcoming_installments: { items } }) => {
  for (const [index, one] of items.entries()) {
    one.status = (['Paid', 'Overdue', 'Due'] as const)[index % 3]!;
  }
});

/** Owes these amounts and nothing else; what follows from them is reckoned. */
function owing(dashboard: CompanyDashboard, amounts: Partial<CompanyPosition>): void {
  const { position } = dashboard;
  for (const name of Object.keys(position) as (keyof CompanyPosition)[]) position[name] = '0.00';
  Object.assign(position, amounts);
  const sum = (...all: string[]) => sumHalalas(all.map(halalasFromDecimal));
  const { overdue_sar, due_soon_sar, later_sar, in_default_sar, being_checked_sar } = position;
  const now = [overdue_sar, in_default_sar, position.refund_due_sar];
  const checked = halalasFromDecimal(being_checked_sar);
  const rest = (all: number) => decimalFromHalalas(Math.max(0, all - checked));
  position.owed_sar = decimalFromHalalas(sum(overdue_sar, due_soon_sar, later_sar));
  position.to_pay_now_sar = rest(sum(...now));
  position.to_pay_soon_sar = rest(sum(...now, due_soon_sar));
  const [first] = dashboard.current_tickets.items;
  if (overdue_sar !== '0.00' && first)
    fallBehind(dashboard, {
      due_date: '2026-01-31',
      amount_sar: overdue_sar,
      count: 3,
      ticket_numbers: [first.ticket_number],
    });
  else Object.assign(dashboard, { overdue_owed: null, lateness: null });
}

/** Some of everything that a company can owe. */
const owingAll = {
  overdue_sar: '7320.00',
  due_soon_sar: '850.00',
  later_sar: '12050.00',
  in_default_sar: '350.00',
  refund_due_sar: '95.50',
  planned_sar: '9000.00',
  being_checked_sar: '2440.00',
};

/** Nothing is overdue any more, and the next payment is the next step. */
const withNothingLate = (dashboard: CompanyDashboard) => {
  const { upcoming_installments } = dashboard;
  const [first] = upcoming_installments.items;
  dashboard.overdue_installments = { items: [], count: 0, amount_sar: '0.00' };
  dashboard.documents_to_accept = 0;
  dashboard.oldest_to_accept = null;
  dashboard.next_owed = first
    ? {
        due_date: first.due_date,
        amount_sar: first.amount_sar,
        count: 1,
        ticket_numbers: [first.ticket.ticket_number],
      }
    : null;
  owing(dashboard, { due_soon_sar: first?.amount_sar ?? '0.00' });
};

const companyDashboards: Screen[] = [
  { name: 'company-new', path: '/dashboard/company', as: 'newCompany' },
  { name: 'company-ready', path: '/dashboard/company', as: 'readyCompany' },
  { name: 'company-busy', path: '/dashboard/company', as: 'busyCompany' },
  {
    name: 'company-budget-open',
    path: '/dashboard/company',
    as: 'busyCompany',
    reach: async (page, words) => page.getByText(words('How it adds up'), { exact: true }).click(),
  },
  {
    name: 'company-every-status',
    path: '/dashboard/company',
    as: 'busyCompany',
    before: withPaidAndOverdue,
  },
  {
    name: 'company-skeleton',
    path: '/dashboard/company',
    as: 'busyCompany',
    isWaiting: true,
    before: hold(companyAnswer),
    reach: async (page) => page.locator('[aria-busy=true]').first().waitFor(),
  },
  {
    name: 'company-load-failure',
    path: '/dashboard/company',
    as: 'busyCompany',
    before: refuse(companyAnswer),
    reach: async (page, words) => page.getByRole('button', { name: words('Try again') }).waitFor(),
  },
  {
    name: 'company-offline',
    path: '/dashboard/company',
    as: 'busyCompany',
    reach: goOffline,
  },
  {
    name: 'company-next-payment',
    path: '/dashboard/company',
    as: 'busyCompany',
    before: withDashboard(withNothingLate),
  },
  {
    name: 'company-awaits-check',
    path: '/dashboard/company',
    as: 'busyCompany',
    before: withDashboard((dashboard) => {
      owing(dashboard, {
        overdue_sar: '7320.00',
        being_checked_sar: '7320.00',
        credit_sar: '0.50',
      });
      Object.assign(dashboard, { waiting_tickets: { items: [], count: 0, next_cursor: null } });
      Object.assign(dashboard, { oldest_waiting_ticket: null, oldest_to_accept: null });
    }),
  },
  {
    name: 'company-awaits-answers',
    path: '/dashboard/company',
    as: 'busyCompany',
    before: withDashboard((dashboard) => {
      withNothingLate(dashboard);
      dashboard.next_owed = null;
      owing(dashboard, { planned_sar: dashboard.next_due?.amount_sar ?? '0.00' });
    }),
  },
  {
    name: 'company-suspended',
    path: '/dashboard/company',
    as: 'busyCompany',
    before: withDashboard(({ budget }) =>
      Object.assign(budget, {
        budget_status: 'Suspended',
        available_budget: '0.00',
        suspension_reason: 'نراجع كشف الحساب البنكي الأخير. We will write within two days.',
      }),
    ),
    reach: async (page, words) => page.getByText(words('How it adds up'), { exact: true }).click(),
  },
  {
    name: 'company-in-default',
    path: '/dashboard/company',
    as: 'busyCompany',
    before: withDashboard((dashboard) => {
      withNothingLate(dashboard);
      const { current_tickets, today, budget } = dashboard;
      const [one, other] = current_tickets.items;
      dashboard.next_due = null;
      dashboard.next_owed = null;
      owing(dashboard, { in_default_sar: '24990.00' });
      dashboard.in_default = {
        amount_sar: '24990.00',
        count: 2,
        items: [
          { ticket_number: one!.ticket_number, amount_sar: '24000.00', written_off_on: today },
          {
            ticket_number: `${(other ?? one)!.ticket_number}0`,
            amount_sar: '990.00',
            written_off_on: today,
          },
        ],
      };
      Object.assign(budget, {
        budget_status: 'Suspended',
        available_budget: '0.00',
        unrecovered_loss: '24990.00',
        suspended_for_ticket: one!.ticket_number,
      });
    }),
    reach: async (page, words) => page.getByText(words('How it adds up'), { exact: true }).click(),
  },
  {
    name: 'company-in-default-and-late',
    path: '/dashboard/company',
    as: 'busyCompany',
    before: withDashboard((dashboard) => {
      const { today, budget } = dashboard;
      dashboard.in_default = {
        amount_sar: '350.00',
        count: 1,
        items: [{ ticket_number: null, amount_sar: '350.00', written_off_on: today }],
      };
      owing(dashboard, owingAll);
      Object.assign(budget, {
        budget_status: 'Suspended',
        available_budget: '0.00',
        unrecovered_loss: '350.00',
        is_suspended_for_refund: true,
      });
    }),
  },
  {
    name: 'company-budget-on-its-way',
    path: '/dashboard/company',
    as: 'readyCompany',
    before: withDashboard((dashboard) => {
      dashboard.credit_assessment = null;
      Object.assign(dashboard.budget, { total_approval_budget: null, available_budget: null });
    }),
  },
  {
    name: 'company-large-figures',
    path: '/dashboard/company',
    as: 'busyCompany',
    before: withDashboard((dashboard) => {
      const { budget, next_due } = dashboard;
      Object.assign(budget, {
        total_approval_budget: '998765432.10',
        held_funds: '12345678.90',
        committed_funds: '9876543.21',
        available_budget: '976543209.99',
      });
      if (next_due) next_due.amount_sar = '12345678.90';
      owing(dashboard, { overdue_sar: '12345678.90', planned_sar: '98765432.10' });
    }),
  },
  {
    name: 'company-credit-changed',
    path: '/dashboard/company',
    as: 'busyCompany',
    before: withDashboard(fallInGrade),
    reach: async (page, words) => {
      await page.getByText(words('How it adds up'), { exact: true }).click();
    },
  },
  {
    name: 'company-credit-factors',
    path: '/dashboard/company',
    as: 'busyCompany',
    reach: async (page, words) => {
      await page.getByText(words('How it adds up'), { exact: true }).click();
      await page.getByText(words('What counted, and what would change it')).click();
    },
  },
  {
    name: 'company-day',
    path: '/dashboard/company',
    as: 'busyCompany',
    isOverlay: true,
    reach: async (page, words) => {
      const days = page.getByRole('list', { name: words('Due dates') });
      await days.getByRole('button').first().click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'company-cancel-question',
    path: '/dashboard/company',
    as: 'busyCompany',
    isOverlay: true,
    reach: ask('Cancel {ticket_number}'),
  },
];

const openNewTicket = '/dashboard/company?new-ticket';

async function fillTicket(page: Page, words: Words, amount: string) {
  await page.getByRole('combobox', { name: words('Agency') }).click();
  await page.getByRole('option').first().click();
  await page.getByLabel(words('Amount in SAR')).fill(amount);
  await page.locator('input[type=radio]').nth(2).check({ force: true });
  const name = 'Invoice INV-2026-0117 شركة صدى الإعلانية.pdf';
  const file = { name, mimeType: 'application/pdf', buffer: samplePdf };
  await page.getByRole('dialog').locator('input[type=file]').setInputFiles(file);
  await page.getByRole('button', { name }).first().waitFor();
}

const newTickets: Screen[] = [
  {
    name: 'new-ticket-empty',
    path: openNewTicket,
    as: 'readyCompany',
    isOverlay: true,
    reach: async (page) => page.getByRole('dialog').getByRole('combobox').waitFor(),
  },
  {
    name: 'new-ticket-without-budget',
    path: openNewTicket,
    as: 'newCompany',
    isOverlay: true,
    reach: async (page, words) => page.getByLabel(words('Amount in SAR')).fill('5000'),
  },
  {
    name: 'new-ticket-agencies',
    path: openNewTicket,
    as: 'readyCompany',
    isOverlay: true,
    reach: async (page, words) => {
      await page.getByRole('combobox', { name: words('Agency') }).click();
      await page.getByRole('option').first().waitFor();
    },
  },
  {
    name: 'new-ticket-filled',
    path: openNewTicket,
    as: 'readyCompany',
    isOverlay: true,
    reach: (page, words) => fillTicket(page, words, '10000'),
  },
  {
    name: 'new-ticket-problems',
    path: openNewTicket,
    as: 'readyCompany',
    isOverlay: true,
    reach: async (page, words) => {
      await page.getByLabel(words('Amount in SAR')).press('Enter');
      await page.locator('[aria-invalid=true]').first().waitFor();
    },
  },
  {
    name: 'new-ticket-too-much',
    path: openNewTicket,
    as: 'readyCompany',
    isOverlay: true,
    reach: async (page, words) => {
      await fillTicket(page, words, '9999999');
      await page.getByRole('button', { name: words('Submit Ticket') }).click();
    },
  },
  {
    name: 'new-ticket-discard-question',
    path: openNewTicket,
    as: 'readyCompany',
    isOverlay: true,
    reach: async (page, words) => {
      await page.getByLabel(words('Amount in SAR')).fill('250');
      await page.keyboard.press('Escape');
      await page.getByRole('alertdialog').waitFor();
    },
  },
];

const profiles: Screen[] = [
  {
    name: 'company-profile-skeleton',
    path: '/profile/company',
    as: 'readyCompany',
    isWaiting: true,
    before: hold('**/api/company'),
    reach: async (page) => page.locator('[aria-busy=true]').first().waitFor(),
  },
  {
    name: 'company-profile-leave-question',
    path: '/profile/company',
    as: 'readyCompany',
    isOverlay: true,
    reach: async (page, words) => {
      await page.getByLabel(words('Address')).fill('حي الملقا، الرياض');
      await page.getByRole('link', { name: words('Back to Dashboard') }).click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'company-profile-2-files',
    path: '/profile/company?step=2',
    as: 'readyCompany',
    reach: async (page) => {
      const inputs = page.locator('input[type=file]');
      const name = 'السجل التجاري لشركة محمصة نجد للقهوة المختصة 2026 (final copy).pdf';
      await inputs.nth(0).setInputFiles({ name, mimeType: 'application/pdf', buffer: samplePdf });
      const image = { name: 'scan.png', mimeType: 'image/png', buffer: samplePdf };
      await inputs.nth(1).setInputFiles(image);
      await page.locator('fieldset[data-invalid]').waitFor();
    },
  },
  {
    name: 'company-profile-2-upload-failed',
    path: '/profile/company?step=2',
    as: 'readyCompany',
    before: (page) => page.route('**/api/files/**', (route) => route.abort()),
    reach: async (page, words) => {
      const file = { name: 'statement.pdf', mimeType: 'application/pdf', buffer: samplePdf };
      await page.locator('input[type=file]').nth(1).setInputFiles(file);
      await press('Save profile')(page, words);
      await page.locator('[data-failed]').waitFor();
    },
  },
  { name: 'company-profile-1', path: '/profile/company', as: 'newCompany' },
  { name: 'company-profile-2', path: '/profile/company?step=2', as: 'newCompany' },
  { name: 'company-profile-1-filled', path: '/profile/company', as: 'readyCompany' },
  { name: 'company-profile-2-filled', path: '/profile/company?step=2', as: 'readyCompany' },
  {
    name: 'company-profile-problems',
    path: '/profile/company',
    as: 'newCompany',
    reach: async (page, words) => {
      await page.getByLabel(words('Email')).fill('noura@');
      await page.getByLabel(words('Phone')).fill('12');
      await page.getByRole('button', { name: words('Continue') }).click();
    },
  },
];

/** As it is once the agency has been paid, with these installments. */
const asActive = (statuses: ('Paid' | 'Due' | 'Overdue')[]) =>
  withTicket(({ ticket, story, installments }) => {
    ticket.status = 'Active';
    story.push({ ...story.at(-1)!, kind: 'paid_out' });
    for (const [index, one] of (installments ?? []).entries()) {
      one.status = statuses[index] ?? 'Due';
      if (one.status === 'Paid') one.paid_amount = one.amount_sar;
    }
  });

/** Repaid in full: every installment, the story's end and the settlement letter. */
function complete(details: TicketDetails): void {
  const { ticket, story, installments, today } = details;
  ticket.status = 'Completed';
  details.settled_on = today;
  details.how_to_pay = null;
  const last = story.at(-1)!;
  for (const one of installments ?? []) {
    Object.assign(one, { status: 'Paid', paid_amount: one.amount_sar, paid_on: one.due_date });
    story.push({ ...last, kind: 'payment_received', amount_sar: one.amount_sar });
  }
  story.push({ ...last, kind: 'completed', amount_sar: null });
}
const asCompleted = withTicket(complete);

/** Everything is paid, and a payment waits for its proof. */
const asAwaitingProof = withTicket((details) => {
  complete(details);
  details.ticket.status = 'Active';
  details.story.pop();
  details.settled_on = null;
  details.settlement_awaits_proof = true;
  details.ticket.is_being_verified = true;
});

/** The bank has kept a small rest of the last installment. */
const asSmallRest = withTicket((details) => {
  complete(details);
  details.ticket.status = 'Active';
  details.story.splice(-2);
  details.settled_on = null;
  details.small_rest_sar = '1.15';
  const last = details.installments!.at(-1)!;
  last.status = 'Overdue';
  last.paid_amount = decimalFromHalalas(halalasFromDecimal(last.amount_sar) - 115);
});

/** Staff have settled it as bank charges. */
const asBankCharges = withTicket((details) => {
  complete(details);
  details.installments!.at(-1)!.bank_charges = '1.15';
  const last = details.story.at(-1)!;
  details.story.splice(-1, 0, { ...last, kind: 'bank_charges_settled', amount_sar: '1.15' });
});

/** Ended by staff, what is left is written off; `recovered_amount` of it has come back. */
const asWrittenOff = (recovered_amount: string, unrecovered_amount: string) =>
  withTicket((details) => {
    const { how_to_pay, story, today } = details;
    details.ticket.status = 'Closed';
    details.loss = {
      written_off_amount: '24000.00',
      recovered_amount,
      unrecovered_amount,
      written_off_on: today,
    };
    details.unrecovered_loss = unrecovered_amount;
    for (const one of details.installments ?? [])
      Object.assign(one, { status: 'Due', amount_sar: '8000.00', paid_amount: '0.00' });
    story.push({ ...story.at(-1)!, kind: 'written_off', amount_sar: null });
    if (unrecovered_amount === '0.00') {
      details.how_to_pay = null;
      details.settled_on = today;
      story.push({ ...story.at(-1)!, kind: 'loss_recovered' });
    } else if (how_to_pay) {
      Object.assign(how_to_pay, { amount_sar: unrecovered_amount, rest_sar: unrecovered_amount });
    }
  });

/** Another ticket is in default: it comes before what is due later of this one. */
const asBesideDefault = withTicket((details) => {
  details.unrecovered_loss = '24000.00';
});

/** What became of transfers that were reported. */
const withReports = withTicket(({ transfer_reports }) => {
  const [report] = transfer_reports ?? [];
  if (!report) return;
  const another = (values: Partial<typeof report>) =>
    transfer_reports!.push({ ...report, id: crypto.randomUUID(), ...values });
  another({ status: 'Matched', amount_sar: '600.00' });
  another({
    status: 'TurnedDown',
    reason: 'لم نجد حوالة بهذا المبلغ في الحساب. Please check FT26325000201 with your bank.',
  });
  another({ status: 'Withdrawn', amount_sar: '1250000.00' });
});

/** Documents of which the job has not told yet. */
const asPreparing = withTicket(({ document_sets }) =>
  Object.assign(document_sets![0]!, { issued_at: null, documents: [] }),
);

/** Nothing is prepared before the company gives its name and its commercial registration number. */
const asAwaitingCrNumber = withTicket((ticket) =>
  Object.assign(ticket, { awaits_cr_number: true, awaits_company_name: true, document_sets: [] }),
);

const ticketPages: Screen[] = [
  { name: 'ticket-company-waiting', path: ticketPath('waiting'), as: 'busyCompany' },
  { name: 'ticket-company-approved', path: ticketPath('approved'), as: 'busyCompany' },
  { name: 'ticket-company-documents', path: ticketPath('toAccept'), as: 'busyCompany' },
  {
    name: 'ticket-company-documents-preparing',
    path: ticketPath('toAccept'),
    as: 'busyCompany',
    before: asPreparing,
  },
  {
    name: 'ticket-company-cr-number',
    path: ticketPath('toAccept'),
    as: 'busyCompany',
    before: asAwaitingCrNumber,
  },
  {
    name: 'ticket-company-cr-number-problem',
    path: ticketPath('toAccept'),
    as: 'busyCompany',
    before: asAwaitingCrNumber,
    reach: async (page, words) => {
      await press('Save and prepare documents')(page, words);
      await page.getByText(words('Enter the 10 digits of the commercial registration.')).waitFor();
    },
  },
  {
    name: 'ticket-company-accepted-files',
    path: ticketPath('approved'),
    as: 'busyCompany',
    reach: async (page, words) => {
      await page.getByText(words('The accepted files without that page')).click();
      await page.getByRole('list', { name: words('Accepted files') }).waitFor();
    },
  },
  {
    name: 'ticket-company-accept',
    path: signPath('toAccept'),
    as: 'busyCompany',
    reach: signing,
  },
  {
    name: 'ticket-company-accept-problems',
    path: signPath('toAccept'),
    as: 'busyCompany',
    reach: async (page, words) => {
      await signing(page);
      await page.getByLabel(words('Your full name')).fill('');
      await page.getByLabel(words('Your capacity')).fill('');
      await press('Accept documents')(page, words);
      await page.getByText(words('Enter your full name.')).waitFor();
    },
  },
  {
    name: 'ticket-company-payout-stopped',
    path: ticketPath('approved'),
    as: 'busyCompany',
    before: withTicket((details) => {
      details.payout_stopped_on = details.today;
    }),
  },
  { name: 'ticket-company-acceptance-expired', path: ticketPath('expired'), as: 'busyCompany' },
  { name: 'ticket-company-late-payout', path: ticketPath('overdue'), as: 'busyCompany' },
  {
    name: 'ticket-company-installment',
    path: ticketPath('approved'),
    as: 'busyCompany',
    before: asActive(['Paid']),
  },
  { name: 'ticket-company-how-to-pay', path: ticketPath('active'), as: 'busyCompany' },
  {
    name: 'ticket-company-report-transfer',
    path: ticketPath('active'),
    as: 'busyCompany',
    isOverlay: true,
    reach: ask('Report a transfer'),
  },
  {
    name: 'ticket-company-report-transfer-problems',
    path: ticketPath('active'),
    as: 'busyCompany',
    isOverlay: true,
    reach: async (page, words) => {
      await ask('Report a transfer')(page, words);
      await page.getByLabel(words('Amount')).fill('0');
      await press('Send the report')(page, words);
      await page.locator('[aria-invalid=true]').first().waitFor();
    },
  },
  {
    name: 'ticket-company-reports',
    path: ticketPath('active'),
    as: 'busyCompany',
    before: withReports,
  },
  {
    name: 'ticket-company-completed',
    path: ticketPath('active'),
    as: 'busyCompany',
    before: asCompleted,
  },
  {
    name: 'ticket-company-awaits-proof',
    path: ticketPath('active'),
    as: 'busyCompany',
    before: asAwaitingProof,
  },
  {
    name: 'ticket-small-rest',
    path: ticketPath('active'),
    as: 'busyCompany',
    before: asSmallRest,
  },
  {
    name: 'ticket-bank-charges',
    path: ticketPath('active'),
    as: 'busyCompany',
    before: asBankCharges,
  },
  {
    name: 'ticket-company-written-off',
    path: ticketPath('active'),
    as: 'busyCompany',
    before: asWrittenOff('1010.00', '22990.00'),
  },
  {
    name: 'ticket-company-recovered',
    path: ticketPath('active'),
    as: 'busyCompany',
    before: asWrittenOff('24000.00', '0.00'),
  },
  {
    name: 'ticket-company-beside-default',
    path: ticketPath('active'),
    as: 'busyCompany',
    before: asBesideDefault,
  },
  {
    name: 'ticket-company-earlier-documents',
    path: ticketPath('overdue'),
    as: 'busyCompany',
    reach: async (page, words) => page.getByText(words('Earlier versions')).click(),
  },
  { name: 'ticket-company-rejected', path: ticketPath('rejected'), as: 'busyCompany' },
  { name: 'ticket-company-cancelled', path: ticketPath('cancelled'), as: 'busyCompany' },
  {
    name: 'ticket-company-cancel-question',
    path: ticketPath('waiting'),
    as: 'busyCompany',
    isOverlay: true,
    reach: ask('Cancel ticket'),
  },
  {
    name: 'ticket-company-offline',
    path: ticketPath('waiting'),
    as: 'busyCompany',
    reach: goOffline,
  },
  { name: 'ticket-not-found', path: '/tickets/HM-1', as: 'busyCompany' },
  {
    name: 'statement-company',
    path: '/account-statement?from=2020-01-01&to=2099-12-31',
    as: 'busyCompany',
  },
  { name: 'statement-empty', path: '/account-statement', as: 'newCompany' },
  {
    name: 'refund-account-waits',
    path: '/account-statement',
    as: 'newCompany',
    before: rewrite<RefundAccount>('**/api/company/refund-account', (account) => {
      account.pending = {
        iban: 'SA44 … 1234',
        requested_at: '2026-11-20T09:00:00Z',
        earliest_at: '2026-11-21T09:00:00Z',
      };
    }),
  },
  {
    name: 'refund-account-refunds',
    path: '/account-statement',
    as: 'newCompany',
    before: rewrite<RefundAccount>('**/api/company/refund-account', (account) => {
      const at = '2026-11-20T09:00:00Z';
      const iban = 'SA44 … 1234';
      account.paid_to = iban;
      account.rejected = { iban: 'SA03 … 7519', rejected_at: at, reason: 'الحساب ليس باسم الشركة' };
      const states = [
        ['Sent', false],
        ['Sent', true],
        ['Confirmed', true],
        ['Failed', false],
        ['Failed', true],
        ['Returned', true],
      ] as const;
      account.refunds = states.map(([status, is_in_file], n) => ({
        id: `00000000-0000-7000-8000-00000000000${n}`,
        amount_sar: n === 0 ? '1250000.00' : '95.50',
        iban,
        status,
        is_in_file,
        refunded_at: at,
        decided_at: status === 'Sent' ? null : at,
      }));
    }),
  },
  {
    name: 'statement-waiting',
    path: '/account-statement',
    as: 'busyCompany',
    isWaiting: true,
    before: hold(statementAnswer),
    reach: async (page) => page.locator('[aria-busy=true]').first().waitFor(),
  },
  {
    name: 'ticket-skeleton',
    path: ticketPath('waiting'),
    as: 'busyCompany',
    isWaiting: true,
    before: hold(ticketAnswer),
    reach: async (page) => page.locator('[aria-busy=true]').first().waitFor(),
  },
  {
    name: 'ticket-load-failure',
    path: ticketPath('waiting'),
    as: 'busyCompany',
    before: refuse(ticketAnswer),
    reach: async (page, words) => page.getByRole('button', { name: words('Try again') }).waitFor(),
  },
];

/** What companies see. */
export const companyScreens: Screen[] = [
  ...companyDashboards,
  ...newTickets,
  ...profiles,
  ...ticketPages,
];
