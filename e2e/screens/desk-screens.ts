import { ask, hold, press, refuse, type Screen } from './screen.ts';

const overviewAnswer = '**/api/operations';

/** Staff at their second factor, and the operations desk. */
export const deskScreens: Screen[] = [
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
