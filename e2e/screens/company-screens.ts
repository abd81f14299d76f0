import type { Page } from '@playwright/test';

import type { CompanyDashboard } from '#api/dashboards.ts';
import type { TicketDetails } from '#api/tickets.ts';

import { samplePdf } from '../people.ts';
import {
  ask,
  companyAnswer,
  goOffline,
  hold,
  press,
  refuse,
  statementAnswer,
  ticketAnswer,
  ticketPath,
  type Screen,
} from './screen.ts';
import type { Words } from './words.ts';

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
];

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

/** What companies see. */
export const companyScreens: Screen[] = [
  ...companyDashboards,
  ...newTickets,
  ...profiles,
  ...ticketPages,
];
