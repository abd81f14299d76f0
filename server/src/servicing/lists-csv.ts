import type { ApprovalRequest } from '#api/approvals.ts';
import type { BankStatement, BankStatementLineView } from '#api/bank-statements.ts';
import type { Payment } from '#api/payments.ts';
import type { PayoutRun } from '#api/payout-runs.ts';
import type { Refund } from '#api/refunds.ts';
import type { StaffTransferReport } from '#api/transfer-reports.ts';
import { momentColumn, rowsFile } from '../platform/http/csv.ts';

/** Payments as a file. */
export const paymentsFile = rowsFile<Payment>('payments', [
  { name: { en: 'Value date', ar: 'تاريخ القيمة' }, cell: (p) => p.value_date },
  { name: { en: 'Company', ar: 'الشركة' }, cell: (p) => p.company_name },
  { name: { en: 'Ticket', ar: 'طلب التمويل' }, cell: (p) => p.ticket_number ?? p.request_number },
  { name: { en: 'Bank reference', ar: 'مرجع البنك' }, cell: (p) => p.bank_reference },
  { name: { en: 'Amount (SAR)', ar: 'المبلغ (ريال)' }, cell: (p) => p.amount_sar },
  { name: { en: 'Allocated (SAR)', ar: 'المخصّص (ريال)' }, cell: (p) => p.allocated_amount },
  { name: { en: 'Refunded (SAR)', ar: 'المردود (ريال)' }, cell: (p) => p.refunded_amount },
  { name: { en: 'Credit (SAR)', ar: 'الرصيد الدائن (ريال)' }, cell: (p) => p.credit_amount },
  { name: { en: 'Recorded by', ar: 'سجّلها' }, cell: (p) => p.recorded_by },
  momentColumn({ en: 'Recorded at', ar: 'وقت التسجيل' }, (p) => p.recorded_at),
  momentColumn({ en: 'Reversed at', ar: 'وقت العكس' }, (p) => p.reversed_at),
  { name: { en: 'Id', ar: 'المعرّف' }, cell: (p) => p.id },
]);

/** Requests that take two people as a file. */
export const approvalRequestsFile = rowsFile<ApprovalRequest>('approvals', [
  momentColumn({ en: 'Requested at', ar: 'وقت الطلب' }, (r) => r.requested_at),
  { name: { en: 'Requested by', ar: 'طلبه' }, cell: (r) => r.requested_by },
  { name: { en: 'What', ar: 'الإجراء' }, cell: (r) => r.kind },
  { name: { en: 'Ticket', ar: 'طلب التمويل' }, cell: (r) => r.ticket_number },
  { name: { en: 'Company', ar: 'الشركة' }, cell: (r) => r.company_name },
  { name: { en: 'Agency', ar: 'الوكالة' }, cell: (r) => r.agency_name },
  { name: { en: 'Amount (SAR)', ar: 'المبلغ (ريال)' }, cell: (r) => r.amount_sar },
  { name: { en: 'Reason', ar: 'السبب' }, cell: (r) => r.reason },
  { name: { en: 'Outcome', ar: 'النتيجة' }, cell: (r) => r.outcome },
  { name: { en: 'Decided by', ar: 'بتّ فيه' }, cell: (r) => r.decided_by },
  momentColumn({ en: 'Decided at', ar: 'وقت القرار' }, (r) => r.decided_at),
  { name: { en: 'Why declined', ar: 'سبب الرفض' }, cell: (r) => r.decision_reason },
  { name: { en: 'Id', ar: 'المعرّف' }, cell: (r) => r.id },
]);

/** Refunds as a file. */
export const refundsFile = rowsFile<Refund>('refunds', [
  momentColumn({ en: 'Approved at', ar: 'وقت الاعتماد' }, (r) => r.refunded_at),
  { name: { en: 'Approved by', ar: 'اعتمده' }, cell: (r) => r.refunded_by },
  { name: { en: 'Company', ar: 'الشركة' }, cell: (r) => r.company_name },
  { name: { en: 'To', ar: 'إلى' }, cell: (r) => r.beneficiary },
  { name: { en: 'IBAN', ar: 'الآيبان' }, cell: (r) => r.iban },
  { name: { en: 'Amount (SAR)', ar: 'المبلغ (ريال)' }, cell: (r) => r.amount_sar },
  { name: { en: 'Status', ar: 'الحالة' }, cell: (r) => r.status },
  { name: { en: 'File', ar: 'الملف' }, cell: (r) => r.file_no },
  { name: { en: 'Decided by', ar: 'بتّ فيه' }, cell: (r) => r.decided_by },
  momentColumn({ en: 'Decided at', ar: 'وقت القرار' }, (r) => r.decided_at),
  { name: { en: 'Reason', ar: 'السبب' }, cell: (r) => r.reason ?? r.stop },
  { name: { en: 'Payment', ar: 'الدفعة' }, cell: (r) => r.payment_id },
  { name: { en: 'Id', ar: 'المعرّف' }, cell: (r) => r.id },
]);

/** Payout runs as a file. */
export const payoutRunsFile = rowsFile<PayoutRun>('payout-runs', [
  momentColumn({ en: 'Prepared at', ar: 'وقت الإعداد' }, (r) => r.prepared_at),
  { name: { en: 'Prepared by', ar: 'أعدّها' }, cell: (r) => r.prepared_by },
  momentColumn({ en: 'Released at', ar: 'وقت الاعتماد' }, (r) => r.released_at),
  { name: { en: 'Released by', ar: 'اعتمدها' }, cell: (r) => r.released_by },
  { name: { en: 'Status', ar: 'الحالة' }, cell: (r) => r.status },
  { name: { en: 'Payouts', ar: 'عدد المستحقات' }, cell: (r) => r.count },
  { name: { en: 'Amount (SAR)', ar: 'المبلغ (ريال)' }, cell: (r) => r.amount_sar },
  { name: { en: 'Id', ar: 'المعرّف' }, cell: (r) => r.id },
]);

/** Statements of the bank as a file. */
export const bankStatementsFile = rowsFile<BankStatement>('bank-statements', [
  { name: { en: 'From', ar: 'من' }, cell: (s) => s.from_date },
  { name: { en: 'To', ar: 'إلى' }, cell: (s) => s.to_date },
  { name: { en: 'File', ar: 'الملف' }, cell: (s) => s.file_name },
  { name: { en: 'Format', ar: 'الصيغة' }, cell: (s) => s.format },
  { name: { en: 'Account', ar: 'الحساب' }, cell: (s) => s.account_iban },
  {
    name: { en: 'Opening balance (SAR)', ar: 'الرصيد الافتتاحي (ريال)' },
    cell: (s) => s.opening_balance,
  },
  {
    name: { en: 'Closing balance (SAR)', ar: 'الرصيد الختامي (ريال)' },
    cell: (s) => s.closing_balance,
  },
  { name: { en: 'Imported by', ar: 'استورده' }, cell: (s) => s.imported_by },
  momentColumn({ en: 'Imported at', ar: 'وقت الاستيراد' }, (s) => s.imported_at),
  { name: { en: 'Compared by', ar: 'طابقه مع البنك' }, cell: (s) => s.compared_by },
  momentColumn({ en: 'Compared at', ar: 'وقت المطابقة' }, (s) => s.compared_at),
  { name: { en: 'New lines', ar: 'حركات جديدة' }, cell: (s) => s.line_count },
  { name: { en: 'Lines known before', ar: 'حركات معروفة من قبل' }, cell: (s) => s.known_count },
  {
    name: { en: 'Entries that moved nothing', ar: 'قيود لا تغيّر الرصيد' },
    cell: (s) => s.zero_amount_count,
  },
  { name: { en: 'Lines to decide', ar: 'حركات تنتظر القرار' }, cell: (s) => s.open_count },
  { name: { en: 'Id', ar: 'المعرّف' }, cell: (s) => s.id },
]);

/** One list of a bank statement's lines as a file. */
export const bankStatementLinesFile = rowsFile<BankStatementLineView>('bank-statement-lines', [
  { name: { en: 'Line', ar: 'رقم الحركة' }, cell: (l) => l.line_no },
  { name: { en: 'Booked on', ar: 'تاريخ القيد' }, cell: (l) => l.booked_on },
  { name: { en: 'Value date', ar: 'تاريخ القيمة' }, cell: (l) => l.value_date },
  { name: { en: 'Direction', ar: 'الاتجاه' }, cell: (l) => l.direction },
  { name: { en: 'Amount', ar: 'المبلغ' }, cell: (l) => l.amount },
  { name: { en: 'Currency', ar: 'العملة' }, cell: (l) => l.currency },
  { name: { en: 'Payer', ar: 'الدافع' }, cell: (l) => l.payer_name },
  { name: { en: 'Payer IBAN', ar: 'آيبان الدافع' }, cell: (l) => l.payer_iban },
  { name: { en: 'Bank reference', ar: 'مرجع البنك' }, cell: (l) => l.bank_reference },
  { name: { en: 'Remittance', ar: 'بيان الحوالة' }, cell: (l) => l.remittance },
  { name: { en: 'Status', ar: 'الحالة' }, cell: (l) => l.status },
  { name: { en: 'Certainty', ar: 'درجة اليقين' }, cell: (l) => l.certainty },
  {
    name: { en: 'Company', ar: 'الشركة' },
    cell: (l) => (l.payment ?? l.proposed)?.company_name,
  },
  {
    name: { en: 'Ticket', ar: 'طلب التمويل' },
    cell: (l) =>
      (l.payment ?? l.proposed)?.ticket_number ?? (l.payment ?? l.proposed)?.request_number,
  },
  { name: { en: 'Decided by', ar: 'بتّ فيه' }, cell: (l) => l.decided_by },
  momentColumn({ en: 'Decided at', ar: 'وقت القرار' }, (l) => l.decided_at),
  { name: { en: 'Reason', ar: 'السبب' }, cell: (l) => l.set_aside_reason },
  { name: { en: 'Id', ar: 'المعرّف' }, cell: (l) => l.id },
]);

/** Transfers that companies reported as a file. */
export const transferReportsFile = rowsFile<StaffTransferReport>('transfer-reports', [
  { name: { en: 'Company', ar: 'الشركة' }, cell: (r) => r.company_name },
  {
    name: { en: 'Ticket', ar: 'طلب التمويل' },
    cell: (r) => r.ticket_number ?? r.request_number ?? r.payer_number,
  },
  { name: { en: 'Transferred on', ar: 'تاريخ التحويل' }, cell: (r) => r.transferred_on },
  { name: { en: 'Amount (SAR)', ar: 'المبلغ (ريال)' }, cell: (r) => r.amount_sar },
  { name: { en: 'Bank reference', ar: 'مرجع البنك' }, cell: (r) => r.bank_reference },
  { name: { en: 'Arrived (SAR)', ar: 'ما وصل (ريال)' }, cell: (r) => r.arrived_amount },
  momentColumn({ en: 'Reported at', ar: 'وقت الإبلاغ' }, (r) => r.reported_at),
  { name: { en: 'Status', ar: 'الحالة' }, cell: (r) => r.status },
  { name: { en: 'Decided by', ar: 'بتّ فيه' }, cell: (r) => r.decided_by },
  momentColumn({ en: 'Decided at', ar: 'وقت القرار' }, (r) => r.decided_at),
  { name: { en: 'Reason', ar: 'السبب' }, cell: (r) => r.reason },
  { name: { en: 'Id', ar: 'المعرّف' }, cell: (r) => r.id },
]);
