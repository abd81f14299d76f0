import type { DeskAgency } from '#api/operations-agencies.ts';
import { decidePayoutBy, firstDayLate } from '#domain/installments/lateness.ts';
import type { DeskCompany, StoppedPayout, TicketToReview } from '#api/operations-companies.ts';
import { momentColumn, rowsFile, yes } from '../platform/http/csv.ts';

/** Companies as a file. */
export const companiesFile = rowsFile<DeskCompany>('companies', [
  { name: { en: 'Company', ar: 'الشركة' }, cell: (c) => c.name },
  { name: { en: 'Email', ar: 'البريد الإلكتروني' }, cell: (c) => c.email },
  momentColumn({ en: 'Since', ar: 'منذ' }, (c) => c.created_at),
  { name: { en: 'Grade', ar: 'الدرجة' }, cell: (c) => c.grade },
  { name: { en: 'Budget status', ar: 'حالة الميزانية' }, cell: (c) => c.budget.budget_status },
  {
    name: { en: 'Approval budget (SAR)', ar: 'ميزانية التمويل المعتمدة (ريال)' },
    cell: (c) => c.budget.total_approval_budget,
  },
  { name: { en: 'Proposed (SAR)', ar: 'المقترحة (ريال)' }, cell: (c) => c.proposed_budget },
  { name: { en: 'Held (SAR)', ar: 'المحجوز (ريال)' }, cell: (c) => c.budget.held_funds },
  {
    name: { en: 'Committed (SAR)', ar: 'الملتزم به (ريال)' },
    cell: (c) => c.budget.committed_funds,
  },
  { name: { en: 'Available (SAR)', ar: 'المتاح (ريال)' }, cell: (c) => c.budget.available_budget },
  { name: { en: 'Id', ar: 'المعرّف' }, cell: (c) => c.id },
]);

/** Tickets that wait for a review as a file. */
export const reviewsFile = rowsFile<TicketToReview>('tickets-to-review', [
  { name: { en: 'Ticket', ar: 'طلب التمويل' }, cell: ({ ticket }) => ticket.ticket_number },
  { name: { en: 'Company', ar: 'الشركة' }, cell: ({ ticket }) => ticket.company_name },
  { name: { en: 'Agency', ar: 'الوكالة' }, cell: ({ ticket }) => ticket.agency_name },
  { name: { en: 'Requested', ar: 'تاريخ الطلب' }, cell: ({ ticket }) => ticket.created_local_date },
  { name: { en: 'Amount (SAR)', ar: 'المبلغ (ريال)' }, cell: ({ ticket }) => ticket.amount_sar },
  {
    name: { en: 'Approval budget (SAR)', ar: 'ميزانية التمويل المعتمدة (ريال)' },
    cell: (t) => t.total_approval_budget,
  },
]);

/** Stopped payouts as a file. */
export const stoppedPayoutsFile = rowsFile<StoppedPayout>('stopped-payouts', [
  { name: { en: 'Ticket', ar: 'طلب التمويل' }, cell: ({ ticket }) => ticket.ticket_number },
  { name: { en: 'Company', ar: 'الشركة' }, cell: ({ ticket }) => ticket.company_name },
  { name: { en: 'Agency', ar: 'الوكالة' }, cell: ({ ticket }) => ticket.agency_name },
  { name: { en: 'Net (SAR)', ar: 'الصافي (ريال)' }, cell: (p) => p.net_amount },
  {
    name: { en: 'Overdue since', ar: 'متأخر منذ' },
    cell: (p) => p.overdue_since && firstDayLate(p.overdue_since),
  },
  { name: { en: 'Overdue (SAR)', ar: 'المتأخر (ريال)' }, cell: (p) => p.overdue_amount },
  { name: { en: 'Stopped on', ar: 'تاريخ الإيقاف' }, cell: (p) => p.stopped_on },
  { name: { en: 'Decide by', ar: 'القرار قبل' }, cell: (p) => decidePayoutBy(p.stopped_on) },
]);

/** Agencies as a file. */
export const agenciesFile = rowsFile<DeskAgency>('agencies', [
  { name: { en: 'Agency', ar: 'الوكالة' }, cell: (a) => a.name },
  { name: { en: 'Email', ar: 'البريد الإلكتروني' }, cell: (a) => a.email },
  momentColumn({ en: 'Since', ar: 'منذ' }, (a) => a.created_at),
  { name: { en: 'Verified', ar: 'موثّقة' }, cell: (a) => yes(a.is_verified) },
  { name: { en: 'Suspended', ar: 'موقوفة' }, cell: (a) => yes(a.is_suspended) },
  { name: { en: 'IBAN', ar: 'الآيبان' }, cell: (a) => a.iban_obstacle },
  { name: { en: 'Id', ar: 'المعرّف' }, cell: (a) => a.id },
]);
