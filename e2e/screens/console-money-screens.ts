import type { BankStatementDetails, BankStatementLineView } from '#api/bank-statements.ts';
import type { ReplyOf } from '#api/contract.ts';
import type { LeftOutPayout, PayoutRunDetails } from '#api/payout-runs.ts';
import { addDays } from '#domain/calendar.ts';

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

/** The id of a record that does not exist. */
const nobody = '00000000-0000-7000-8000-000000000000';

/** Of two agencies, 23 of one for one reason. */
const leftOut = Array.from({ length: 25 }, (_, n): LeftOutPayout => ({
  payout_id: String(n),
  ticket_number: `HM-${100_200 + n}`,
  agency_id: n < 24 ? 'blue' : 'nakheel',
  agency_name: n < 24 ? 'Blue Dune Media' : 'وكالة نخيل الوادي للدعاية',
  amount_sar: '4750.00',
  reason: n < 23 ? 'iban_missing' : 'company_share',
  figures: n < 24 ? {} : { unpaid_sar: '1500000.00', limit_sar: '1000000.00' },
}));

const payouts: Screen[] = [
  consoleScreen('payouts', '/payouts'),
  consoleScreen('payouts-empty', '/payouts', {
    before: changed<ReplyOf<'list_payout_runs'>>(/\/payout-runs(\?|$)/, (reply) => {
      reply.items = [];
    }),
  }),
  {
    ...consoleDialog('prepare-question', '/payouts', 'Prepare a run'),
    before: changed<ReplyOf<'preview_payout_run'>>('**/payout-runs/next', (next) => {
      Object.assign(next, { count: 12, amount_sar: '148250.75', left_out: leftOut });
    }),
  },
  consoleScreen('payouts-none-due', '/payouts', {
    before: changed<ReplyOf<'preview_payout_run'>>('**/payout-runs/next', (next) => {
      Object.assign(next, { count: 0, amount_sar: '0.00', left_out: leftOut });
    }),
  }),
  consoleScreen('payout-run', ({ draftRun }) => `/payouts/${draftRun}`),
  consoleScreen('payout-run-own', ({ draftRun }) => `/payouts/${draftRun}`, {
    before: changed<PayoutRunDetails>('**/payout-runs/*', ({ run }) => {
      run.is_prepared_by_caller = true;
    }),
  }),
  consoleDialog('release-question', ({ draftRun }) => `/payouts/${draftRun}`, 'Release'),
  {
    ...consoleDialog(
      'latin-name-question',
      ({ draftRun }) => `/payouts/${draftRun}`,
      'Confirm the name for the bank: {subject}',
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
  consoleDialog('discard-question', ({ draftRun }) => `/payouts/${draftRun}`, 'Discard'),
  consoleScreen('payout-run-missing', `/payouts/${nobody}`),
  consoleScreen('payout-run-released', ({ releasedRun }) => `/payouts/${releasedRun}`),
  consoleScreen('payout-run-files', ({ releasedRun }) => `/payouts/${releasedRun}`, {
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
        like(1, { obstacle: 'agency_suspended', is_debited: true }),
        like(2, { file_no: null, obstacle: 'agency_suspended', is_doubtful: true }),
        like(3, { file_no: null, obstacle: 'iban_changed', is_doubtful: true }),
        like(4, { obstacle: 'iban_changed', is_doubtful: true }),
        like(5, { file_no: null, is_doubtful: true, is_confirmation_requested: true }),
        like(6, { outcome: 'Failed', reason: 'Account closed', is_doubtful: true }),
      );
      details.next_file = { count: 3, amount_sar: '12000.00' };
    }),
  }),
  consoleScreen('payout-run-no-file', ({ releasedRun }) => `/payouts/${releasedRun}`, {
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
  consoleScreen('payout-file', ({ releasedRun }) => `/payouts/${releasedRun}`, {
    isOverlay: true,
    reach: async (page, words) => {
      await press('Download file {file_no}')(page, words);
      await page.getByRole('menu').waitFor();
    },
  }),
  consoleDialog(
    'arrived-question',
    ({ releasedRun }) => `/payouts/${releasedRun}`,
    'It arrived: {ticket_number}',
  ),
  consoleScreen('ask-to-confirm-question', ({ releasedRun }) => `/payouts/${releasedRun}`, {
    isOverlay: true,
    before: changed<PayoutRunDetails>('**/payout-runs/*', ({ lines }) => {
      for (const line of lines) line.is_doubtful = line.outcome === null;
    }),
    reach: async (page, words) => {
      await ask('Ask to confirm: {ticket_number}')(page, words);
      await confirm('Ask to confirm')(page, words);
    },
  }),
  consoleDialog(
    'failed-question',
    ({ releasedRun }) => `/payouts/${releasedRun}`,
    'It failed: {ticket_number}',
    confirm('It failed'),
  ),
  consoleScreen('refunds', '/refunds'),
  consoleScreen('refunds-at-the-bank', '/refunds?list=sent'),
  consoleScreen('refund-files', '/refunds?list=files'),
  consoleScreen('iban-changes', '/iban-changes'),
  consoleScreen('iban-changes-decided', '/iban-changes?list=ended'),
  consoleScreen('iban-question', '/iban-changes', {
    isOverlay: true,
    reach: async (page) => {
      await page.getByRole('row').last().getByRole('button').first().click();
      await page.locator('[role=alertdialog]').waitFor();
    },
  }),
  consoleScreen('iban-reject-question', '/iban-changes', {
    isOverlay: true,
    reach: async (page) => {
      await page.getByRole('row').last().getByRole('button').last().click();
      await page.locator('[role=alertdialog]').waitFor();
    },
  }),
];

const payment =
  (which: 'payment' | 'unidentified' | 'credit' | 'refunding' | 'reversed') =>
  ({ [which]: id }: ConsoleIds) =>
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
  consoleScreen('payments', '/payments', {
    before: changed<ReplyOf<'list_payments'>>(paymentsAnswer, (reply) => {
      reply.next_cursor = 'more';
    }),
  }),
  consoleScreen('payments-unidentified', '/payments?list=unidentified'),
  consoleScreen('payments-company', ({ company }) => `/payments?company=${company}`),
  consoleScreen('payments-empty', ({ newCompany }) => `/payments?company=${newCompany}`),
  consoleScreen('payments-skeleton', '/payments', {
    isWaiting: true,
    before: hold(paymentsAnswer),
    reach: untilSkeleton,
  }),
  consoleScreen('payments-load-failure', '/payments', {
    before: refuse(paymentsAnswer),
    reach: untilFailure,
  }),
  consoleScreen('payments-offline', '/payments', { reach: goOffline }),
  consoleScreen('record-payment', '/payments?record=new', {
    isOverlay: true,
    reach: async (page) => page.getByRole('dialog').waitFor(),
  }),
  consoleScreen('record-payment-problems', '/payments?record=new', {
    isOverlay: true,
    reach: async (page, words) => {
      await page.getByRole('dialog').waitFor();
      await confirm('Continue')(page, words);
    },
  }),
  consoleScreen('record-payment-question', (_, { active }) => `/payments?record=${active}`, {
    isOverlay: true,
    reach: async (page, words) => {
      await page.getByRole('dialog').getByLabel(words('Amount')).fill('1250.5');
      await press('Continue')(page, words);
      await page.getByRole('alertdialog').waitFor();
    },
  }),
  consoleScreen('payment', payment('payment')),
  consoleScreen('payments-unproven', '/payments?list=unproven'),
  consoleScreen('payment-unproven', payment('payment'), {
    before: changed<ReplyOf<'read_payment'>>(paymentAnswer, ({ payment: typed }) => {
      Object.assign(typed, { proven_at: null, confirmed_by: null, is_recorded_by_caller: false });
    }),
  }),
  consoleScreen('payment-unproven-own', payment('payment'), {
    before: changed<ReplyOf<'read_payment'>>(paymentAnswer, ({ payment: typed }) => {
      Object.assign(typed, { proven_at: null, confirmed_by: null, is_recorded_by_caller: true });
    }),
  }),
  consoleScreen('payment-unidentified', payment('unidentified')),
  consoleScreen('payment-credit', payment('credit')),
  consoleScreen('payment-reversed', payment('reversed')),
  consoleScreen('payment-moved', payment('reversed'), {
    before: changed<ReplyOf<'read_payment'>>(paymentAnswer, ({ payment: moved }) => {
      moved.moved_to_payment_id = nobody;
      moved.reversal_reason = 'سجّلناها لشركة أخرى. It was paid by Sama Bakeries (FT26325000201).';
    }),
  }),
  consoleDialog('move-question', payment('payment'), 'Move to another company'),
  {
    ...consoleDialog('send-back-question', payment('unidentified'), 'Send it back'),
    before: changed<ReplyOf<'read_payment'>>(paymentAnswer, (reply) => {
      reply.refund_destinations = {
        payer: 'SA4420000001234567891234',
        is_payer_usable: true,
        company: null,
      };
    }),
  },
  consoleScreen('payment-sent-back', payment('unidentified'), {
    before: changed<ReplyOf<'read_payment'>>(paymentAnswer, ({ payment: sent }) => {
      sent.refunded_amount = sent.amount_sar;
      sent.credit_amount = '0.00';
    }),
  }),
  {
    ...consoleDialog('confirm-payment-question', payment('payment'), 'Confirm that it arrived'),
    before: changed<ReplyOf<'read_payment'>>(paymentAnswer, ({ payment: unproven }) => {
      unproven.proven_at = null;
      unproven.is_recorded_by_caller = false;
    }),
  },
  consoleScreen('payment-abroad', payment('unidentified'), {
    before: changed<ReplyOf<'read_payment'>>(paymentAnswer, (reply) => {
      reply.refund_destinations = {
        payer: 'DE89370400440532013000',
        is_payer_usable: false,
        company: null,
      };
    }),
  }),
  {
    ...consoleDialog('write-off-refund-question', payment('reversed'), 'Write off the refund'),
    before: changed<ReplyOf<'read_payment'>>(paymentAnswer, asOwedBack),
  },
  consoleScreen('payment-refund-written-off', payment('reversed'), {
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
  consoleScreen('payments-owed-back', '/payments?list=owed_back'),
  consoleScreen('payment-missing', `/payments/${nobody}`),
  consoleDialog('identify-question', payment('unidentified'), 'Identify the payer'),
  consoleDialog('refund-question', payment('credit'), 'Refund'),
  consoleScreen('payment-refund-asked', payment('refunding')),
  consoleDialog('reverse-question', payment('payment'), 'Reverse'),
];

const approvals: Screen[] = [
  consoleScreen('approvals', '/approvals'),
  consoleScreen('approvals-decided', '/approvals?list=ended'),
  consoleDialog('approve-question', payment('refunding'), 'Approve: {name}'),
  consoleDialog('decline-question', payment('refunding'), 'Decline: {name}'),
];

const report = ({ report: id }: ConsoleIds) => `/transfer-reports/${id}`;

const reports: Screen[] = [
  consoleScreen('transfer-reports', '/transfer-reports'),
  consoleScreen('transfer-reports-decided', '/transfer-reports?list=decided'),
  consoleScreen('transfer-report', report),
  consoleScreen(
    'transfer-report-turned-down',
    ({ turnedDownReport }) => `/transfer-reports/${turnedDownReport}`,
  ),
  consoleScreen('transfer-report-missing', `/transfer-reports/${nobody}`),
  consoleDialog('turn-down-question', report, 'Turn down'),
  consoleDialog('record-report-question', report, 'Record the payment'),
];

const statement =
  (list: string) =>
  ({ statement: id }: ConsoleIds) =>
    `/bank-statements/${id}?list=${list}`;

const statementAnswer = /\/api\/operations\/bank-statements\/[^/?]+$/;

const contradicted = changed<BankStatementDetails>(
  statementAnswer,
  ({ statement: { from_date, to_date }, contradiction }) => {
    const file_name = 'كشف حساب نوفمبر statement-2026-11.xml';
    contradiction.statements = [{ id: nobody, file_name, from_date, to_date }];
  },
);

/** Changes the first line of a list, or the first two. */
const changedLine = (
  change: (line: BankStatementLineView, other: BankStatementLineView | undefined) => void,
) =>
  changed<ReplyOf<'list_bank_statement_lines'>>(/\/lines\?/, ({ items: [line, other] }) => {
    if (line) change(line, other);
  });

const ofPayout = {
  run_id: nobody,
  ticket_number: 'HM-100001',
  agency_name: 'وكالة الأفق للإعلان',
};

const virtualIbanLists = /\/api\/operations\/virtual-iban-lists(\?|$)/;

const virtualIbans: Screen[] = [
  consoleScreen('virtual-ibans-empty', '/virtual-ibans'),
  consoleScreen('virtual-ibans', '/virtual-ibans', {
    before: changed<ReplyOf<'list_virtual_iban_lists'>>(virtualIbanLists, (reply) => {
      Object.assign(reply, { free_count: 3, given_count: 1497, waiting_count: 0 });
      const loaded_at = new Date().toISOString();
      const later = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
      const list = {
        file_name: 'virtual-ibans-of-the-bank-2026-11.csv',
        sha256: '0'.repeat(64),
        iban_count: 1500,
        first_iban: 'SA9480000000000000000001',
        last_iban: 'SA6780000000000000000002',
        loaded_by: 'Maha Al-Qahtani',
        loaded_at,
      };
      const request = {
        kind: 'approve_virtual_ibans' as const,
        subject_type: 'virtual_iban_list',
        ticket_number: null,
        company_id: null,
        company_name: null,
        agency_id: null,
        agency_name: null,
        amount_sar: null,
        figures: {},
        details: {},
        reason: list.file_name,
        requested_by: list.loaded_by,
        requested_at: loaded_at,
        waits_until: later(24),
        expires_at: later(168),
        outcome: null,
        decided_by: null,
        decided_at: null,
        decision_reason: null,
        payment: null,
      };
      const idOf = (n: number) => nobody.replace(/.$/, String(n));
      const asked = (n: number, more: object = {}) => ({
        ...list,
        id: idOf(n),
        request: { ...request, id: idOf(n), subject_id: idOf(n), is_own: false, ...more },
      });
      reply.items = [
        asked(1),
        asked(2, { is_own: true }),
        asked(3, { waits_until: later(-1) }),
        asked(4, { outcome: 'Approved', decided_by: 'Faisal', decided_at: loaded_at }),
      ];
    }),
  }),
];

const statements: Screen[] = [
  consoleScreen('statements', '/bank-statements'),
  consoleScreen('statements-empty', '/bank-statements', {
    before: changed<ReplyOf<'list_bank_statements'>>(
      /\/api\/operations\/bank-statements(\?|$)/,
      (reply) => {
        reply.items = [];
      },
    ),
  }),
  consoleScreen('statement-refused', '/bank-statements', {
    reach: async (page) => {
      const rows = 'date,amount,details\n2026-01-05,free,سداد';
      const file = { name: 'statement of January.csv', mimeType: 'text/csv' };
      await page.locator('input[type=file]').setInputFiles({ ...file, buffer: Buffer.from(rows) });
      await page.getByRole('alert').waitFor();
    },
  }),
  consoleScreen('statement-days-question', '/bank-statements', {
    reach: async (page, words) => {
      const rows = ['Date,Amount', '05/11/2025,300.00', '11/11/2025,-25.00'].join('\n');
      const file = { name: 'statement.csv', mimeType: 'text/csv', buffer: Buffer.from(rows) };
      await page.locator('input[type=file]').setInputFiles(file);
      await page.getByText(words('Which are the days of this statement?')).waitFor();
    },
  }),
  consoleScreen('statement-days', statement('certain'), {
    before: changed<BankStatementDetails>(statementAnswer, (details) => {
      details.statement.day_order = 'day_first';
      details.statement.day_order_by = 'print_date';
      details.other_day_order = 'month_first';
    }),
  }),
  consoleScreen('statement', statement('certain')),
  consoleScreen('statement-payout-file', statement('unclear'), {
    before: changedLine((line) => {
      line.direction = 'debit';
      line.remittance = 'Salaries 019a9f0c1d2e7abc8def0123456789ab';
      line.match_reason = 'payout_file_differs';
      line.proposed = null;
      line.payout_file = { run_id: nobody, file_no: 2 };
    }),
  }),
  consoleScreen('statement-likely', statement('likely')),
  consoleScreen('statement-unclear', statement('unclear')),
  consoleScreen('statement-confirmed', statement('confirmed')),
  consoleScreen('statement-reversals', statement('reversals')),
  consoleScreen('statement-settled', statement('settled')),
  consoleScreen('statement-set-aside', statement('set_aside')),
  consoleScreen('statement-apart', statement('apart')),
  consoleScreen('statement-payouts', statement('payouts')),
  consoleScreen('statement-not-verified', statement('certain'), {
    before: changed<BankStatementDetails>(statementAnswer, (details) => {
      details.statement.opening_balance = null;
      details.statement.closing_balance = null;
    }),
  }),
  ...(['gap', 'break', 'overlap'] as const).map((continuity) =>
    consoleScreen(`statement-${continuity}`, statement('certain'), {
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
  consoleScreen('statement-contradicted', statement('certain'), { before: contradicted }),
  consoleScreen('statement-rejected', statement('set_aside'), {
    before: changed<BankStatementDetails>(statementAnswer, ({ statement: shown }) => {
      shown.rejected_at = shown.imported_at;
    }),
  }),
  consoleScreen('reject-statement-question', statement('certain'), {
    isOverlay: true,
    before: contradicted,
    reach: ask('This one is not the bank’s'),
  }),
  consoleScreen('compare-statement-question', statement('certain'), {
    isOverlay: true,
    before: changed<BankStatementDetails>(statementAnswer, (details) => {
      details.statement.is_imported_by_caller = false;
    }),
    reach: ask('Compare with the bank'),
  }),
  consoleScreen('statement-missing', `/bank-statements/${nobody}`),
  consoleScreen('confirm-certain-question', statement('certain'), {
    isOverlay: true,
    reach: async (page) => {
      // Its words count the lines.
      await page.locator('main header').first().getByRole('button').last().click();
      await page.getByRole('alertdialog').waitFor();
    },
  }),
  consoleDialog('confirm-line-question', statement('likely'), 'Confirm: line {no}'),
  consoleDialog('take-back-question', statement('reversals'), 'Confirm: line {no}'),
  {
    ...consoleDialog('take-part-back-question', statement('reversals'), 'Confirm: line {no}'),
    before: changedLine((line) => {
      line.match_reason = 'takes_back_part';
      Object.assign(line.proposed!, { payment_id: nobody, payment_amount_sar: '148250.75' });
    }),
  },
  ...[false, true].map((takes_two) => ({
    ...consoleDialog(
      takes_two ? 'return-charges-of-two-question' : 'return-charges-question',
      statement('likely'),
      'Confirm: line {no}',
    ),
    before: changedLine((line) => {
      const amount_sar = takes_two ? '25.01' : '15.00';
      line.match_reason = 'own_payout';
      line.proposed = null;
      line.payout = { ...ofPayout, outcome: null };
      line.return_charges = { amount_sar, takes_two };
    }),
  })),
  consoleScreen('statement-settled-less-charges', statement('settled'), {
    before: changedLine((line, other) => {
      line.payout = { ...ofPayout, outcome: 'Returned' };
      line.bank_charges_sar = '15.00';
      if (other) other.taken_back_sar = '200.00';
    }),
  }),
  consoleDialog('choose-payer-question', statement('unclear'), 'Choose the payer: line {no}'),
  consoleDialog('set-aside-question', statement('unclear'), 'Set aside: line {no}'),
  consoleDialog('decide-again-question', statement('set_aside'), 'Decide again: line {no}'),
];

/** Where money leaves and comes: runs, IBANs, payments, approvals, reported transfers, bank statements. */
export const consoleMoneyScreens: Screen[] = [
  ...payouts,
  ...payments,
  ...approvals,
  ...reports,
  ...virtualIbans,
  ...statements,
];
