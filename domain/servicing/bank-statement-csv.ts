import { isIsoDate, type IsoDate } from '../calendar.ts';
import { halalasFromDecimal, type Halalas } from '../money.ts';
import {
  accountName,
  bankReference,
  dayOfMoment,
  isAccount,
  isTakenBack,
  lineAmount,
  lineText,
  saysReversal,
  MAX_BANK_STATEMENT_LINES,
  BankStatementProblem,
  type BankStatementFile,
  type BankStatementLine,
  type LineRefusal,
  type StatementBalances,
} from './bank-statement-line.ts';
import { assertAddsUp, movedBy, movementOf, runningBalances } from './statement-balances.ts';
import { latinDigits } from '../digits.ts';

/**
 * The columns of a statement as CSV, each under the names that banks give it, in English and Arabic; capitals, marks and
 * spaces do not matter. Needed are a date, and either an amount (with a sign, or with a direction beside it) or a credit
 * and a debit. Riyals are meant where no currency is said.
 */
const csvColumns = {
  booked_on: [
    'date',
    'booking date',
    'transaction date',
    'posting date',
    'entry date',
    'التاريخ',
    'تاريخ العملية',
    'تاريخ الحركة',
    'تاريخ القيد',
  ],
  value_date: ['value date', 'تاريخ القيمة', 'تاريخ الحق'],
  amount: ['amount', 'transaction amount', 'amount sar', 'المبلغ', 'مبلغ العملية', 'مبلغ الحركة'],
  credit: ['credit', 'credit amount', 'deposit', 'دائن', 'المبلغ الدائن', 'إيداع'],
  debit: ['debit', 'debit amount', 'withdrawal', 'مدين', 'المبلغ المدين', 'سحب'],
  direction: [
    'type',
    'direction',
    'transaction type',
    'dr cr',
    'cr dr',
    'credit debit',
    'debit credit',
    'النوع',
    'نوع الحركة',
    'نوع العملية',
  ],
  status: ['status', 'transaction status', 'booking status', 'الحالة', 'حالة العملية'],
  /** What the account holds after the row. */
  balance: [
    'balance',
    'balance sar',
    'running balance',
    'account balance',
    'balance after',
    'closing balance',
    'الرصيد',
    'الرصيد الجاري',
    'الرصيد بعد العملية',
    'رصيد الحساب',
  ],
  /** Ours, in every row. */
  account: [
    'account number',
    'account no',
    'account iban',
    'statement account',
    'رقم الحساب',
    'آيبان الحساب',
  ],
  currency: ['currency', 'ccy', 'العملة'],
  bank_reference: [
    'bank reference',
    'transaction reference',
    'transaction id',
    'reference',
    'reference number',
    'ref',
    'المرجع',
    'رقم المرجع',
    'رقم العملية',
    'مرجع البنك',
  ],
  payer_name: [
    'payer',
    'payer name',
    'sender',
    'sender name',
    'counterparty',
    'from',
    'name',
    'المرسل',
    'اسم المرسل',
    'المحول',
    'اسم المحول',
    'الاسم',
  ],
  payer_iban: [
    'payer iban',
    'sender iban',
    'payer account',
    'sender account',
    'counterparty account',
    'iban',
    'آيبان المرسل',
    'حساب المرسل',
    'الآيبان',
    'رقم الآيبان',
  ],
  remittance: [
    'description',
    'details',
    'narrative',
    'remittance',
    'remittance information',
    'purpose',
    'notes',
    'memo',
    'الوصف',
    'البيان',
    'التفاصيل',
    'ملاحظات',
    'الغرض',
    'وصف العملية',
  ],
} as const;

type Column = keyof typeof csvColumns;

const credits = new Set([
  'credit',
  'cr',
  'c',
  'crdt',
  'deposit',
  'in',
  'دائن',
  'ايداع',
  'وارد',
  'وارده',
]);
const debits = new Set([
  'debit',
  'dr',
  'd',
  'dbit',
  'withdrawal',
  'out',
  'مدين',
  'سحب',
  'صادر',
  'صادره',
]);

/** What was booked before is taken back: of a credit, or where it is not said of which. */
const reversedCredits = new Set([
  'reversal',
  'reversed',
  'reversal of credit',
  'credit reversal',
  'storno',
  'chargeback',
  'rc',
  'عكس',
  'عكس قيد',
  'قيد عكسي',
]);
const reversedDebits = new Set(['rd', 'reversal of debit', 'debit reversal']);

const booked = new Set([
  'booked',
  'book',
  'posted',
  'completed',
  'complete',
  'executed',
  'processed',
  'settled',
  'cleared',
  'success',
  'successful',
  'مكتمله',
  'منفذه',
  'مقيده',
  'مرحله',
  'ناجحه',
]);
/** Not booked, or not yet: no money. */
const notBooked = new Set([
  'pending',
  'pdng',
  'authorised',
  'authorized',
  'on hold',
  'hold',
  'held',
  'uncleared',
  'processing',
  'in progress',
  'in process',
  'scheduled',
  'rejected',
  'declined',
  'failed',
  'cancelled',
  'canceled',
  'معلقه',
  'معلق',
  'محجوزه',
  'قيد التنفيذ',
  'قيد المعالجه',
  'قيد الانتظار',
  'تحت الاجراء',
  'مرفوضه',
  'ملغاه',
]);

/** How rows begin that say what the account held, and move nothing (plainWords). */
const balanceRows = {
  opening:
    /^((opening|beginning|starting|previous) bal(ance)?|(bal(ance)? )?(brought forward|b (f|d)|bf)|الرصيد (الافتتاحي|السابق|المرحل|اول المده)|رصيد (افتتاحي|سابق|مرحل|اول المده))( |$)/u,
  closing:
    /^((closing|ending) bal(ance)?|(bal(ance)? )?(carried forward|c (f|d)|cf)|(الرصيد|رصيد) (الختامي|ختامي|النهائي|اخر المده))( |$)/u,
  total: /^(grand )?(totals?|الاجمالي|اجمالي|المجموع)$/u,
} as const;

/** Where a page of paper ends and the next one begins. */
const pageRow = /^(bal(ance)? )?((brought|carried) forward|b (f|d)|c (f|d)|bf|cf)$/u;

/** A bank may write its name and the account above the names of the columns. */
const MAX_LINES_ABOVE = 20;

/** Many times what a bank writes of one transfer. */
const MAX_ROW_LENGTH = 20_000;

interface Row {
  /** Where it begins in the file, from 1. */
  line: number;
  cells: string[];
}

/**
 * The lines of a statement that a bank gave as CSV, with commas, semicolons or tabs, and the balances that it states.
 * Throws BankStatementProblem with the line of the file, from 1, and the column's name.
 */
export function bankStatementCsv(file: string): BankStatementFile {
  const { above, rows, columns } = headedRows(file.replace(/^\uFEFF/u, ''));
  const { movements, stated } = apartFromBalances(rows, columns);
  const dates = dateReader(movements, columns);
  const lines = movements.map((row, index) => lineOf(row, columns, dates, index + 1));
  const balances = balancesOf(movements, lines, columns, stated);
  const account = accountOf(above, movements, columns);
  return { format: 'csv', account, balances, lines, period: null };
}

type Stated = Partial<StatementBalances>;

/**
 * Rows at either end that say a balance or a total are no movements; one with a payer or a reference is. Between others
 * neither is the closing balance of one period beside the opening balance of the next.
 * @throws BankStatementProblem where a row between others says nothing but a balance, which follows from none.
 */
function apartFromBalances(
  rows: readonly Row[],
  columns: Columns,
): { movements: Row[]; stated: Stated } {
  const kinds = rows.map((row) => balanceKind(row, columns));
  const first = kinds.indexOf(null);
  const last = kinds.lastIndexOf(null);
  const stated: Stated = {};
  const movements = rows.filter((row, index) => {
    const kind = kinds[index]!;
    if (kind === null) return true;
    const isAtEnd = index < first || index > last;
    if (!isAtEnd) {
      if (movedIn(row, columns) === '' || row.cells.some(isPageRow)) return false;
      if (isBetweenPeriods(rows, kinds, index, columns)) return false;
      if (row.cells.some(saysOnlyBalance))
        throw new BankStatementProblem(
          row.line,
          'balance',
          'must stand at the beginning or the end, or be a movement',
        );
      return true;
    }
    const balance = kind === 'total' ? null : balanceIn(row, columns);
    if (balance !== null && kind !== 'total') stated[kind] = balance;
    return false;
  });
  return { movements, stated };
}

/** Whether a row and one of its neighbours are the end of a period and the beginning of the next, with one figure. */
function isBetweenPeriods(
  rows: readonly Row[],
  kinds: readonly (string | null)[],
  index: number,
  columns: Columns,
): boolean {
  const other = kinds[index] === 'opening' ? 'closing' : 'opening';
  return [index - 1, index + 1].some(
    (near) =>
      kinds[near] === other && balanceIn(rows[near]!, columns) === balanceIn(rows[index]!, columns),
  );
}

const saysOnlyBalance = (cell: string) => {
  const words = plainWords(cell).replace(/[ \d]+$/u, '');
  return [balanceRows.opening, balanceRows.closing].some((one) => one.exec(words)?.[0] === words);
};

const isPageRow = (cell: string) => pageRow.test(plainWords(cell));

const cellOf = ({ cells }: Row, columns: Columns, column: Column) => {
  const place = columns[column];
  return place === undefined ? '' : (cells[place] ?? '').trim();
};

function balanceKind(row: Row, columns: Columns): 'opening' | 'closing' | 'total' | null {
  const isNamed =
    bankReference(cellOf(row, columns, 'bank_reference')) !== null ||
    cellOf(row, columns, 'payer_iban') !== '';
  if (isNamed) return null;
  const payer = cellOf(row, columns, 'payer_name');
  if (payer !== '' && kindOfWords(payer) === null) return null;
  const kinds = row.cells.map(kindOfWords);
  const kind = kinds.find((one) => one !== null) ?? null;
  // Somebody may be called Total, or pay one: what a sum does not have is a day.
  return kind === 'total' && cellOf(row, columns, 'booked_on') !== '' ? null : kind;
}

function kindOfWords(cell: string) {
  const words = plainWords(cell).replace(/[ \d]+$/u, '');
  return (
    (['opening', 'closing', 'total'] as const).find((kind) => balanceRows[kind].test(words)) ?? null
  );
}

const movedIn = (row: Row, columns: Columns) =>
  (['amount', 'credit', 'debit'] as const).map((column) => cellOf(row, columns, column)).join('');

/** From its own column, or where the amounts of other rows stand. */
function balanceIn(row: Row, columns: Columns): Halalas | null {
  const own = cellOf(row, columns, 'balance');
  if (!saysNoFigure(own)) return balanceFigure(own, row.line);
  const amount = cellOf(row, columns, 'amount') || cellOf(row, columns, 'credit');
  if (amount !== '') return balanceFigure(amount, row.line);
  const debit = cellOf(row, columns, 'debit');
  return debit === '' ? null : -Math.abs(balanceFigure(debit, row.line));
}

/** A cell in which banks write that they say no balance. */
const saysNoFigure = (cell: string) => /^(-|–|—|n\/?a)?$/iu.test(cell);

/** With a sign, or with the side of the account beside it. */
function balanceFigure(cell: string, line: number): Halalas {
  const text = plainDigits(cell).trim();
  const [, before, plain = text, after] =
    /^(?:(CR|DR)\.?\s*)?(.*?)\s*(CR|DR|C|D|دائن|مدين)?\.?$/iu.exec(text) ?? [];
  const side = after ?? before;
  const found = figure(plain, 'SAR');
  const amount = found?.digits === '0' ? '0.00' : found && lineAmount(found.digits, 'SAR');
  if (!found || amount === null) {
    throw new BankStatementProblem(line, 'balance', 'must be a figure, such as 1,500.00');
  }
  const isOwed = found.isNegative || (side !== undefined && /^(?:DR?|مدين)$/iu.test(side));
  return halalasFromDecimal(amount) * (isOwed ? -1 : 1) || 0;
}

/** What the file says that the account held before and after, proven; null where it says not both. */
function balancesOf(
  rows: readonly Row[],
  lines: readonly BankStatementLine[],
  columns: Columns,
  stated: Stated,
): StatementBalances | null {
  const isForeign = ({ currency, refusal }: BankStatementLine) =>
    currency !== 'SAR' && refusal !== 'not_booked';
  const balanced = rows.map((row, index) => {
    const said = lines[index]!.refusal === 'not_booked' ? '' : cellOf(row, columns, 'balance');
    return {
      line: row.line,
      day: lines[index]!.booked_on,
      moved: isForeign(lines[index]!) ? null : movementOf(lines[index]!),
      balance: saysNoFigure(said) ? null : balanceFigure(said, row.line),
    };
  });
  const figures =
    Object.keys(stated).length + balanced.filter(({ balance }) => balance !== null).length;
  // One figure alone agrees with whatever was booked.
  if (figures < 2) return null;
  const running = runningBalances(balanced);
  const opening = stated.opening ?? running?.opening ?? null;
  const closing = stated.closing ?? running?.closing ?? null;
  if (opening === null || closing === null) return null;
  if (!lines.some(isForeign)) assertAddsUp({ opening, closing }, movedBy(lines));
  // Without a balance beside each row nothing says what money in another currency moved.
  else if (running === null) return null;
  return { opening, closing };
}

/** Called the account's number, in its own cell or behind the words; periods of a statement are none. */
const accountNumber =
  /(?:account|acct|a\/c)(?:\s*(?:number|num|no|#)[\s.:#]*|\s*:\s*)(?:\|\s*)?(\d[\d -]{6,30}\d)/iu;
const arabicAccountNumber = /(?:رقم الحساب|حساب رقم|الحساب\s*:)[\s:]*(?:\|\s*)?(\d[\d -]{6,30}\d)/u;

/** The account that the file names above its columns, in a column of its own, or in both. */
function accountOf(above: Row[], movements: readonly Row[], columns: Columns): string | null {
  const titled = accountAbove(above);
  const inRows = new Set(
    movements
      .map((row) => accountName(latinDigits(cellOf(row, columns, 'account'))))
      .filter((name) => name !== ''),
  );
  if (inRows.size > 1) throw new BankStatementProblem(null, 'account', 'must be one account');
  const [named = null] = inRows;
  if (titled === null || named === null) return titled ?? named;
  if (isAccount(named, titled)) return titled;
  if (isAccount(titled, named)) return named;
  throw new BankStatementProblem(null, 'account', 'must be one account');
}

/** The account that is named above the columns: an IBAN, or a number that is called the account's. */
function accountAbove(rows: readonly Row[]): string | null {
  const texts = rows.map(({ cells }) => plainDigits(cells.join(' | ')));
  const ibans = texts.flatMap((text) => text.replace(/[\s|-]/gu, '').match(/SA\d{22}/giu) ?? []);
  const numbers = texts
    .map((text) => text.replace(/\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}/gu, ' '))
    .flatMap((text) => accountNumber.exec(text)?.[1] ?? arabicAccountNumber.exec(text)?.[1] ?? []);
  const named = new Set((ibans.length > 0 ? ibans : numbers).map(accountName));
  if (named.size > 1) throw new BankStatementProblem(null, 'account', 'must be one account');
  return [...named][0] ?? null;
}

type Columns = Partial<Record<Column, number>>;

function headedRows(file: string): { above: Row[]; rows: Row[]; columns: Columns } {
  let problem = new BankStatementProblem(
    null,
    'columns',
    'must be named: a date, and an amount or a credit and a debit',
  );
  for (const separator of separatorsOf(file)) {
    const rows = rowsOf(file, separator);
    const head = headOf(rows);
    // Split by another's separator, cells look as if their quotes were never closed.
    if (head instanceof BankStatementProblem) problem = head;
    else if (head) {
      const { above, header } = head;
      const columns = columnsOf(header.cells, header.line);
      return { above, rows: bodyOf(rows, header.cells.length), columns };
    }
  }
  throw problem;
}

/** The row that names the columns, one of the first, and those above it; what keeps them from being read. */
function headOf(rows: Iterator<Row>): { header: Row; above: Row[] } | BankStatementProblem | null {
  const above: Row[] = [];
  try {
    for (let n = 0; n < MAX_LINES_ABOVE; n += 1) {
      const { value, done } = rows.next();
      if (done) return null;
      if (isHeader(columnsOf(value.cells))) return { header: value, above };
      above.push(value);
    }
  } catch (error) {
    if (error instanceof BankStatementProblem) return error;
    throw error;
  }
  return null;
}

function bodyOf(rows: Iterable<Row>, width: number): Row[] {
  const body: Row[] = [];
  for (const row of rows) {
    if (row.cells.slice(width).some((cell) => cell.trim() !== ''))
      throw new BankStatementProblem(row.line, 'columns', `must be ${width}, as in the first line`);
    if (body.length === MAX_BANK_STATEMENT_LINES)
      throw new BankStatementProblem(null, 'rows', `must not pass ${MAX_BANK_STATEMENT_LINES}`);
    body.push(row);
  }
  return body;
}

/** Those that the file holds, the most frequent first. */
function separatorsOf(file: string): string[] {
  const start = file.slice(0, 4000);
  const count = (separator: string) => start.split(separator).length;
  return [',', ';', '\t'].toSorted((a, b) => count(b) - count(a));
}

const isHeader = (columns: Columns) =>
  columns.booked_on !== undefined && (columns.amount !== undefined || columns.credit !== undefined);

const columnNames = new Map(
  (Object.keys(csvColumns) as Column[]).flatMap((column) =>
    csvColumns[column].map((name) => [plainWords(name), column] as const),
  ),
);

/** Where each column stands; with `line`, a name that stands twice is a problem. */
function columnsOf(cells: readonly string[], line?: number): Columns {
  const columns: Columns = {};
  cells.forEach((cell, index) => {
    const name = plainWords(cell);
    const found = columnNames.get(name);
    if (!found) return;
    if (columns[found] !== undefined && line !== undefined) {
      throw new BankStatementProblem(line, cell.trim(), 'must be the only column of its kind');
    }
    columns[found] ??= index;
  });
  return columns;
}

/** Small letters, no marks, one form of the Arabic letters that are written in several. */
function plainWords(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u064B-\u0652\u0640\u061C\u200B-\u200F\u202A-\u202E\u2066-\u2069]/gu, '')
    .replace(/[أإآ]/gu, 'ا')
    .replace(/ة/gu, 'ه')
    .replace(/ى/gu, 'ي')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/**
 * RFC 4180: quotes around a cell, doubled within it; a cell may hold line ends. Empty rows are left out. Row by row, so
 * that a file which is no statement is refused where that shows, and not once all of it is held.
 */
function* rowsOf(file: string, separator: string): Generator<Row, undefined> {
  const ends = new RegExp(`[${separator}\\r\\n]`, 'g');
  let row: Row = { line: 1, cells: [] };
  let [line, at, start] = [1, 0, 0];
  const assertRow = (end: number) => {
    if (end - start > MAX_ROW_LENGTH)
      throw new BankStatementProblem(row.line, 'row', `must not pass ${MAX_ROW_LENGTH} characters`);
  };
  while (at < file.length) {
    let cell = '';
    if (file[at] === '"') {
      let end = file.indexOf('"', at + 1);
      while (end >= 0 && file[end + 1] === '"') end = file.indexOf('"', end + 2);
      if (end < 0) throw new BankStatementProblem(line, 'quotes', 'must be closed');
      assertRow(end);
      cell = file.slice(at + 1, end).replaceAll('""', '"');
      line += cell.split('\n').length - 1;
      at = end + 1;
    }
    ends.lastIndex = at;
    const end = ends.exec(file)?.index ?? file.length;
    assertRow(end);
    row.cells.push(cell + file.slice(at, end));
    at = end;
    if (file[at] === separator) {
      at += 1;
      if (at >= file.length) row.cells.push('');
      continue;
    }
    if (file[at] === '\r') at += 1;
    if (file[at] === '\n') at += 1;
    line += 1;
    if (row.cells.some((one) => one.trim() !== '')) yield row;
    row = { line, cells: [] };
    start = at;
  }
  if (row.cells.some((one) => one.trim() !== '')) yield row;
}

type ReadDate = (text: string, line: number, field: string) => IsoDate;

/**
 * Days as the file writes them: year first, or else in one order of day and month, which some day of the file must show.
 */
function dateReader(rows: readonly Row[], columns: Columns): ReadDate {
  const places = [columns.booked_on, columns.value_date].filter((place) => place !== undefined);
  let dayFirst = false;
  let monthFirst = false;
  for (const { cells } of rows) {
    for (const place of places) {
      const [first = 0, second = 0] = numbersOf(cells[place] ?? '')?.order ?? [];
      if (first > 12) dayFirst = true;
      if (second > 12) monthFirst = true;
    }
  }
  return (text, line, field) => {
    const ofMoment = dayOfMoment(plainDigits(text).trim());
    if (ofMoment !== null) return ofMoment;
    const parts = numbersOf(text);
    if (!parts) throw new BankStatementProblem(line, field, 'must be a date, such as 2026-11-20');
    const [first, second] = parts.order;
    const isOpen = !parts.yearFirst && first !== second && dayFirst === monthFirst;
    if (isOpen) {
      throw new BankStatementProblem(
        line,
        field,
        'must say which is the day and which the month: write 2026-11-20',
      );
    }
    const isDayFirst = dayFirst && !parts.yearFirst;
    const [month, day] = isDayFirst ? [second, first] : [first, second];
    const date = [parts.year, padded(month), padded(day)].join('-');
    if (!isIsoDate(date) || parts.year < 2000 || parts.year > 2100) {
      throw new BankStatementProblem(line, field, 'must be a day of the Gregorian calendar');
    }
    return date;
  };
}

const padded = (number: number) => String(number).padStart(2, '0');

function numbersOf(text: string) {
  const plain = plainDigits(text)
    .trim()
    .replace(/[ T]\d{1,2}:\d{2}.*$/u, '');
  const yearFirst = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(plain)?.slice(1).map(Number);
  if (yearFirst) {
    return { year: yearFirst[0]!, order: [yearFirst[1]!, yearFirst[2]!], yearFirst: true } as const;
  }
  const yearLast = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/.exec(plain)?.slice(1).map(Number);
  return yearLast
    ? ({ year: yearLast[2]!, order: [yearLast[0]!, yearLast[1]!], yearFirst: false } as const)
    : null;
}

const plainDigits = (text: string) =>
  latinDigits(text).replace(/[\u061C\u200B-\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/gu, '');

function lineOf(
  row: Row,
  columns: Columns,
  readDate: ReadDate,
  line_no: number,
): BankStatementLine {
  const cell = (column: Column) => {
    const place = columns[column];
    return place === undefined ? '' : (row.cells[place] ?? '').trim();
  };
  const booked_on = readDate(cell('booked_on'), row.line, 'date');
  const valued = cell('value_date');
  const currency = cell('currency').toUpperCase() || 'SAR';
  if (!/^[A-Z]{3}$/.test(currency)) {
    throw new BankStatementProblem(row.line, 'currency', 'must be a code, such as SAR');
  }
  const remittance = lineText(cell('remittance'), 2000);
  const money = moneyOf(row, cell, currency);
  const { direction, amount } = money;
  const is_reversal = money.is_reversal || (direction === 'debit' && isTakenBack(remittance));
  return {
    line_no,
    direction,
    amount,
    currency,
    booked_on,
    value_date: valued === '' ? booked_on : readDate(valued, row.line, 'value date'),
    bank_reference: bankReference(cell('bank_reference')),
    entry_reference: null,
    payer_name: lineText(cell('payer_name'), 200),
    payer_iban: lineText(plainDigits(cell('payer_iban')).replace(/\s/g, '').toUpperCase(), 40),
    remittance,
    is_reversal,
    refusal: isBooked(row, cell) ? refusalOf(direction, is_reversal, currency) : 'not_booked',
  };
}

/** Money that had left and came back is no company's payment; nor is money in another currency ours to count. */
function refusalOf(
  direction: BankStatementLine['direction'],
  is_reversal: boolean,
  currency: string,
): LineRefusal | null {
  if (currency !== 'SAR' && (direction === 'credit' || is_reversal)) return 'currency';
  return direction === 'credit' && is_reversal ? 'reversal' : null;
}

/** Whether the money has moved; a status that says something else than yes or no is a problem of the file. */
function isBooked(row: Row, cell: Cell): boolean {
  const status = plainWords(cell('status'));
  if (status === '' || booked.has(status)) return true;
  if (notBooked.has(status)) return false;
  throw new BankStatementProblem(row.line, 'status', 'must be booked or pending');
}

type Money = Pick<BankStatementLine, 'direction' | 'amount' | 'is_reversal'>;
type Cell = (column: Column) => string;

/** What a row moves and in which direction: a sign against its direction takes back what was booked before. */
function moneyOf(row: Row, cell: Cell, currency: string): Money {
  return cell('amount') === ''
    ? moneyOfTwoColumns(row, cell, currency)
    : moneyOfOneColumn(row, cell, currency);
}

function moneyOfTwoColumns(row: Row, cell: Cell, currency: string): Money {
  const [credit, debit] = [cell('credit'), cell('debit')];
  const [inward, outward] = [figure(credit, currency), figure(debit, currency)];
  const isCredit = inward !== null && inward.digits !== '0';
  const isDebit = outward !== null && outward.digits !== '0';
  if ((credit !== '' && !inward) || (debit !== '' && !outward)) {
    throw new BankStatementProblem(
      row.line,
      'amount',
      'must be an amount above 0, such as 1,500.00',
    );
  }
  if (isCredit === isDebit || (credit !== '' && !inward) || (debit !== '' && !outward)) {
    throw new BankStatementProblem(
      row.line,
      'amount',
      'must be either a credit or a debit above 0',
    );
  }
  const { digits, isNegative } = (isCredit ? inward : outward)!;
  const amount = lineAmount(digits, currency);
  if (amount === null)
    throw new BankStatementProblem(row.line, 'amount', 'must be an amount above 0');
  if (isCredit)
    return { direction: isNegative ? 'debit' : 'credit', amount, is_reversal: isNegative };
  // Many banks write every debit with a sign: only its words say that one of them came back.
  return isNegative && saysReversal(cell('remittance'))
    ? { direction: 'credit', amount, is_reversal: true }
    : { direction: 'debit', amount, is_reversal: false };
}

function moneyOfOneColumn(row: Row, cell: Cell, currency: string): Money {
  const found = figure(cell('amount'), currency);
  const amount = found && lineAmount(found.digits, currency);
  if (!found || amount === null) {
    throw new BankStatementProblem(
      row.line,
      'amount',
      'must be an amount above 0, such as 1,500.00',
    );
  }
  const type = plainWords(cell('direction'));
  if (type === '') {
    return { direction: found.isNegative ? 'debit' : 'credit', amount, is_reversal: false };
  }
  if (reversedDebits.has(type)) return { direction: 'credit', amount, is_reversal: true };
  if (reversedCredits.has(type)) return { direction: 'debit', amount, is_reversal: true };
  if (debits.has(type)) return { direction: 'debit', amount, is_reversal: false };
  if (!credits.has(type)) {
    throw new BankStatementProblem(row.line, 'type', 'must be credit or debit');
  }
  const { isNegative } = found;
  return { direction: isNegative ? 'debit' : 'credit', amount, is_reversal: isNegative };
}

const FIGURE =
  /^(?<sign>[-+−(]?)(?<whole>\d{1,3}(?:(?<gap>[,٬ ])\d{3})(?:\k<gap>\d{3})*|\d+)(?:[.٫](?<fraction>\d{1,5}))?(?<end>[-−)]?)$/u;

/**
 * A figure without its separators, nought as "0"; null where it cannot be told for certain: a comma is no decimal point,
 * and 1.000 riyals may be one or a thousand.
 */
function figure(text: string, currency: string): { digits: string; isNegative: boolean } | null {
  const plain = plainDigits(text)
    .normalize('NFKC')
    .replace(/SAR|ر\.?\s?س\.?|ريال|[\u20C1\uFDFC]/giu, '')
    .trim();
  const { sign, whole, fraction, end } = FIGURE.exec(plain)?.groups ?? {};
  if (whole === undefined) return null;
  if (currency === 'SAR' && fraction?.length === 3 && /^[1-9]\d{0,2}$/.test(whole)) return null;
  const isNegative = sign === '-' || sign === '−' || sign === '(' || end === '-' || end === '−';
  const digits = whole.replace(/\D/gu, '') + (fraction ? `.${fraction}` : '');
  return { digits: /^0+(\.0+)?$/.test(digits) ? '0' : digits, isNegative };
}
