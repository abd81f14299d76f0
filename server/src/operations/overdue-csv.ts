import type { OverdueItem } from '#api/operations-tickets.ts';
import { rowsFile } from '../platform/http/csv.ts';

/** Overdue installments as a file. */
export const overdueFile = rowsFile<OverdueItem>('overdue', [
  { name: { en: 'Ticket', ar: 'طلب التمويل' }, cell: (i) => i.ticket_number },
  { name: { en: 'Company', ar: 'الشركة' }, cell: (i) => i.company_name },
  { name: { en: 'Phone', ar: 'الهاتف' }, cell: (i) => i.company_phone },
  { name: { en: 'Installment', ar: 'القسط' }, cell: (i) => i.seq },
  { name: { en: 'Due date', ar: 'تاريخ الاستحقاق' }, cell: (i) => i.due_date },
  { name: { en: 'Days late', ar: 'أيام التأخر' }, cell: (i) => i.days_late },
  { name: { en: 'Still owed (SAR)', ar: 'المتبقي (ريال)' }, cell: (i) => i.open_amount },
  {
    name: { en: 'Promised for', ar: 'موعد الوعد بالسداد' },
    cell: (i) => i.promise?.promised_for ?? null,
  },
  { name: { en: 'Promise', ar: 'حالة الوعد' }, cell: (i) => i.promise?.status ?? null },
  { name: { en: 'Reminded on', ar: 'تاريخ آخر تذكير' }, cell: (i) => i.reminded_on },
]);
