import type { Page } from '@playwright/test';

import type { ReplyOf } from '#api/contract.ts';

import { changed } from './console-screen.ts';
import { hold, refuse, type Screen } from './screen.ts';

const list = (of: string) => `**/api/own/${of}?*`;

/** Messages with an answer and without, which no use case of the fixture has written. */
const withMessages = (page: Page) =>
  page.route('**/api/help', async (route) => {
    const response = await route.fetch();
    const help: ReplyOf<'read_help'> = await response.json();
    help.contact = {
      email: 'help@hamla.sa',
      phone: '+966112345678',
      whatsapp: '+966501234567',
    };
    help.items = [
      {
        id: '019aa000-0000-7000-8000-000000000002',
        message: 'متى يُدفع للوكالة؟',
        sent_at: '2026-11-21T09:00:00Z',
        ticket_number: 'HM-100001',
        answer: null,
        answered_at: null,
      },
      {
        id: '019aa000-0000-7000-8000-000000000001',
        message: 'Which reference does the transfer need?',
        sent_at: '2026-11-20T09:00:00Z',
        ticket_number: null,
        answer: 'The one under How to pay.\nIt names the ticket.',
        answered_at: '2026-11-20T12:30:00Z',
      },
    ];
    await route.fulfill({ response, json: help });
  });

const openSearch = async (page: Page, text: string) => {
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('textbox').fill(text);
  await page.locator('[data-finding]').first().waitFor();
};

/** The places of companies and agencies, and the search over them. */
export const placeScreens: Screen[] = [
  { name: 'tickets-company', path: '/tickets', as: 'busyCompany' },
  {
    name: 'tickets-being-verified',
    path: '/tickets?status=Active',
    as: 'busyCompany',
    before: changed<ReplyOf<'list_own_tickets'>>(list('tickets'), ({ items: [first] }) => {
      if (first) first.is_being_verified = true;
    }),
  },
  { name: 'tickets-agency', path: '/tickets?order=largest', as: 'busyAgency' },
  { name: 'tickets-narrowed', path: '/tickets?status=Approved&from=2020-01-01', as: 'busyCompany' },
  { name: 'tickets-not-found', path: '/tickets?text=none', as: 'busyCompany' },
  { name: 'tickets-empty', path: '/tickets', as: 'newCompany' },
  {
    name: 'tickets-waiting',
    path: '/tickets',
    as: 'busyCompany',
    isWaiting: true,
    before: hold(list('tickets')),
    reach: async (page) => page.locator('[aria-busy=true]').first().waitFor(),
  },
  {
    name: 'tickets-load-failure',
    path: '/tickets',
    as: 'busyCompany',
    before: refuse(list('tickets')),
    reach: async (page, words) => page.getByRole('button', { name: words('Try again') }).waitFor(),
  },
  { name: 'payments', path: '/payments/received', as: 'busyCompany' },
  { name: 'payments-empty', path: '/payments/received', as: 'newCompany' },
  { name: 'payouts', path: '/payouts', as: 'busyAgency' },
  { name: 'payouts-empty', path: '/payouts', as: 'newAgency' },
  { name: 'documents-company', path: '/documents', as: 'busyCompany' },
  { name: 'documents-agency', path: '/documents', as: 'busyAgency' },
  { name: 'documents-empty', path: '/documents', as: 'newAgency' },
  { name: 'notifications-company', path: '/notifications', as: 'busyCompany' },
  { name: 'notifications-unread', path: '/notifications?show=unread', as: 'busyAgency' },
  { name: 'notifications-empty', path: '/notifications', as: 'newCompany' },
  {
    name: 'notifications-waiting',
    path: '/notifications',
    as: 'busyCompany',
    isWaiting: true,
    before: hold('**/api/notifications*'),
    reach: async (page) => page.locator('[aria-busy=true]').first().waitFor(),
  },
  {
    name: 'notifications-load-failure',
    path: '/notifications',
    as: 'busyCompany',
    before: refuse('**/api/notifications*'),
    reach: async (page, words) => page.getByRole('button', { name: words('Try again') }).waitFor(),
  },
  { name: 'help-company', path: '/help?ticket=HM-100001', as: 'busyCompany', before: withMessages },
  { name: 'budget', path: '/budget', as: 'busyCompany' },
  { name: 'help-agency', path: '/help', as: 'busyAgency' },
  {
    name: 'search-found',
    path: '/tickets',
    as: 'busyCompany',
    isOverlay: true,
    reach: (page) => openSearch(page, 'صدى'),
  },
  {
    name: 'more-places',
    path: '/tickets',
    as: 'busyCompany',
    width: 360,
    isOverlay: true,
    reach: async (page, words) => page.getByRole('button', { name: words('More') }).click(),
  },
];
