import type { Page } from '@playwright/test';

import { contentPages } from '#api/content-pages.ts';
import type { CompanyDashboard } from '#api/dashboards.ts';
import type { TicketDetails } from '#api/tickets.ts';

import { samplePdf } from '../people.ts';
import type { Words } from './words.ts';
import type { Name, World } from './world.ts';

/** A screen in one of its states. Nothing that brings it there changes what the product holds. */
export interface Screen {
  name: string;
  path: string | ((world: World) => string);
  /** Who looks at it; left out: a visitor. */
  as?: Name;
  /** A public page: its language stands in its address. */
  isContent?: true;
  /** It is shown while an answer is awaited. */
  isWaiting?: true;
  /** The only width at which it exists. */
  width?: 360 | 1440;
  /** It covers the window: a picture shows the window, not the page behind it. */
  isOverlay?: true;
  /** Before it is opened: answers that are rewritten, held or refused. */
  before?: (page: Page, world: World) => Promise<unknown>;
  /** From the opened address to the state; names are English texts, found in the page's language. */
  reach?: (page: Page, words: Words, world: World) => Promise<unknown>;
}

const press = (name: string) => async (page: Page, words: Words) =>
  page
    .getByRole('button', { name: words(name) })
    .first()
    .click();

/** Presses what opens a question, and waits for it. */
const ask = (name: string) => async (page: Page, words: Words) => {
  await press(name)(page, words);
  await page.locator('[role=dialog], [role=alertdialog]').waitFor();
};

const statementAnswer = '**/api/*/statement?*';
const companyAnswer = '**/api/dashboards/company';
const agencyAnswer = '**/api/dashboards/agency';

const hold = (address: string) => async (page: Page) =>
  page.route(address, () => new Promise(() => undefined));
const refuse = (address: string) => async (page: Page) =>
  page.route(address, (route) => route.fulfill({ status: 500, json: { code: 'x', message: '' } }));

/** The device loses its connection while the screen is open. */
const goOffline = async (page: Page, words: Words) => {
  await page.context().setOffline(true);
  const notice =
    'You are offline. What you see may be out of date; nothing can be sent until you are back.';
  await page.getByText(words(notice)).waitFor();
};

const content: Screen[] = [...contentPages, '/nowhere'].map((path) => {
  const name = { '/': 'home', '/nowhere': 'not-found' }[path] ?? path.slice(1);
  return { name, path, isContent: true };
});

const contentStates: Screen[] = [
  {
    name: 'home-menu',
    path: '/',
    isContent: true,
    width: 360,
    reach: async (page) => page.locator('summary').first().click(),
  },
  {
    name: 'home-calculator-typed',
    path: '/',
    isContent: true,
    reach: async (page, words) => {
      const amount = page.getByLabel(words('Amount in SAR'));
      await amount.scrollIntoViewIfNeeded();
      // Its script comes when it is in view, and writes the dates first.
      await page.locator('#calculator time').first().waitFor();
      await amount.fill('47250.5');
      await page.locator('[data-figure=each]', { hasText: '15,750.16' }).waitFor();
    },
  },
  {
    name: 'about-us-answer',
    path: '/about-us',
    isContent: true,
    reach: async (page) => page.locator('details[name=faq] summary').first().click(),
  },
];

const accounts: Screen[] = [
  { name: 'signin', path: '/signin' },
  { name: 'signin-problems', path: '/signin', reach: press('Log In') },
  { name: 'signup-company', path: '/signup?type=company' },
  { name: 'signup-agency', path: '/signup?type=agency' },
  { name: 'signup-problems', path: '/signup?type=company', reach: press('Sign Up') },
  { name: 'forgot-password', path: '/forgot-password' },
  {
    name: 'forgot-password-sent',
    path: '/forgot-password',
    before: (page) => page.route('**/recover?*', (route) => route.fulfill({ json: {} })),
    reach: async (page, words) => {
      await page.getByLabel(words('Email')).fill('noura@najd.example.sa');
      await page.getByRole('button', { name: words('Send the link') }).click();
      await page.getByRole('heading', { name: words('Check your e-mail') }).waitFor();
    },
  },
  { name: 'new-password', path: '/new-password', as: 'newCompany' },
  { name: 'new-password-without-link', path: '/new-password' },
  { name: 'select-role', path: '/select-role', as: 'nobody' },
  { name: 'settings-company', path: '/settings', as: 'busyCompany' },
  { name: 'settings-agency', path: '/settings', as: 'newAgency' },
  { name: 'wrong-role', path: '/dashboard/agency', as: 'readyCompany' },
];

/** What no use case reaches yet is written into the real answer on its way. */
const withPaidAndOverdue = async (page: Page) =>
  page.route(companyAnswer, async (route) => {
    const response = await route.fetch();
    const dashboard: CompanyDashboard = await response.json();
    const { items } = dashboard.upcoming_installments;
    for (const [index, one] of items.entries()) {
      one.status = (['Paid', 'Overdue', 'Due'] as const)[index % 3]!;
    }
    await route.fulfill({ response, json: dashboard });
  });

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
    reach: async (page) => page.locator('[aria-busy=true]').waitFor(),
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
  await page.getByLabel(words('Amount')).fill(amount);
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
    reach: async (page, words) => page.getByLabel(words('Amount')).fill('5000'),
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
      await page.getByLabel(words('Amount')).press('Enter');
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
      await page.getByLabel(words('Amount')).fill('250');
      await page.keyboard.press('Escape');
      await page.getByRole('alertdialog').waitFor();
    },
  },
];

const profiles: Screen[] = [
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
  { name: 'agency-profile-1', path: '/profile/agency', as: 'newAgency' },
  { name: 'agency-profile-2-filled', path: '/profile/agency?step=2', as: 'busyAgency' },
  {
    name: 'agency-profile-2-problems',
    path: '/profile/agency?step=2',
    as: 'newAgency',
    reach: async (page, words) => {
      await page.getByText(words('Other'), { exact: true }).click();
      await page.getByLabel(words('IBAN')).fill('SA00 1234');
      await page.getByRole('button', { name: words('Save profile') }).click();
    },
  },
];

const agencyDashboards: Screen[] = [
  { name: 'agency-new', path: '/dashboard/agency', as: 'newAgency' },
  { name: 'agency-busy', path: '/dashboard/agency', as: 'busyAgency' },
  {
    name: 'agency-busy-approved',
    path: '/dashboard/agency?list=approved',
    as: 'busyAgency',
    width: 360,
  },
  {
    name: 'agency-busy-history',
    path: '/dashboard/agency?list=history',
    as: 'busyAgency',
    width: 360,
  },
  {
    name: 'agency-skeleton',
    path: '/dashboard/agency',
    as: 'busyAgency',
    isWaiting: true,
    before: hold(agencyAnswer),
    reach: async (page) => page.locator('[aria-busy=true]').waitFor(),
  },
  {
    name: 'agency-load-failure',
    path: '/dashboard/agency',
    as: 'busyAgency',
    before: refuse(agencyAnswer),
    reach: async (page, words) => page.getByRole('button', { name: words('Try again') }).waitFor(),
  },
  {
    name: 'agency-approve-question',
    path: '/dashboard/agency',
    as: 'busyAgency',
    isOverlay: true,
    reach: ask('Approve {ticket_number}'),
  },
  {
    name: 'agency-reject-question',
    path: '/dashboard/agency',
    as: 'busyAgency',
    isOverlay: true,
    reach: ask('Reject {ticket_number}'),
  },
  {
    name: 'agency-payment-details',
    path: '/dashboard/agency',
    as: 'busyAgency',
    isOverlay: true,
    reach: async (page, words) => {
      await page.getByRole('button', { name: words('View details') }).click();
      await page.getByRole('dialog').getByRole('table').waitFor();
    },
  },
];

const ticketAnswer = '**/api/tickets/HM-*';
const ticketPath =
  (which: keyof World['tickets']) =>
  ({ tickets }: World) =>
    `/tickets/${tickets[which]}`;

/** As it is once the agency has been paid, which no use case reaches yet. */
const asActive = (statuses: ('Paid' | 'Due' | 'Overdue')[]) => async (page: Page) =>
  page.route(ticketAnswer, async (route) => {
    const response = await route.fetch();
    const details: TicketDetails = await response.json();
    details.ticket.status = 'Active';
    details.story.push({ ...details.story.at(-1)!, kind: 'paid_out' });
    for (const [index, one] of (details.installments ?? []).entries()) {
      one.status = statuses[index] ?? 'Due';
      if (one.status === 'Paid') one.paid_amount = one.amount_sar;
    }
    await route.fulfill({ response, json: details });
  });

/** Documents of which the job has not told yet. */
const asPreparing = (page: Page) =>
  page.route(ticketAnswer, async (route) => {
    const response = await route.fetch();
    const details: TicketDetails = await response.json();
    const [newest] = details.document_sets!;
    Object.assign(newest!, { issued_at: null, documents: [] });
    await route.fulfill({ response, json: details });
  });

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
    name: 'ticket-company-accept',
    path: ticketPath('toAccept'),
    as: 'busyCompany',
    isOverlay: true,
    reach: ask('Read and accept'),
  },
  {
    name: 'ticket-company-accept-problems',
    path: ticketPath('toAccept'),
    as: 'busyCompany',
    isOverlay: true,
    reach: async (page, words) => {
      await ask('Read and accept')(page, words);
      await press('Accept documents')(page, words);
      await page.getByText(words('Enter your full name.')).waitFor();
    },
  },
  { name: 'ticket-company-acceptance-expired', path: ticketPath('expired'), as: 'busyCompany' },
  { name: 'ticket-agency-acceptance', path: ticketPath('toAccept'), as: 'busyAgency' },
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
  { name: 'ticket-company-rejected', path: ticketPath('rejected'), as: 'busyCompany' },
  { name: 'ticket-company-cancelled', path: ticketPath('cancelled'), as: 'busyCompany' },
  {
    name: 'ticket-company-cancel-question',
    path: ticketPath('waiting'),
    as: 'busyCompany',
    isOverlay: true,
    reach: ask('Cancel ticket'),
  },
  { name: 'ticket-agency-waiting', path: ticketPath('waiting'), as: 'busyAgency' },
  { name: 'ticket-agency-approved', path: ticketPath('approved'), as: 'busyAgency' },
  { name: 'ticket-agency-sent', path: ticketPath('sent'), as: 'busyAgency' },
  { name: 'ticket-agency-rejected', path: ticketPath('rejected'), as: 'busyAgency' },
  {
    name: 'ticket-company-offline',
    path: ticketPath('waiting'),
    as: 'busyCompany',
    reach: goOffline,
  },
  { name: 'ticket-not-found', path: '/tickets/HM-1', as: 'busyCompany' },
  {
    name: 'statement-company',
    path: '/statements?from=2020-01-01&to=2099-12-31',
    as: 'busyCompany',
  },
  { name: 'statement-agency', path: '/statements?from=2020-01-01&to=2099-12-31', as: 'busyAgency' },
  { name: 'statement-empty', path: '/statements', as: 'newCompany' },
  {
    name: 'statement-waiting',
    path: '/statements',
    as: 'busyCompany',
    isWaiting: true,
    before: hold(statementAnswer),
    reach: async (page) => page.locator('[aria-busy=true]').waitFor(),
  },
  {
    name: 'statement-refused',
    path: '/statements',
    as: 'busyAgency',
    before: refuse(statementAnswer),
  },
  {
    name: 'ticket-skeleton',
    path: ticketPath('waiting'),
    as: 'busyCompany',
    isWaiting: true,
    before: hold(ticketAnswer),
    reach: async (page) => page.locator('[aria-busy=true]').waitFor(),
  },
  {
    name: 'ticket-load-failure',
    path: ticketPath('waiting'),
    as: 'busyCompany',
    before: refuse(ticketAnswer),
    reach: async (page, words) => page.getByRole('button', { name: words('Try again') }).waitFor(),
  },
];

const overviewAnswer = '**/api/operations';

const desk: Screen[] = [
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
  { name: 'operations-today', path: '/operations', as: 'staff' },
  {
    name: 'operations-skeleton',
    path: '/operations',
    as: 'staff',
    isWaiting: true,
    before: hold(overviewAnswer),
    reach: async (page) => page.locator('[aria-busy=true]').waitFor(),
  },
  {
    name: 'operations-load-failure',
    path: '/operations',
    as: 'staff',
    before: refuse(overviewAnswer),
    reach: async (page, words) => page.getByRole('button', { name: words('Try again') }).waitFor(),
  },
  { name: 'operations-wrong-role', path: '/operations', as: 'readyCompany' },
  { name: 'operations-payouts', path: '/operations/payouts', as: 'staff' },
  { name: 'operations-iban-changes', path: '/operations/iban-changes', as: 'staff' },
  {
    name: 'operations-iban-changes-decided',
    path: '/operations/iban-changes?list=ended',
    as: 'staff',
  },
  {
    name: 'operations-iban-question',
    path: '/operations/iban-changes',
    as: 'staff',
    isOverlay: true,
    reach: async (page) => {
      await page.getByRole('row').last().getByRole('button').first().click();
      await page.locator('[role=alertdialog]').waitFor();
    },
  },
  {
    name: 'operations-payout-run',
    path: ({ desk: { draftRun } }) => `/operations/payouts/${draftRun}`,
    as: 'staff',
  },
  {
    name: 'operations-release-question',
    path: ({ desk: { draftRun } }) => `/operations/payouts/${draftRun}`,
    as: 'staff',
    isOverlay: true,
    reach: ask('Release'),
  },
  { name: 'operations-payments', path: '/operations/payments', as: 'staff' },
  {
    name: 'operations-record-payment',
    path: '/operations/payments?record',
    as: 'staff',
    isOverlay: true,
    reach: async (page) => page.getByRole('dialog').waitFor(),
  },
  {
    name: 'operations-payment',
    path: ({ desk: { payment } }) => `/operations/payments/${payment}`,
    as: 'staff',
  },
  {
    name: 'operations-identify-question',
    path: ({ desk: { unidentified } }) => `/operations/payments/${unidentified}`,
    as: 'staff',
    isOverlay: true,
    reach: ask('Identify the payer'),
  },
  {
    name: 'operations-reverse-question',
    path: ({ desk: { payment } }) => `/operations/payments/${payment}`,
    as: 'staff',
    isOverlay: true,
    reach: ask('Reverse'),
  },
  { name: 'operations-transfer-reports', path: '/operations/transfer-reports', as: 'staff' },
  {
    name: 'operations-transfer-report',
    path: ({ desk: { report } }) => `/operations/transfer-reports/${report}`,
    as: 'staff',
  },
  {
    name: 'operations-turn-down-question',
    path: ({ desk: { report } }) => `/operations/transfer-reports/${report}`,
    as: 'staff',
    isOverlay: true,
    reach: ask('Turn down'),
  },
  { name: 'operations-statements', path: '/operations/statements', as: 'staff' },
  {
    name: 'operations-statement',
    path: ({ desk: { statement } }) => `/operations/statements/${statement}`,
    as: 'staff',
  },
  {
    name: 'operations-statement-likely',
    path: ({ desk: { statement } }) => `/operations/statements/${statement}?list=likely`,
    as: 'staff',
  },
  {
    name: 'operations-statement-apart',
    path: ({ desk: { statement } }) => `/operations/statements/${statement}?list=apart`,
    as: 'staff',
  },
  { name: 'operations-companies', path: '/operations/companies', as: 'staff' },
  {
    name: 'operations-company',
    path: ({ desk: { company } }) => `/operations/companies/${company}`,
    as: 'staff',
  },
  {
    name: 'operations-adjust-question',
    path: ({ desk: { company } }) => `/operations/companies/${company}`,
    as: 'staff',
    isOverlay: true,
    reach: ask('Adjust'),
  },
  { name: 'operations-reviews', path: '/operations/reviews', as: 'staff' },
  { name: 'operations-agencies', path: '/operations/agencies', as: 'staff' },
  {
    name: 'operations-agency',
    path: ({ desk: { agency } }) => `/operations/agencies/${agency}`,
    as: 'staff',
  },
  { name: 'operations-overdue', path: '/operations/overdue?age=days_31_60', as: 'staff' },
  {
    name: 'operations-ticket',
    path: ({ tickets }) => `/operations/tickets/${tickets.active}`,
    as: 'staff',
  },
  { name: 'operations-ticket-missing', path: '/operations/tickets/HM-1', as: 'staff' },
  { name: 'operations-journal', path: '/operations/journal', as: 'staff' },
  { name: 'operations-portfolio', path: '/operations/portfolio', as: 'staff' },
  { name: 'operations-audit', path: '/operations/audit', as: 'staff' },
  { name: 'operations-find', path: '/operations/find?text=na', as: 'staff' },
  { name: 'operations-find-empty', path: '/operations/find?text=nothing%20of%20it', as: 'staff' },
];

/** Every screen and every state worth seeing. */
export const screens: Screen[] = [
  ...content,
  ...contentStates,
  ...accounts,
  ...companyDashboards,
  ...newTickets,
  ...profiles,
  ...agencyDashboards,
  ...ticketPages,
  ...desk,
];
