import { shownPayoutStatus } from '#domain/payouts/payout.ts';
import type { OwnDocument, OwnPayment, OwnPayout } from '#api/own-lists.ts';
import type { Ticket } from '#api/tickets.ts';
import { momentColumn, rowsFile, yes } from '../platform/http/csv.ts';

/** A company's or an agency's tickets as a file. */
export const ownTicketsFile = rowsFile<Ticket>('tickets', [
  { name: { en: 'Ticket', ar: 'طلب التمويل' }, cell: (t) => t.ticket_number },
  { name: { en: 'Requested on', ar: 'تاريخ الطلب' }, cell: (t) => t.created_local_date },
  { name: { en: 'Company', ar: 'الشركة' }, cell: (t) => t.company_name },
  { name: { en: 'Agency', ar: 'الوكالة' }, cell: (t) => t.agency_name },
  { name: { en: 'Status', ar: 'الحالة' }, cell: (t) => t.status },
  {
    name: { en: 'Paid, being verified', ar: 'مدفوع، قيد التحقق' },
    cell: (t) => yes(t.is_being_verified),
  },
  { name: { en: 'Repayment Term', ar: 'مدة السداد' }, cell: (t) => t.repayment_term },
  { name: { en: 'Amount (SAR)', ar: 'المبلغ (ريال)' }, cell: (t) => t.amount_sar },
  { name: { en: 'Description', ar: 'الوصف' }, cell: (t) => t.description },
  { name: { en: 'Rejection reason', ar: 'سبب الرفض' }, cell: (t) => t.rejection_reason },
]);

/** A company's payments as a file. */
export const ownPaymentsFile = rowsFile<OwnPayment>('payments', [
  { name: { en: 'Value date', ar: 'تاريخ القيمة' }, cell: (p) => p.value_date },
  { name: { en: 'Amount (SAR)', ar: 'المبلغ (ريال)' }, cell: (p) => p.amount_sar },
  { name: { en: 'Credit (SAR)', ar: 'الرصيد الدائن (ريال)' }, cell: (p) => p.credit_amount },
  { name: { en: 'Ticket', ar: 'طلب التمويل' }, cell: (p) => p.ticket_number },
  { name: { en: 'Bank reference', ar: 'مرجع البنك' }, cell: (p) => p.bank_reference },
  momentColumn({ en: 'Reversed at', ar: 'وقت العكس' }, (p) => p.reversed_at),
]);

/** Documents as a file: which there are, not what they say. */
export const ownDocumentsFile = rowsFile<OwnDocument>('documents', [
  { name: { en: 'Issued on', ar: 'تاريخ الإصدار' }, cell: (d) => d.issued_on },
  { name: { en: 'Document', ar: 'المستند' }, cell: (d) => d.kind },
  { name: { en: 'Number', ar: 'الرقم' }, cell: (d) => d.invoice_number },
  { name: { en: 'Ticket', ar: 'طلب التمويل' }, cell: (d) => d.ticket_number },
  { name: { en: 'Other party', ar: 'الطرف الآخر' }, cell: (d) => d.party_name },
  { name: { en: 'Accepted on', ar: 'تاريخ القبول' }, cell: (d) => d.accepted_on },
  { name: { en: 'Amount (SAR)', ar: 'المبلغ (ريال)' }, cell: (d) => d.amount_sar },
]);

/** An agency's payouts as a file. */
export const ownPayoutsFile = rowsFile<OwnPayout>('payouts', [
  { name: { en: 'Ticket', ar: 'طلب التمويل' }, cell: (p) => p.ticket_number },
  { name: { en: 'Company', ar: 'الشركة' }, cell: (p) => p.company_name },
  momentColumn({ en: 'Approved at', ar: 'وقت الاعتماد' }, (p) => p.created_at),
  {
    name: { en: 'Expected by', ar: 'متوقعة في' },
    cell: (p) => (p.review ? null : p.expected_date),
  },
  { name: { en: 'Status', ar: 'الحالة' }, cell: (p) => shownPayoutStatus(p) },
  { name: { en: 'Gross (SAR)', ar: 'الإجمالي (ريال)' }, cell: (p) => p.gross_amount },
  { name: { en: 'Fee (SAR)', ar: 'الرسوم (ريال)' }, cell: (p) => p.fee_amount },
  { name: { en: 'Net (SAR)', ar: 'الصافي (ريال)' }, cell: (p) => p.net_amount },
]);
