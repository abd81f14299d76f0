import type { AuditEvent } from '#api/audit.ts';
import { momentColumn, rowsFile } from '../platform/http/csv.ts';

const asText = (state: AuditEvent['before']) => (state ? JSON.stringify(state) : null);

/** The audit log as a file. */
export const eventsFile = rowsFile<AuditEvent>('audit-log', [
  { name: { en: 'Event', ar: 'الحدث' }, cell: (e) => e.id },
  momentColumn({ en: 'At', ar: 'الوقت' }, (e) => e.occurred_at),
  { name: { en: 'By', ar: 'المنفّذ' }, cell: (e) => e.actor.name },
  { name: { en: 'As', ar: 'الصفة' }, cell: (e) => e.actor.kind },
  { name: { en: 'Account', ar: 'معرّف الحساب' }, cell: (e) => e.actor.id },
  { name: { en: 'Operation', ar: 'العملية' }, cell: (e) => e.operation },
  { name: { en: 'Subject', ar: 'موضوعها' }, cell: (e) => e.subject },
  { name: { en: 'Name', ar: 'الاسم' }, cell: (e) => e.subject_name },
  { name: { en: 'Subject id', ar: 'معرّف الموضوع' }, cell: (e) => e.subject_id },
  { name: { en: 'Before', ar: 'قبلها' }, cell: (e) => asText(e.before) },
  { name: { en: 'After', ar: 'بعدها' }, cell: (e) => asText(e.after) },
]);
