import type { BankStatementDetails } from '#api/bank-statements.ts';
import type { ReplyOf } from '#api/contract.ts';
import type { PayoutRunDetails } from '#api/payout-runs.ts';
import { addDays } from '#domain/calendar.ts';

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

/** Of what there is not. */
const nobody = '00000000-0000-7000-8000-000000000000';

const payouts: Screen[] = [
  deskScreen('payouts', '/payouts'),
  deskScreen('payouts-empty', '/payouts', {
    before: changed<ReplyOf<'list_payout_runs'>>(/\/payout-runs(\?|$)/, (reply) => {
      reply.items = [];
    }),
  }),
  {
    ...deskQuestion('prepare-question', '/payouts', 'Prepare a run'),
    before: changed<ReplyOf<'operations_overview'>>('**/api/operations', ({ waits }) => {
      waits.payouts_due = { count: 12, has_more: false, amount_sar: '148250.75' };
    }),
  },
  {
    ...deskQuestion('prepare-more-question', '/payouts', 'Prepare a run'),
    before: changed<ReplyOf<'operations_overview'>>('**/api/operations', ({ waits }) => {
      waits.payouts_due = { count: 1000, has_more: true, amount_sar: null };
    }),
  },
  deskScreen('payout-run', ({ draftRun }) => `/payouts/${draftRun}`),
  deskScreen('payout-run-own', ({ draftRun }) => `/payouts/${draftRun}`, {
    before: changed<PayoutRunDetails>('**/payout-runs/*', ({ run }) => {
      run.is_prepared_by_caller = true;
    }),
  }),
  deskQuestion('release-question', ({ draftRun }) => `/payouts/${draftRun}`, 'Release'),
  {
    ...deskQuestion(
      'latin-name-question',
      ({ draftRun }) => `/payouts/${draftRun}`,
      'Correct the name for the bank: {ticket_number}',
    ),
    // Of an agency that calls itself in Arabic, with an account at a bank that is not known.
    before: changed<PayoutRunDetails>('**/payout-runs/*', ({ lines }) => {
      for (const line of lines) {
        line.beneficiary = 'شركة نجد للتجارة';
        line.latin_name = null;
        line.iban = 'SA3799000000608010167520';
      }
    }),
  },
  deskQuestion('discard-question', ({ draftRun }) => `/payouts/${draftRun}`, 'Discard'),
  deskScreen('payout-run-missing', `/payouts/${nobody}`),
  deskScreen('payout-run-released', ({ releasedRun }) => `/payouts/${releasedRun}`),
  deskScreen('payout-run-files', ({ releasedRun }) => `/payouts/${releasedRun}`, {
    before: changed<PayoutRunDetails>('**/payout-runs/*', (details) => {
      const line = details.lines.find(({ outcome }) => outcome === null);
      if (!line) return;
      // One in a file whose agency was suspended since, and of each kind that goes into none.
      const like = (place: number, values: Partial<typeof line>) => ({
        ...line,
        payout_id: line.payout_id.replace(/^./, String(place)),
        ...values,
      });
      details.lines.push(
        like(1, { obstacle: 'agency_suspended' }),
        like(2, { file_no: null, obstacle: 'agency_suspended', is_doubtful: true }),
        like(3, { file_no: null, obstacle: 'iban_changed', is_doubtful: true }),
        like(4, { obstacle: 'iban_changed', is_doubtful: true }),
        like(5, { file_no: null, is_doubtful: true, is_confirmation_requested: true }),
      );
      details.next_file = { count: 3, amount_sar: '12000.00' };
    }),
  }),
  deskScreen('payout-run-no-file', ({ releasedRun }) => `/payouts/${releasedRun}`, {
    before: changed<PayoutRunDetails>('**/payout-runs/*', (details) => {
      details.files = [];
      details.next_file = { count: 0, amount_sar: '0.00' };
      for (const line of details.lines) {
        line.file_no = null;
        line.is_doubtful = line.outcome === null;
        if (line.outcome === null) line.obstacle = 'agency_suspended';
      }
    }),
  }),
  deskScreen('payout-file', ({ releasedRun }) => `/payouts/${releasedRun}`, {
    isOverlay: true,
    reach: async (page, words) => {
      await press('Download file {file_no}')(page, words);
      await page.getByRole('menu').waitFor();
    },
  }),
  deskQuestion(
    'arrived-question',
    ({ releasedRun }) => `/payouts/${releasedRun}`,
    'It arrived: {ticket_number}',
  ),
  deskScreen('ask-to-confirm-question', ({ releasedRun }) => `/payouts/${releasedRun}`, {
    isOverlay: true,
    before: changed<PayoutRunDetails>('**/payout-runs/*', ({ lines }) => {
      for (const line of lines) line.is_doubtful = line.outcome === null;
    }),
    reach: async (page, words) => {
      await ask('Ask to confirm: {ticket_number}')(page, words);
      await confirm('Ask to confirm')(page, words);
    },
  }),
  deskQuestion(
    'failed-question',
    ({ releasedRun }) => `/payouts/${releasedRun}`,
    'It failed: {ticket_number}',
    confirm('It failed'),
  ),
  deskScreen('refunds', '/refunds'),
  deskScreen('refunds-at-the-bank', '/refunds?list=sent'),
  deskScreen('refund-files', '/refunds?list=files'),
  deskScreen('iban-changes', '/iban-changes'),
  deskScreen('iban-changes-decided', '/iban-changes?list=ended'),
  deskScreen('iban-question', '/iban-changes', {
    isOverlay: true,
    reach: async (page) => {
      await page.getByRole('row').last().getByRole('button').first().click();
      await page.locator('[role=alertdialog]').waitFor();
    },
  }),
  deskScreen('iban-reject-question', '/iban-changes', {
    isOverlay: true,
    reach: async (page) => {
      await page.getByRole('row').last().getByRole('button').last().click();
      await page.locator('[role=alertdialog]').waitFor();
    },
  }),
];

const payment =
  (which: 'payment' | 'unidentified' | 'credit' | 'refunding' | 'reversed') =>
  ({ [which]: id }: Desk) =>
    `/payments/${id}`;
const paymentsAnswer = '**/api/operations/payments?*';

const paymentAnswer = /\/api\/operations\/payments\/[^/?]+$/;

/** A part of it was refunded before the bank took it back. */
function asOwedBack({ payment: recalled, refunds }: ReplyOf<'read_payment'>) {
  refunds.length = 0;
  Object.assign(recalled, {
    refunded_amount: '350.00',
    recovered_amount: '0.00',
    to_recover_amount: '350.00',
  });
}

const payments: Screen[] = [
  deskScreen('payments', '/payments', {
    before: changed<ReplyOf<'list_payments'>>(paymentsAnswer, (reply) => {
      reply.next_cursor = 'more';
    }),
  }),
  deskScreen('payments-unidentified', '/payments?list=unidentified'),
  deskScreen('payments-company', ({ company }) => `/payments?company=${company}`),
  deskScreen('payments-empty', ({ newCompany }) => `/payments?company=${newCompany}`),
  deskScreen('payments-skeleton', '/payments', {
    isWaiting: true,
    before: hold(paymentsAnswer),
    reach: untilSkeleton,
  }),
  deskScreen('payments-load-failure', '/payments', {
    before: refuse(paymentsAnswer),
    reach: untilFailure,
  }),
  deskScreen('payments-offline', '/payments', { reach: goOffline }),
  deskScreen('record-payment', '/payments?record=new', {
    isOverlay: true,
    reach: async (page) => page.getByRole('dialog').waitFor(),
  }),
  deskScreen('record-payment-problems', '/payments?record=new', {
    isOverlay: true,
    reach: async (page, words) => {
      await page.getByRole('dialog').waitFor();
      await confirm('Continue')(page, words);
    },
  }),
  deskScreen('record-payment-question', (_, { active }) => `/payments?record=${active}`, {
    isOverlay: true,
    reach: async (page, words) => {
      await page.getByRole('dialog').getByLabel(words('Amount')).fill('1250.5');
      await press('Continue')(page, words);
      await page.getByRole('alertdialog').waitFor();
    },
  }),
  deskScreen('payment', payment('payment')),
  deskScreen('payments-unproven', '/payments?list=unproven'),
  deskScreen('payment-unproven', payment('payment'), {
    before: changed<ReplyOf<'read_payment'>>(paymentAnswer, ({ payment: typed }) => {
      Object.assign(typed, { proven_at: null, confirmed_by: null, is_recorded_by_caller: false });
    }),
  }),
  deskScreen('payment-unproven-own', payment('payment'), {
    before: changed<ReplyOf<'read_payment'>>(paymentAnswer, ({ payment: typed }) => {
      Object.assign(typed, { proven_at: null, confirmed_by: null, is_recorded_by_caller: true });
    }),
  }),
  deskScreen('payment-unidentified', payment('unidentified')),
  deskScreen('payment-credit', payment('credit')),
  deskScreen('payment-reversed', payment('reversed')),
  deskScreen('payment-moved', payment('reversed'), {
    before: changed<ReplyOf<'read_payment'>>(paymentAnswer, ({ payment: moved }) => {
      moved.moved_to_payment_id = nobody;
      moved.reversal_reason = 'سجّلناها لشركة أخرى. It was paid by Sama Bakeries (FT26325000201).';
    }),
  }),
  deskQuestion('move-question', payment('payment'), 'Move to another company'),
  {
    ...deskQuestion('send-back-question', payment('unidentified'), 'Send it back'),
    before: changed<ReplyOf<'read_payment'>>(paymentAnswer, (reply) => {
      reply.refund_destinations = {
        payer: 'SA4420000001234567891234',
        is_payer_usable: true,
        company: null,
      };
    }),
  },
  deskScreen('payment-sent-back', payment('unidentified'), {
    before: changed<ReplyOf<'read_payment'>>(paymentAnswer, ({ payment: sent }) => {
      sent.refunded_amount = sent.amount_sar;
      sent.credit_amount = '0.00';
    }),
  }),
  {
    ...deskQuestion('confirm-payment-question', payment('payment'), 'Confirm that it came'),
    before: changed<ReplyOf<'read_payment'>>(paymentAnswer, ({ payment: unproven }) => {
      unproven.proven_at = null;
      unproven.is_recorded_by_caller = false;
    }),
  },
  deskScreen('payment-abroad', payment('unidentified'), {
    before: changed<ReplyOf<'read_payment'>>(paymentAnswer, (reply) => {
      reply.refund_destinations = {
        payer: 'DE89370400440532013000',
        is_payer_usable: false,
        company: null,
      };
    }),
  }),
  {
    ...deskQuestion('write-off-refund-question', payment('reversed'), 'Write off the refund'),
    before: changed<ReplyOf<'read_payment'>>(paymentAnswer, asOwedBack),
  },
  deskScreen('payment-refund-written-off', payment('reversed'), {
    before: changed<ReplyOf<'read_payment'>>(paymentAnswer, (reply) => {
      asOwedBack(reply);
      Object.assign(reply.payment, {
        to_recover_amount: '0.00',
        written_off_amount: '350.00',
        loss_recovered_amount: '120.00',
        written_off_on: '2026-11-01',
      });
    }),
  }),
  deskScreen('payments-owed-back', '/payments?list=owed_back'),
  deskScreen('payment-missing', `/payments/${nobody}`),
  deskQuestion('identify-question', payment('unidentified'), 'Identify the payer'),
  deskQuestion('refund-question', payment('credit'), 'Refund'),
  deskScreen('payment-refund-asked', payment('refunding')),
  deskQuestion('reverse-question', payment('payment'), 'Reverse'),
];

const approvals: Screen[] = [
  deskScreen('approvals', '/approvals'),
  deskScreen('approvals-decided', '/approvals?list=ended'),
  deskQuestion('approve-question', payment('refunding'), 'Approve: {name}'),
  deskQuestion('decline-question', payment('refunding'), 'Decline: {name}'),
];

const report = ({ report: id }: Desk) => `/transfer-reports/${id}`;

const reports: Screen[] = [
  deskScreen('transfer-reports', '/transfer-reports'),
  deskScreen('transfer-reports-decided', '/transfer-reports?list=decided'),
  deskScreen('transfer-report', report),
  deskScreen(
    'transfer-report-turned-down',
    ({ turnedDownReport }) => `/transfer-reports/${turnedDownReport}`,
  ),
  deskScreen('transfer-report-missing', `/transfer-reports/${nobody}`),
  deskQuestion('turn-down-question', report, 'Turn down'),
  deskQuestion('record-report-question', report, 'Record the payment'),
];

const statement =
  (list: string) =>
  ({ statement: id }: Desk) =>
    `/bank-statements/${id}?list=${list}`;

const statementAnswer = /\/api\/operations\/bank-statements\/[^/?]+$/;

const statements: Screen[] = [
  deskScreen('statements', '/bank-statements'),
  deskScreen('statements-empty', '/bank-statements', {
    before: changed<ReplyOf<'list_bank_statements'>>(
      /\/api\/operations\/bank-statements(\?|$)/,
      (reply) => {
        reply.items = [];
      },
    ),
  }),
  deskScreen('statement-refused', '/bank-statements', {
    reach: async (page) => {
      const rows = 'date,amount,details\n2026-01-05,free,سداد';
      const file = { name: 'statement of January.csv', mimeType: 'text/csv' };
      await page.locator('input[type=file]').setInputFiles({ ...file, buffer: Buffer.from(rows) });
      await page.getByRole('alert').waitFor();
    },
  }),
  deskScreen('statement', statement('certain')),
  deskScreen('statement-likely', statement('likely')),
  deskScreen('statement-unclear', statement('unclear')),
  deskScreen('statement-confirmed', statement('confirmed')),
  deskScreen('statement-reversals', statement('reversals')),
  deskScreen('statement-settled', statement('settled')),
  deskScreen('statement-set-aside', statement('set_aside')),
  deskScreen('statement-apart', statement('apart')),
  deskScreen('statement-payouts', statement('payouts')),
  deskScreen('statement-not-verified', statement('certain'), {
    before: changed<BankStatementDetails>(statementAnswer, (details) => {
      details.statement.opening_balance = null;
      details.statement.closing_balance = null;
    }),
  }),
  ...(['gap', 'break', 'overlap'] as const).map((continuity) =>
    deskScreen(`statement-${continuity}`, statement('certain'), {
      before: changed<BankStatementDetails>(statementAnswer, (details) => {
        const { statement: shown } = details;
        shown.opening_balance = '1250400.75';
        shown.closing_balance = '1301000.25';
        const days = { gap: -5, break: -1, overlap: 0 }[continuity];
        details.before = {
          id: nobody,
          file_name: 'كشف حساب نوفمبر statement-2026-11.xml',
          to_date: addDays(shown.from_date, days),
          closing_balance: '-99310.10',
          is_other_between: false,
        };
      }),
    }),
  ),
  deskScreen('statement-missing', `/bank-statements/${nobody}`),
  deskScreen('confirm-certain-question', statement('certain'), {
    isOverlay: true,
    reach: async (page) => {
      // Its words count the lines.
      await page.locator('main header').first().getByRole('button').last().click();
      await page.getByRole('alertdialog').waitFor();
    },
  }),
  deskQuestion('confirm-line-question', statement('likely'), 'Confirm: line {no}'),
  deskQuestion('take-back-question', statement('reversals'), 'Confirm: line {no}'),
  deskQuestion('choose-payer-question', statement('unclear'), 'Choose the payer: line {no}'),
  deskQuestion('set-aside-question', statement('unclear'), 'Set aside: line {no}'),
  deskQuestion('decide-again-question', statement('set_aside'), 'Decide again: line {no}'),
];

/** Where money leaves and comes: runs, IBANs, payments, approvals, reported transfers, bank statements. */
export const deskMoneyScreens: Screen[] = [
  ...payouts,
  ...payments,
  ...approvals,
  ...reports,
  ...statements,
];
