import type { Page } from '@playwright/test';

import type { AgencyDashboard } from '#api/dashboards.ts';
import type { TicketDetails } from '#api/tickets.ts';
import { addDays } from '#domain/calendar.ts';

import { changed } from './console-screen.ts';
import {
  agencyAnswer,
  ask,
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

/** Opens an invoice and waits until its first page is drawn. */
async function readInvoice(page: Page, words: Words): Promise<void> {
  await press('Read: {name}')(page, words);
  await page.locator('canvas').scrollIntoViewIfNeeded();
}

const agencyProfiles: Screen[] = [
  { name: 'agency-profile-1', path: '/profile/agency', as: 'newAgency' },
  { name: 'agency-profile-1-filled', path: '/profile/agency', as: 'busyAgency' },
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
  {
    name: 'agency-profile-leave-question',
    path: '/profile/agency',
    as: 'newAgency',
    isOverlay: true,
    reach: async (page, words) => {
      await page.getByLabel(words('Phone')).fill('0501234567');
      await page.getByRole('link', { name: words('Back to Dashboard') }).click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
];

/** The agency is suspended by staff, who said why. */
const asSuspended = (page: Page) =>
  page.route(agencyAnswer, async (route) => {
    const response = await route.fetch();
    const dashboard: AgencyDashboard = await response.json();
    const suspended_at = new Date().toISOString();
    dashboard.suspension = { suspended_at, reason: 'رخصة النشاط الإعلاني منتهية' };
    for (const sum of [dashboard.expected_payouts, dashboard.late_payouts])
      sum.oldest_ticket_date = null;
    await route.fulfill({ response, json: dashboard });
  });

const agencyDashboards: Screen[] = [
  { name: 'agency-new', path: '/dashboard/agency', as: 'newAgency' },
  { name: 'agency-busy', path: '/dashboard/agency', as: 'busyAgency' },
  {
    name: 'agency-skeleton',
    path: '/dashboard/agency',
    as: 'busyAgency',
    isWaiting: true,
    before: hold(agencyAnswer),
    reach: async (page) => page.locator('[aria-busy=true]').first().waitFor(),
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
    name: 'agency-approve-invoice',
    path: '/dashboard/agency',
    as: 'busyAgency',
    isOverlay: true,
    reach: async (page, words) => {
      await ask('Approve {ticket_number}')(page, words);
      await readInvoice(page, words);
    },
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
  {
    name: 'agency-late-payment-details',
    path: '/dashboard/agency',
    as: 'busyAgency',
    isOverlay: true,
    reach: async (page, words) => {
      await press('View details of payments older than 7 days')(page, words);
      await page.getByRole('dialog').getByRole('table').waitFor();
    },
  },
  { name: 'agency-suspended', path: '/dashboard/agency', as: 'busyAgency', before: asSuspended },
  {
    name: 'agency-payouts-in-review-and-released',
    path: '/dashboard/agency',
    as: 'busyAgency',
    before: changed<AgencyDashboard>(agencyAnswer, (dashboard) => {
      const { today, expected_payouts, late_payouts } = dashboard;
      dashboard.released_payouts = { count: 1, amount_sar: '2850.00' };
      for (const sum of [expected_payouts, late_payouts])
        sum.in_review = {
          count: 1,
          net_amount: sum.net_amount,
          by: addDays(today, 7),
          is_late: false,
        };
    }),
  },
  { name: 'agency-offline', path: '/dashboard/agency', as: 'busyAgency', reach: goOffline },
];

const agencyTickets: Screen[] = [
  { name: 'ticket-agency-acceptance', path: ticketPath('toAccept'), as: 'busyAgency' },
  { name: 'ticket-agency-waiting', path: ticketPath('waiting'), as: 'busyAgency' },
  {
    name: 'ticket-agency-invoice',
    path: ticketPath('waiting'),
    as: 'busyAgency',
    reach: readInvoice,
  },
  {
    name: 'ticket-agency-invoice-unreadable',
    path: ticketPath('waiting'),
    as: 'busyAgency',
    before: (page) =>
      page.route('**/files/*', (route) =>
        route.fulfill({ contentType: 'application/pdf', body: '%PDF-1.7' }),
      ),
    reach: async (page, words) => {
      await press('Read: {name}')(page, words);
      await page.getByRole('alert').first().waitFor();
    },
  },
  {
    name: 'ticket-agency-approve-question',
    path: ticketPath('waiting'),
    as: 'busyAgency',
    isOverlay: true,
    reach: ask('Approve'),
  },
  {
    name: 'ticket-agency-reject-question',
    path: ticketPath('waiting'),
    as: 'busyAgency',
    isOverlay: true,
    reach: ask('Reject'),
  },
  { name: 'ticket-agency-approved', path: ticketPath('approved'), as: 'busyAgency' },
  {
    name: 'ticket-agency-payout-stopped',
    path: ticketPath('approved'),
    as: 'busyAgency',
    before: changed<TicketDetails>(ticketAnswer, (details) => {
      details.payout_stopped_on = details.today;
      details.review = { by: addDays(details.today, 7), is_late: false };
    }),
  },
  {
    name: 'ticket-agency-in-review',
    path: ticketPath('approved'),
    as: 'busyAgency',
    before: changed<TicketDetails>(ticketAnswer, (details) => {
      details.review = { by: addDays(details.today, 2), is_late: false };
      details.holds = [{ code: 'payment_in_review', since: details.today, figures: {} }];
    }),
  },
  {
    name: 'ticket-agency-payout-returned',
    path: ticketPath('sent'),
    as: 'busyAgency',
    before: changed<TicketDetails>(ticketAnswer, ({ ticket, payout, today }) => {
      ticket.status = 'Completed';
      if (payout) Object.assign(payout, { status: 'Pending', returned_on: today });
    }),
  },
  {
    name: 'ticket-agency-released',
    path: ticketPath('sent'),
    as: 'busyAgency',
    before: changed<TicketDetails>(ticketAnswer, (details) => {
      if (details.payout) details.payout.sent_on = null;
      details.story = details.story.filter(({ kind }) => kind !== 'payout_sent');
    }),
  },
  { name: 'ticket-agency-sent', path: ticketPath('sent'), as: 'busyAgency' },
  { name: 'ticket-agency-rejected', path: ticketPath('rejected'), as: 'busyAgency' },
  {
    name: 'statement-agency',
    path: '/account-statement?from=2020-01-01&to=2099-12-31',
    as: 'busyAgency',
  },
  {
    name: 'statement-refused',
    path: '/account-statement',
    as: 'busyAgency',
    before: refuse(statementAnswer),
  },
];

/** An agency's screens: its set-up, its dashboard with what it asks, its tickets and statement. */
export const agencyScreens: Screen[] = [...agencyProfiles, ...agencyDashboards, ...agencyTickets];
