import type { Fault } from './fault.ts';
import { accountGuards } from './list/account-guards.ts';
import { accountsAndFiles } from './list/accounts-and-files.ts';
import { accounts } from './list/accounts.ts';
import { approvals } from './list/approvals.ts';
import { bankStatements } from './list/bank-statements.ts';
import { bureau } from './list/bureau.ts';
import { certificates } from './list/certificates.ts';
import { signing } from './list/signing.ts';
import { domain } from './list/domain.ts';
import { doubtfulPayouts } from './list/doubtful-payouts.ts';
import { invoices } from './list/invoices.ts';
import { backups } from './list/backups.ts';
import { lateness } from './list/lateness.ts';
import { budgetRequests } from './list/budget-requests.ts';
import { livingCredit } from './list/living-credit.ts';
import { paymentPromises } from './list/payment-promises.ts';
import { creditPolicies } from './list/credit-policies.ts';
import { limits } from './list/limits.ts';
import { lossFaults } from './list/losses.ts';
import { money } from './list/money.ts';
import { moneyIn } from './list/money-in.ts';
import { movedPayments } from './list/moved-payments.ts';
import { paymentChoice } from './list/payment-choice.ts';
import { paymentFiles } from './list/payment-files.ts';
import { payoutReturns } from './list/payout-returns.ts';
import { payoutStops } from './list/payout-stops.ts';
import { platform } from './list/platform.ts';
import { paymentRequests } from './list/payment-requests.ts';
import { dueDateFeeds } from './list/due-date-feeds.ts';
import { virtualIbans } from './list/virtual-ibans.ts';
import { portfolio } from './list/portfolio.ts';
import { position } from './list/position.ts';
import { privacy } from './list/privacy.ts';
import { processes } from './list/processes.ts';
import { refunds } from './list/refunds.ts';
import { frame } from './list/frame.ts';
import { notifications } from './list/notifications.ts';
import { ticketsAndFiles } from './list/tickets.ts';
import { provenPayments } from './list/proven-payments.ts';
import { sentBackPayments } from './list/sent-back-payments.ts';
import { statementBalances } from './list/statement-balances.ts';
import { transferReportsChecked } from './list/transfer-reports-checked.ts';
import { valueDates } from './list/value-dates.ts';
import { writtenOffRefunds } from './list/written-off-refunds.ts';
import { web } from './list/web.ts';

/** Every fault that the tests must notice, by area. docs/faults.md says how to add one. */
export const faultsByArea = {
  domain,
  invoices,
  backups,
  privacy,
  lateness,
  budgetRequests,
  livingCredit,
  paymentPromises,
  creditPolicies,
  limits,
  money,
  paymentFiles,
  paymentRequests,
  virtualIbans,
  dueDateFeeds,
  position,
  portfolio,
  bureau,
  certificates,
  signing,
  approvals,
  payoutStops,
  payoutReturns,
  doubtfulPayouts,
  losses: lossFaults,
  bankStatements,
  statementBalances,
  transferReportsChecked,
  valueDates,
  moneyIn,
  paymentChoice,
  movedPayments,
  provenPayments,
  sentBackPayments,
  refunds,
  writtenOffRefunds,
  accounts,
  accountGuards,
  accountsAndFiles,
  ticketsAndFiles,
  frame,
  notifications,
  platform,
  processes,
  web,
} satisfies Record<string, Fault[]>;
