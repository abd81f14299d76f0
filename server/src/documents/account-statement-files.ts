import type { FastifyReply } from 'fastify';
import type { AccountStatement, AccountStatementLine } from '#api/documents.ts';
import { balanceParts } from '#domain/documents/balance-parts.ts';
import type { Language } from '#domain/languages.ts';
import { rowsFile, type CsvFile } from '../platform/http/csv.ts';
import type { PlatformIdentity } from '../platform/config/settings.ts';
import type { Party } from './document-kinds.ts';
import { renderDocument } from './render-document.ts';
import { rowsForPdf } from './rows-for-pdf.ts';
import { balancePartWords, lineWords } from './account-statement-words.ts';

/** A page of a statement from SQL, with the account's owner. */
export interface FoundAccountStatement {
  party: Party & { holder: 'company' | 'agency' };
  statement: AccountStatement;
}

/** A row of the file: a statement line or one of the two balances. */
type AccountStatementRow =
  | AccountStatementLine
  | { balance_at: 'opening' | 'closing'; date: string; balance: string };

const balanceWords = {
  opening: { en: 'Opening balance', ar: 'الرصيد الافتتاحي' },
  closing: { en: 'Closing balance', ar: 'الرصيد الختامي' },
} as const;

/** The CSV file of a whole period, with its opening and closing balance. */
export function accountStatementCsv(language: Language): CsvFile<AccountStatementRow> {
  const line = <T>(row: AccountStatementRow, cell: (of: AccountStatementLine) => T) =>
    'event' in row ? cell(row) : null;
  const entry = (row: AccountStatementRow) =>
    'event' in row ? lineWords(row, language) : balanceWords[row.balance_at][language];
  return rowsFile('statement', [
    { name: { en: 'Date', ar: 'التاريخ' }, cell: ({ date }) => date },
    {
      name: { en: 'Value date', ar: 'تاريخ القيمة' },
      cell: (row) => line(row, (l) => l.value_date),
    },
    { name: { en: 'Entry', ar: 'البيان' }, cell: entry },
    { name: { en: 'Ticket', ar: 'طلب التمويل' }, cell: (row) => line(row, (l) => l.ticket_number) },
    {
      name: { en: 'Bank reference', ar: 'مرجع البنك' },
      cell: (row) => line(row, (l) => l.bank_reference),
    },
    {
      name: { en: 'Increase (SAR)', ar: 'زيادة (ريال)' },
      cell: (row) => line(row, (l) => l.increase),
    },
    {
      name: { en: 'Decrease (SAR)', ar: 'نقص (ريال)' },
      cell: (row) => line(row, (l) => l.decrease),
    },
    { name: { en: 'Balance (SAR)', ar: 'الرصيد (ريال)' }, cell: ({ balance }) => balance },
  ]);
}

/** The lines of a page; the first page begins with the opening balance, the last ends with the closing one. */
export function withBalances({ statement }: FoundAccountStatement): AccountStatementRow[] {
  const { from, to, totals, items, next_cursor } = statement;
  const end = items.at(-1)?.balance ?? totals?.closing_balance;
  return [
    ...(totals
      ? [{ balance_at: 'opening' as const, date: from, balance: totals.opening_balance }]
      : []),
    ...items,
    ...(next_cursor === null && end !== undefined
      ? [{ balance_at: 'closing' as const, date: to, balance: end }]
      : []),
  ];
}

/**
 * Makes the PDF of a whole period.
 * @param read returns the page after a cursor.
 * @throws AppError account_statement_too_long above 5,000 lines.
 */
export async function accountStatementPdf(
  read: (cursor: string | null) => Promise<FoundAccountStatement>,
  platform: PlatformIdentity,
  now: Date,
  language: Language,
): Promise<Uint8Array> {
  const first = await read(null);
  const { from, to, totals, position } = first.statement;
  if (!totals) throw new TypeError('a first page has its totals');
  const { count, ...sums } = totals;
  const items = await rowsForPdf(
    first.statement,
    count,
    async (after) => (await read(after)).statement,
  );
  const { holder, ...party } = first.party;
  return renderDocument({
    kind: 'account_statement',
    language,
    data: {
      issued_at: now.toISOString(),
      platform,
      holder,
      party,
      from,
      to,
      ...sums,
      balance_parts: position
        ? balanceParts(position, totals.closing_balance).map(({ part, amount_sar }) => ({
            label: balancePartWords[part][language],
            amount_sar,
          }))
        : [],
      being_checked: position?.being_checked_sar ?? '0.00',
      lines: items.map((line) => ({
        date: line.date,
        value_date: line.value_date,
        label: lineWords(line, language),
        reference: line.ticket_number ?? line.bank_reference,
        increase: line.increase,
        decrease: line.decrease,
        balance: line.balance,
      })),
    },
  });
}

/** Sends a PDF as an attachment with this file name. */
export function sendPdf(reply: FastifyReply, name: string, pdf: Uint8Array): FastifyReply {
  return reply
    .type('application/pdf')
    .header('content-disposition', `attachment; filename="${name}.pdf"`)
    .send(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength));
}
