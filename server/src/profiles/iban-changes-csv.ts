import type { IbanChange } from '#api/iban-changes.ts';
import { momentColumn, rowsFile } from '../platform/http/csv.ts';

/** IBANs that agencies and companies asked for as a file. */
export const ibanChangesFile = rowsFile<IbanChange>('iban-changes', [
  { name: { en: 'Name', ar: 'الاسم' }, cell: (c) => c.holder_name },
  { name: { en: 'Type', ar: 'النوع' }, cell: (c) => (c.company_id ? 'company' : 'agency') },
  { name: { en: 'IBAN', ar: 'الآيبان' }, cell: (c) => c.iban },
  { name: { en: 'Previous IBAN', ar: 'الآيبان السابق' }, cell: (c) => c.previous_iban },
  momentColumn({ en: 'Requested at', ar: 'وقت الطلب' }, (c) => c.requested_at),
  { name: { en: 'Status', ar: 'الحالة' }, cell: (c) => c.status },
  { name: { en: 'Decided by', ar: 'بتّ فيه' }, cell: (c) => c.decided_by },
  momentColumn({ en: 'Ended at', ar: 'وقت الانتهاء' }, (c) => c.ended_at),
  { name: { en: 'Reason', ar: 'السبب' }, cell: (c) => c.rejection_reason },
  { name: { en: 'Id', ar: 'المعرّف' }, cell: (c) => c.id },
]);
