import type { Payment } from '#api/payments.ts';
import type { PayoutRun } from '#api/payout-runs.ts';
import { rowsFile } from '../platform/http/csv.ts';

/** Payments as a file. */
export const paymentsFile = rowsFile<Payment>('payments', [
  { name: { en: 'Value date', ar: 'تاريخ القيمة' }, cell: (p) => p.value_date },
  { name: { en: 'Company', ar: 'الشركة' }, cell: (p) => p.company_name },
  { name: { en: 'Ticket', ar: 'طلب التمويل' }, cell: (p) => p.ticket_number },
  { name: { en: 'Bank reference', ar: 'مرجع البنك' }, cell: (p) => p.bank_reference },
  { name: { en: 'Amount (SAR)', ar: 'المبلغ (ريال)' }, cell: (p) => p.amount_sar },
  { name: { en: 'Allocated (SAR)', ar: 'المخصص (ريال)' }, cell: (p) => p.allocated_amount },
  { name: { en: 'Refunded (SAR)', ar: 'المردود (ريال)' }, cell: (p) => p.refunded_amount },
  { name: { en: 'Credit (SAR)', ar: 'الرصيد الدائن (ريال)' }, cell: (p) => p.credit_amount },
  { name: { en: 'Recorded by', ar: 'سجّلها' }, cell: (p) => p.recorded_by },
  { name: { en: 'Recorded at', ar: 'وقت التسجيل' }, cell: (p) => p.recorded_at },
  { name: { en: 'Reversed at', ar: 'وقت العكس' }, cell: (p) => p.reversed_at },
  { name: { en: 'Id', ar: 'المعرّف' }, cell: (p) => p.id },
]);

/** Payout runs as a file. */
export const payoutRunsFile = rowsFile<PayoutRun>('payout-runs', [
  { name: { en: 'Prepared at', ar: 'وقت الإعداد' }, cell: (r) => r.prepared_at },
  { name: { en: 'Prepared by', ar: 'أعدّها' }, cell: (r) => r.prepared_by },
  { name: { en: 'Released at', ar: 'وقت الاعتماد' }, cell: (r) => r.released_at },
  { name: { en: 'Released by', ar: 'اعتمدها' }, cell: (r) => r.released_by },
  { name: { en: 'Status', ar: 'الحالة' }, cell: (r) => r.status },
  { name: { en: 'Payouts', ar: 'عدد المستحقات' }, cell: (r) => r.count },
  { name: { en: 'Amount (SAR)', ar: 'المبلغ (ريال)' }, cell: (r) => r.amount_sar },
  { name: { en: 'Id', ar: 'المعرّف' }, cell: (r) => r.id },
]);
