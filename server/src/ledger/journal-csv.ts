import type { JournalEntry } from '#api/ledger.ts';
import type { CsvFile } from '../platform/http/csv.ts';

/** A line of the journal with what its entry says. */
type JournalLine = Omit<JournalEntry, 'lines'> & JournalEntry['lines'][number];

/** The journal as a file: a row for each line. */
export const journalFile: CsvFile<JournalEntry, JournalLine> = {
  name: 'journal',
  rowsOf: ({ lines, ...entry }) => lines.map((line) => ({ ...entry, ...line })),
  columns: [
    { name: { en: 'Entry', ar: 'القيد' }, cell: (l) => l.id },
    { name: { en: 'Date', ar: 'التاريخ' }, cell: (l) => l.local_date },
    { name: { en: 'Event', ar: 'الحدث' }, cell: (l) => l.event },
    { name: { en: 'Account', ar: 'الحساب' }, cell: (l) => l.account },
    { name: { en: 'Debit (SAR)', ar: 'مدين (ريال)' }, cell: (l) => of(l, 'debit') },
    { name: { en: 'Credit (SAR)', ar: 'دائن (ريال)' }, cell: (l) => of(l, 'credit') },
    { name: { en: 'Ticket', ar: 'طلب التمويل' }, cell: (l) => l.ticket_number },
    { name: { en: 'Payment', ar: 'دفعة السداد' }, cell: (l) => l.payment_id },
    { name: { en: 'Reverses entry', ar: 'يعكس القيد' }, cell: (l) => l.reverses_entry_id },
    { name: { en: 'Posted by', ar: 'قيّده' }, cell: (l) => l.posted_by },
  ],
};

const of = ({ side, amount_sar }: JournalLine, wanted: JournalLine['side']) =>
  side === wanted ? amount_sar : null;
