import { addDays, daysBetween, isIsoDate, type IsoDate } from '../calendar.ts';
import { withoutApostrophe } from '../csv.ts';
import { halalasFromDecimal, type Halalas } from '../money.ts';
import {
  accountName,
  bankReference,
  dayOfMoment,
  isAccount,
  isReversalByText,
  lineAmount,
  lineText,
  payerAccount,
  payerText,
  saysNothing,
  saysReversal,
  dayOrders,
  MAX_BANK_STATEMENT_LINES,
  BankFileProblem,
  UnclearDays,
  type BankStatementFile,
  type BankStatementLine,
  type DayOrder,
  type DecidedOrder,
  type LineRefusal,
  type StatementBalances,
} from './bank-statement-line.ts';
import { assertAddsUp, netMovement, movementOf, runningBalances } from './statement-balances.ts';
import { latinDigits } from '../digits.ts';
import { sameScript } from './name-likeness.ts';
import { namedByReferences } from './payment-reference.ts';

/**
 * The columns of a statement as CSV, each under the names that banks give it, in English and Arabic; capitals, marks and
 * spaces do not matter, nor that riyals are meant, which they are where no currency is said. Needed are a date, and either an
 * amount (with a sign, or with a direction beside it) or a credit and a debit.
 */
const csvColumns = {
  booked_on:
    'date, booking date, transaction date, posting date, entry date, txn date, ' +
    'gregorian date, date gregorian, date g, tran date, trx date, post date, ' +
    'processing date, تاريخ, التاريخ, التاريخ الميلادي, التاريخ ميلادي, تاريخ المعاملة, ' +
    'تاريخ الترحيل, تاريخ العملية, تاريخ الحركة, تاريخ القيد',
  value_date: 'value date, تاريخ القيمة, تاريخ الحق',
  amount: 'amount, transaction amount, txn amount, المبلغ, مبلغ العملية, مبلغ الحركة',
  credit:
    'credit, credits, credit amount, cr amount, deposit, deposits, deposit amount, money in, ' +
    'amount in, paid in, دائن, له, إضافة, الدائن, المبلغ الدائن, مبلغ دائن, إيداع, إيداعات, ' +
    'الإيداعات',
  debit:
    'debit, debits, debit amount, dr amount, withdrawal, withdrawals, withdrawal amount, ' +
    'money out, amount out, paid out, مدين, عليه, خصم, المدين, المبلغ المدين, مبلغ مدين, ' +
    'سحب, سحوبات, السحوبات',
  direction:
    'type, direction, transaction type, sign, indicator, النوع, نوع الحركة, نوع العملية, ' +
    'اتجاه الحركة, طبيعة الحركة, الإشارة',
  status: 'status, transaction status, booking status, الحالة, حالة العملية',
  /** What the account holds after the row. */
  balance:
    'balance, running balance, account balance, balance after, closing balance, الرصيد, ' +
    'الرصيد الجاري, الرصيد بعد العملية, رصيد الحساب',
  /** Ours, in every row: the bank's virtual one where the money went there. */
  account: 'account number, account no, account iban, statement account, رقم الحساب, آيبان الحساب',
  /** Of a credit the account of ours that it went to, beside the one of the statement. */
  credited_account:
    'virtual account, virtual account number, virtual iban, credited account, credited iban, ' +
    'beneficiary account, beneficiary iban, to account, to iban, الحساب الافتراضي, ' +
    'رقم الحساب الافتراضي, الآيبان الافتراضي, حساب المستفيد, آيبان المستفيد',
  currency: 'currency, ccy, العملة',
  bank_reference:
    'bank reference, transaction reference, transaction id, reference, reference number, ' +
    'ref, المرجع, رقم المرجع, رقم العملية, مرجع البنك',
  payer_name:
    'payer, payer name, sender, sender name, counterparty, from, name, المرسل, اسم المرسل, ' +
    'المحول, اسم المحول, الاسم',
  payer_iban:
    'payer iban, sender iban, payer account, sender account, counterparty account, iban, ' +
    'آيبان المرسل, حساب المرسل, الآيبان, رقم الآيبان',
  remittance:
    'description, details, narrative, remittance, remittance information, ' +
    'transaction details, transaction description, narration, particulars, purpose, notes, ' +
    'note, customer notes, remarks, remark, comments, comment, message, payment details, ' +
    'additional details, additional information, additional info, customer reference, ' +
    'payment reference, end to end id, memo, الوصف, البيان, التفاصيل, ملاحظات, الملاحظات, ' +
    'ملاحظة, ملاحظات العميل, تعليق, الرسالة, الغرض, غرض التحويل, مرجع العميل, وصف العملية, ' +
    'تفاصيل العملية, تفاصيل الحركة, بيان العملية',
} as const;

type Column = keyof typeof csvColumns;

/** Words by commas, as plainWords writes them. */
const listed = (words: string) => new Set(words.split(', '));

const credits = listed(
  'credit, cr, c, crdt, cre, deposit, deposits, in, incoming, inward, inflow, received, money in, ' +
    'transfer in, incoming transfer, inward transfer, incoming payment, credit transfer, ' +
    'credit transaction, دائن, دائنه, عمليه دائنه, له, لنا, اضافه, ايداع, ايداعات, ايداع نقدي, ' +
    'وارد, وارده, حواله وارده, تحويل وارد, قبض, مقبوضات',
);
const debits = listed(
  'debit, dr, d, dbit, deb, withdrawal, withdrawals, out, outgoing, outward, outflow, sent, ' +
    'money out, transfer out, outgoing transfer, outward transfer, outgoing payment, ' +
    'debit transfer, debit transaction, مدين, مدينه, عمليه مدينه, عليه, علينا, خصم, سحب, سحوبات, ' +
    'سحب نقدي, صادر, صادره, حواله صادره, تحويل صادر, صرف, مدفوعات',
);

/** Both sides in the name of a column: D/C, DrCr, Debit / Credit Indicator, مدين/دائن. */
const bothSides =
  /^((dr?|debit|dbit|مدين)( or| او)? ?(cr?|credit|crdt|دائن)|(cr?|credit|crdt|دائن)( or| او)? ?(dr?|debit|dbit|مدين))( (indicator|flag|mark|sign|code|type))?$/u;
/** A column that says a side in a way of the bank's own, by its name. */
const looksLikeSide =
  /(^| )(direction|sign|indicator|side|in out|dr|cr|nature|اتجاه|طبيعه|اشاره|له|عليه|خصم|نوع القيد)( |$)/u;

/** A cell of a few words that tells of a side, without being one of the words that say it. */
const soundsLikeSide =
  /^(?!(\S+ ){4})(.* )?(incoming|outgoing|inwards?|outwards?|(in|out)flow|received|sent|credit(ed)?|debit(ed)?|deposit(ed)?|withdraw(al|n)|وارد|وارده|صادر|صادره|ايداع|سحب|قبض|صرف|زياده|نقص)( .*)?$|^\S+ (in|out)$|^(paid|payments?|receipts?)$/u;

/** What was booked before is taken back: of a credit, or where it is not said of which. */
const reversedCredits = listed(
  'reversal, reversed, reversal of credit, credit reversal, storno, chargeback, rc, عكس, ' +
    'عكس قيد, قيد عكسي',
);
const reversedDebits = new Set(['rd', 'reversal of debit', 'debit reversal']);

const booked = listed(
  'booked, book, posted, completed, complete, executed, processed, settled, cleared, success, ' +
    'successful, تم, تمت, مكتمله, منفذه, مقيده, مرحله, ناجحه',
);
/** Not booked, or not yet: no money. */
const notBooked = listed(
  'pending, pdng, authorised, authorized, on hold, hold, held, uncleared, processing, ' +
    'in progress, in process, scheduled, rejected, declined, failed, cancelled, canceled, معلقه, ' +
    'معلق, محجوزه, قيد التنفيذ, قيد المعالجه, قيد الانتظار, تحت الاجراء, مرفوضه, ملغاه',
);

/** How rows begin that say what the account held, and move nothing (plainWords). */
const balanceRows = {
  opening:
    /^((opening|beginning|starting|previous) bal(ance)?|(bal(ance)? )?(brought forward|b (f|d)|bf)|الرصيد (الافتتاحي|السابق|المرحل|اول المده)|رصيد (افتتاحي|سابق|مرحل|اول المده))( |$)/u,
  closing:
    /^((closing|ending) bal(ance)?|(bal(ance)? )?(carried forward|c (f|d)|cf)|(الرصيد|رصيد) (الختامي|ختامي|النهائي|اخر المده))( |$)/u,
  /** At any time: Balance as at 31 Oct. */
  stated:
    /^((account|available|book|current|ledger|statement|your) )?bal(ance)? (as (at|of|on)( |$)|(at|on)( \d|$))|^(ال)?رصيد( (الحساب|الحالي|الدفتري|المتاح))? (كما (هو )?في|في|بتاريخ|حتي)( |$)/u,
  total:
    /^((grand|page|daily|day( s)?|sub) ?)?(totals?|(ال)?(اجمالي|مجموع))( (of|for|on))?( the)?( (credits?|debits?|deposits?|withdrawals?|transactions?|page|day|الدائن|المدين|الايداعات|السحوبات|العمليات|الحركات|((حركات|عمليات) )?اليوم|اليومي|الفرعي|الصفحه))?$/u,
} as const;
/** It does not say of what it is: somebody may be called so, or pay one. */
const bareTotal = /^(totals?|(ال)?(اجمالي|مجموع))$/u;

/** Where a page of paper ends and the next one begins. */
const pageRow = /^(bal(ance)? )?((brought|carried) forward|b (f|d)|c (f|d)|bf|cf)$/u;

/** All that a row says at the foot of a page of paper. */
const foot =
  /^(page \d+( (of )?\d+)?|صفحه \d+( (من )?\d+)?|end of (the )?(statement|report)|نهايه (كشف الحساب|الكشف))$/u;

/** A bank may write its name and the account above the names of the columns. */
const MAX_LINES_ABOVE = 20;

/** Many times what a bank writes of one transfer. */
const MAX_ROW_LENGTH = 20_000;

export interface Row {
  /** Where it begins in the file, from 1. */
  line: number;
  /** Without spaces around them. */
  cells: string[];
  /** The cells as plainWords writes them. */
  words: string[];
}

/** What is known besides a file: today in Riyadh, and the order of its days as staff or earlier files say it. */
export interface KnownOfDays {
  today?: IsoDate;
  order?: { order: DayOrder; by: 'choice' | 'earlier_files' };
}

/**
 * The lines of a statement that a bank gave as CSV, with commas, semicolons, tabs or bars, and the balances that it states.
 * Throws BankFileProblem with the line of the file, from 1, and the column's name; UnclearDays where nothing decides whether
 * days or months come first.
 */
export function bankStatementCsv(file: string, known: KnownOfDays = {}): BankStatementFile {
  const { today } = known;
  const headed = { ...headedRows(file.replace(/^\uFEFF/u, '')), today };
  readDayNumbers(headed);
  const decided = decidedOrder(headed, known);
  return decided === undefined ? byOrder(headed, known) : readIn(headed, decided);
}

/** Writes as days the numbers by which a spreadsheet counts them, where a whole column has such: 46348 is 2026-11-22. */
function readDayNumbers({ rows, columns, today }: Named): void {
  for (const [place = -1] of [columns.booked_on, columns.value_date].map((one) => one ?? [])) {
    const said = rows.filter(({ cells }) => /[1-9]/.test(plainDigits(cells[place] ?? '')));
    const days = said.map(({ cells }) => {
      const number = /^([45]\d{4})(?:\.\d+)?$/.exec(plainDigits(cells[place]!))?.[1];
      const day = number === undefined ? null : addDays('1899-12-30', Number(number));
      return day === null || isFar(day, today) ? null : day;
    });
    if (days.every((day) => day !== null))
      said.forEach(({ cells }, n) => (cells[place] = days[n]!));
  }
}

const isFar = (day: IsoDate, today: IsoDate | undefined) =>
  today !== undefined && Math.abs(daysBetween(today, day)) > 400;

function readIn(named: Named, day_order: DecidedOrder | null): BankStatementFile {
  const headed = { ...named, day_order };
  const parts = apartFromBalances(headed.rows, headed.columns);
  return parts.claimed.length === 0 ? statementOf(headed, parts) : byBalances(headed, parts);
}

/**
 * Reads a file whose days do not decide their order in both: the balances beside its rows may follow in one of them alone,
 * with its days.
 * @throws UnclearDays where they do in both or in none, and earlier files of the account say nothing.
 */
function byOrder(named: Named, known: KnownOfDays): BankStatementFile {
  const read = dayOrders.map((order): BankStatementFile | BankFileProblem => {
    try {
      return readIn(named, { order, by: 'balances' });
    } catch (error) {
      if (error instanceof BankFileProblem) return error;
      throw error;
    }
  });
  const statements = read.flatMap((one) => (one instanceof BankFileProblem ? [] : [one]));
  if (statements.length === 0) throw read[0] as BankFileProblem;
  const { balance } = named.columns;
  const says = named.rows.filter(({ cells }) => !saysNoBalance(cells[balance?.[0] ?? -1] ?? ''));
  const following = statements.filter(({ lines }) => says.length > 1 && isInOrder(lines));
  if (following.length === 1) return following[0]!;
  if (known.order !== undefined) return readIn(named, known.order);
  try {
    // Only rows that move nothing have such days.
    return readIn(named, null);
  } catch (error) {
    if (!(error instanceof BankFileProblem)) throw error;
    const readings = statements.map(({ lines, day_order }) => {
      const days = lines.map(({ booked_on }) => booked_on).toSorted();
      return { day_order: day_order!.order, from: days[0]!, to: days.at(-1)! };
    });
    throw new UnclearDays(error, statements[0]!.accounts, readings);
  }
}

/** Whether days never go back, or never go on. */
function isInOrder(lines: readonly BankStatementLine[]): boolean {
  const days = lines.map(({ booked_on }) => booked_on);
  const sorted = days.toSorted();
  return [days, days.toReversed()].some((one) => one.every((day, n) => day === sorted[n]));
}

/**
 * Rows that say a balance beside an amount move nothing where the balances of the file add up with theirs, or theirs is the
 * one that the file begins or ends with. Else they are movements, which staff look at (saysBalance), but for those without
 * a day.
 * @throws BankFileProblem where a row between others says nothing but a balance, which follows from none.
 */
function byBalances(headed: Headed, parts: Parts): BankStatementFile {
  const { columns } = headed;
  let problem: unknown;
  for (const claimed of [parts.claimed, []]) {
    try {
      const unmoved = statementOf(headed, { ...parts, claimed });
      const ends = Object.values(unmoved.balances ?? {});
      const isAtEnd = (row: Row) => ends.includes(balanceIn(row, columns));
      if (ends.length > 0 && (claimed.length > 0 || parts.claimed.every(isAtEnd))) return unmoved;
    } catch (error) {
      problem ??= error;
    }
  }
  const dated = parts.claimed.filter((row) => hasDay(row, columns));
  const unclear = dated.find(({ words }) => words.some(saysOnlyBalance));
  try {
    if (unclear)
      throw new BankFileProblem(
        unclear.line,
        'balance',
        'must stand at the beginning or the end, or be a movement',
      );
    const movements = [...parts.movements, ...dated].toSorted((a, b) => a.line - b.line);
    return statementOf(headed, { ...parts, movements, claimed: [] });
  } catch (error) {
    throw problem ?? error;
  }
}

function statementOf(
  { above, header, columns: named, day_order, today }: Headed,
  { movements: entries, claimed, stated, total_count }: Parts,
): BankStatementFile {
  const movements = entries.filter((row) => !isOfNought(row, named));
  assertOfNought(header, entries, movements, named);
  const columns = withDirection(header, movements, named);
  assertSided(movements, columns);
  const dates = dateReader(day_order?.order ?? null, today);
  const others = otherPlaces(header, columns);
  const linesWith = (areSigned: boolean) => {
    const lines = movements.map((row, index) => ({
      line_no: index + 1,
      ...lineOf(row, columns, others, dates, areSigned),
    }));
    const unmoved = claimed.map((row) => ({
      row,
      day: hasDay(row, columns) ? dates(cellOf(row, columns, 'booked_on'), row.line, 'date') : null,
    }));
    return { lines, balances: balancesOf(movements, lines, columns, stated, unmoved) };
  };
  const { lines, balances } = bySigns(areDebitsSigned(movements, columns), linesWith);
  const accounts = accountsOf(above, movements, columns);
  const account = accounts.length === 1 ? accounts[0]! : null;
  const saysDirections =
    columns.amount === undefined ||
    balances !== null ||
    movements.some((row) => saysDirection(row, columns) || hasSign(amountIn(row, columns)));
  return {
    format: 'csv',
    account,
    accounts,
    balances,
    lines,
    zero_amount_count: entries.length - movements.length + total_count,
    period: null,
    saysDirections,
    day_order,
  };
}

/** Whether the amounts of a row are nought, which a spreadsheet writes as a dash: it moves nothing. */
function isOfNought({ cells }: Row, columns: Columns): boolean {
  const places = Array.from(figureColumns, (column) => columns[column] ?? []).flat();
  const amounts = places.map((place) => cells[place] ?? '');
  const isNought = (cell: string) =>
    !/[1-9]/.test(cell) && figure(sided(cell).plain, 'SAR')?.digits === '0';
  const isSaid = amounts.some(isNought) || !amounts.includes('');
  return isSaid && amounts.every((cell) => saysNoFigure(cell) || isNought(cell));
}

/**
 * A row of nought moves nothing, unless its amount stands in a column of another name.
 * @throws BankFileProblem at such a column.
 */
function assertOfNought(
  header: Row,
  entries: readonly Row[],
  movements: readonly Row[],
  columns: Columns,
): void {
  if (entries.length === movements.length) return;
  const moved = new Set(movements);
  const unread = otherPlaces(header, columns).find((place) => {
    const saying = entries.filter(({ cells }) => {
      const { plain } = sided(cells[place] ?? '');
      return /[.٫]\d{2}\D*$/u.test(plain) && (figure(plain, 'SAR')?.digits ?? '0') !== '0';
    });
    return saying.length > 0 && !saying.some((row) => moved.has(row));
  });
  if (unread !== undefined)
    throw new BankFileProblem(
      header.line,
      header.cells[unread]!,
      'must say by its name what its amounts are, such as Debit',
    );
}

/** The places of the columns that are not known. */
function otherPlaces({ cells }: Row, columns: Columns): number[] {
  const known = new Set(Object.values(columns).flat());
  return [...cells.keys()].filter((place) => !known.has(place));
}

/** Whether an amount says its side: by a sign, or by CR or DR. */
function hasSign(amount: string): boolean {
  const { plain, side } = sided(amount);
  return side !== null || /^[-+(].*\d|\d.*[-+)]$/u.test(withOneMinus(plain));
}

const amountIn = (row: Row, columns: Columns) => cellOf(row, columns, 'amount');
const saysDirection = (row: Row, columns: Columns) => cellOf(row, columns, 'direction') !== '';

/**
 * The columns of one amount a row, with the one that says its direction by its cells where none does by its name.
 * @throws BankFileProblem where two say otherwise, and where no amount has a sign, at a column that looks as if it said a direction, by its name or by two
 *   letters in turn, and cannot be read: else what left the account would be money in.
 */
function withDirection(header: Row, movements: readonly Row[], columns: Columns): Columns {
  if (columns.amount === undefined || columns.credit !== undefined) return columns;
  const named = movements.map((row) => isDirection(cellOf(row, columns, 'direction')));
  if (named.every(Boolean)) return columns;
  const texts = columns.remittance ?? [];
  const places = [...otherPlaces(header, columns), ...texts].toSorted((a, b) => a - b);
  const unknown = places.flatMap((place) => {
    const cells = movements.map((row) => row.cells[place] ?? '');
    const said = [...new Set(cells)].filter((cell) => cell !== '');
    const isText = texts.includes(place);
    const isSide = looksLikeSide.test(header.words[place]!);
    // د and م are also a doctor and an engineer.
    const says = (cell: string) => isDirection(cell) && (isSide || !/^[دم]$/u.test(cell));
    return said.length === 0 ? [] : [{ place, cells, said, isText, isSide, says }];
  });
  const isSigned = movements.some((row) => hasSign(amountIn(row, columns)));
  // One word in every row of a file with signs is no direction, such as C for a class.
  const [direction, ...others] = unknown.filter(
    ({ place, cells, said, isText, says }) =>
      cells.every(says) &&
      !isDeposit(header.words[place]!, said) &&
      (!isSigned || (said.length > 1 && !isText)),
  );
  if (direction) {
    const areIn = direction.cells.map(isMoneyIn);
    const other = others.find(({ cells }) => cells.some((cell, n) => isMoneyIn(cell) !== areIn[n]));
    if (other === undefined) return { ...columns, direction: [direction.place] };
    const name = header.cells[other.place]!;
    throw new BankFileProblem(header.line, name, 'must say the same as the amount');
  }
  const [own] = columns.direction ?? [];
  if (own !== undefined && (!isSigned || named.some(Boolean))) {
    const row = movements.find((one, n) => !named[n] && saysDirection(one, columns));
    if (row === undefined) return columns;
    throw new BankFileProblem(row.line, header.cells[own]!, 'must be credit or debit');
  }
  // Beside signs a column named Type may say how the money moved: SARIE, POS.
  if (isSigned) return { ...columns, direction: [] };
  const unread = unknown.find(
    ({ cells, said, isText, isSide, says }) =>
      !isText &&
      (isSide ||
        said.some((cell) => says(cell) || soundsLikeSide.test(plainWords(cell))) ||
        (said.length === 2 && cells.every((cell) => /^\p{L}$/u.test(cell))) ||
        (said.length === 2 && new Set(said.map((cell) => cell.replace(/^[-+]/u, ''))).size === 1)),
  );
  if (unread)
    throw new BankFileProblem(
      header.line,
      header.cells[unread.place]!,
      'must say credit or debit in each row',
    );
  return columns;
}

/** D is a deposit in a column of W and D. */
const isDeposit = (words: string, said: readonly string[]) =>
  /^d$/iu.test(said.join('')) && /^(w|withdrawals?) (d|deposits?)$/u.test(words);

const isAmong = (cell: string, ...kinds: ReadonlySet<string>[]) =>
  kinds.some((words) => words.has(directionIn(cell)));
const isMoneyIn = (cell: string) => isAmong(cell, credits, reversedDebits);
const isDirection = (cell: string) => isMoneyIn(cell) || isAmong(cell, debits, reversedCredits);

/** A direction in words, also where a sign or the first letter of دائن or مدين alone says it. */
const directionIn = (cell: string): string => {
  const plain = plainDigits(cell).trim();
  if (/^[+د]$/u.test(plain)) return 'credit';
  // Marks alone, such as an arrow, say something that is not known: never nothing.
  return /^[-−–م]$/u.test(plain) ? 'debit' : plainWords(plain) || plain;
};

/**
 * Where nothing shows whether debits are signed, what the balances fit; without balances a sign is the bank's habit, so that
 * somebody looks at the line.
 */
function bySigns<Read>(areSigned: boolean | null, linesWith: (areSigned: boolean) => Read): Read {
  try {
    return linesWith(areSigned ?? true);
  } catch (error) {
    if (areSigned !== null) throw error;
    try {
      return linesWith(false);
    } catch {
      throw error;
    }
  }
}

type Stated = Partial<StatementBalances>;

interface Parts {
  movements: Row[];
  /** They say a balance and have an amount: byBalances. */
  claimed: Row[];
  stated: Stated;
  /** Sums of a day, which have one as movements do. */
  total_count: number;
}

/**
 * Rows at either end that say the opening or closing balance or a total are no movements; one with a payer or a reference is.
 * Between others neither is the closing balance of one period beside the opening balance of the next.
 */
function apartFromBalances(rows: readonly Row[], columns: Columns): Parts {
  const kinds = rows.map((row) => balanceKind(row, columns));
  const first = kinds.indexOf(null);
  const last = kinds.lastIndexOf(null);
  const parts: Parts = { movements: [], claimed: [], stated: {}, total_count: 0 };
  rows.forEach((row, index) => {
    const kind = kinds[index]!;
    if (kind === null) {
      parts.movements.push(row);
    } else if (kind === 'total') {
      if (hasDay(row, columns)) parts.total_count += 1;
    } else if (kind === 'stated' || (index > first && index < last)) {
      if (movedIn(row, columns) === '' || row.words.some((one) => pageRow.test(one))) return;
      if (kind === 'stated' || !isBetweenPeriods(rows, kinds, index, columns))
        parts.claimed.push(row);
    } else {
      const balance = balanceIn(row, columns);
      if (balance !== null) parts.stated[kind] = balance;
    }
  });
  return parts;
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

const saysOnlyBalance = (said: string) => {
  const words = said.replace(/[ \d]+$/u, '');
  return [balanceRows.opening, balanceRows.closing].some((one) => one.exec(words)?.[0] === words);
};

/** A cell of a row; the cells of several columns of one kind joined, and a dash for no figure as nothing. */
const cellOf = ({ cells }: Row, columns: Columns, column: Column): string => {
  const [first = -1, ...others] = columns[column] ?? [];
  const said = cells[first] ?? '';
  if (others.length === 0) return figureColumns.has(column) && saysNoFigure(said) ? '' : said;
  const all = new Set([said, ...others.map((place) => cells[place] ?? '')]);
  return [...all].filter((cell) => cell !== '').join(' ');
};

const figureColumns = new Set<Column>(['amount', 'credit', 'debit']);

function balanceKind(row: Row, columns: Columns): keyof typeof balanceRows | null {
  const isNamed =
    bankReference(cellOf(row, columns, 'bank_reference')) !== null ||
    cellOf(row, columns, 'payer_iban') !== '';
  if (isNamed) return null;
  const payer = cellOf(row, columns, 'payer_name');
  if (payer !== '' && kindOfWords(plainWords(payer)) === null) return null;
  const hasBoth = (['credit', 'debit'] as const).every((one) =>
    /[1-9]/.test(plainDigits(cellOf(row, columns, one))),
  );
  // Sums may stand alone at the foot.
  if (hasBoth && !row.words.some((one) => /\p{L}/u.test(one)) && !hasDay(row, columns))
    return 'total';
  const kind = row.words.map(kindOfWords).find((one) => one !== null) ?? null;
  if (kind !== 'total' || !hasDay(row, columns)) return kind;
  // The sum of a day has one too; it says of what it is, or both sides, and nothing else.
  const text = cellOf(row, columns, 'remittance');
  const said = text === '' ? row.words : [plainWords(text)];
  const isSum = (words: string) => balanceRows.total.test(words) && !bareTotal.test(words);
  return hasBoth || said.map(withoutFigures).some(isSum) ? kind : null;
}

/** A row has a day where it says one, and no balance, in the column of days. */
const hasDay = (row: Row, columns: Columns) => {
  const day = cellOf(row, columns, 'booked_on');
  return day !== '' && kindOfWords(plainWords(day)) === null;
};

const balanceKinds = ['opening', 'closing', 'stated', 'total'] as const;

/** Without a day in front, a figure behind and the name of riyals. */
const withoutFigures = (words: string) =>
  withoutRiyals(words.replace(/^\d{1,4} (\d{1,2}|\p{L}{3,9}) \d{2,4} |[ \d]+$/gu, ''));

function kindOfWords(said: string) {
  const words = withoutFigures(said);
  return balanceKinds.find((kind) => balanceRows[kind].test(words)) ?? null;
}

/** A text of the bank that begins as one does that says a balance. */
export const saysBalance = (text: string | null): boolean => areOfBalance(plainWords(text ?? ''));

const areOfBalance = (words: string) =>
  /\bbal(ance)?\b|رصيد/u.test(words) && (kindOfWords(words) ?? 'total') !== 'total';

const movedIn = (row: Row, columns: Columns) =>
  (['amount', 'credit', 'debit'] as const).map((column) => cellOf(row, columns, column)).join('');

/** From its own column, or where the amounts of other rows stand. */
function balanceIn(row: Row, columns: Columns): Halalas | null {
  const own = cellOf(row, columns, 'balance');
  if (!saysNoBalance(own)) return balanceFigure(own, row.line);
  const amount = cellOf(row, columns, 'amount') || cellOf(row, columns, 'credit');
  if (amount !== '') return balanceFigure(amount, row.line);
  const debit = cellOf(row, columns, 'debit');
  return debit === '' ? null : -Math.abs(balanceFigure(debit, row.line));
}

/** Masks, or a column that is too narrow. */
const isHidden = (cell: string) => /[*#?x•…]|\.\./iu.test(cell);
/** A cell in which banks write that there is nothing. */
const isEmpty = (cell: string) => !isHidden(cell) && saysNothing(cell);
/** The same of a balance, of which a masked one proves nothing. */
const saysNoBalance = (cell: string) =>
  cell === '' || (!/\p{Nd}/u.test(cell) && saysNothing(withoutRiyalSigns(cell)));

const saysNoFigure = (cell: string) => saysNoBalance(cell) && !isHidden(cell);

/** A figure with its side of the account before or behind it, such as 1,000.00 CR; null without a side. */
function sided(cell: string): { plain: string; side: BankStatementLine['direction'] | null } {
  if (/^[\d,.]*$/.test(cell)) return { plain: cell, side: null };
  const text = withoutRiyalSigns(plainDigits(cell)).trim();
  const [word = ''] = /\p{L}[\p{L}./]*/u.exec(text) ?? [];
  const said = plainWords(word).replaceAll(' ', '');
  const side = credits.has(said) ? 'credit' : debits.has(said) ? 'debit' : null;
  if (side === null) return { plain: text, side: null };
  const plain = text.replace(word, '|').replace(/[([] ?\| ?[)\]]/u, '|');
  return { plain: plain.replace(/^\||\|$/gu, '').trim(), side };
}

/** With a sign, or with the side of the account beside it. */
function balanceFigure(cell: string, line: number): Halalas {
  const { plain, side } = sided(cell);
  const found = figure(plain, 'SAR');
  const amount = found?.digits === '0' ? '0.00' : found && lineAmount(found.digits, 'SAR');
  if (!found || amount === null) {
    throw new BankFileProblem(line, 'balance', 'must be a figure, such as 1,500.00');
  }
  const isOwed = found.isNegative || side === 'debit';
  return halalasFromDecimal(amount) * (isOwed ? -1 : 1) || 0;
}

/** What the file says that the account held before and after, proven; null where it says not both. */
function balancesOf(
  rows: readonly Row[],
  lines: readonly BankStatementLine[],
  columns: Columns,
  stated: Stated,
  unmoved: readonly { row: Row; day: IsoDate | null }[],
): StatementBalances | null {
  const isForeign = ({ currency, refusal }: BankStatementLine) =>
    currency !== 'SAR' && refusal !== 'not_booked';
  const balanced = rows.map((row, index) => {
    const said = lines[index]!.refusal === 'not_booked' ? '' : cellOf(row, columns, 'balance');
    return {
      line: row.line,
      day: lines[index]!.booked_on,
      moved: isForeign(lines[index]!) ? null : movementOf(lines[index]!),
      balance: saysNoBalance(said) ? null : balanceFigure(said, row.line),
    };
  });
  const said = unmoved.map(({ row, day }) => ({
    line: row.line,
    day,
    moved: 0,
    balance: balanceIn(row, columns),
  }));
  let near = balanced[0]?.day ?? '';
  const all = [...balanced, ...said]
    .toSorted((a, b) => a.line - b.line)
    .map((one) => ({ ...one, day: (near = one.day ?? near) }));
  const figures = Object.keys(stated).length + all.filter(({ balance }) => balance !== null).length;
  // One figure alone agrees with whatever was booked.
  if (figures < 2) return null;
  const running = runningBalances(all);
  const opening = stated.opening ?? running?.opening ?? null;
  const closing = stated.closing ?? running?.closing ?? null;
  if (opening === null || closing === null) return null;
  if (!lines.some(isForeign)) assertAddsUp({ opening, closing }, netMovement(lines));
  // Without a balance beside each row nothing says what money in another currency moved.
  else if (running === null) return null;
  return { opening, closing };
}

/** Called the account's number, in its own cell or behind the words; periods of a statement are none. */
const accountNumber =
  /(?:account|acct|a\/c)(?:\s*(?:number|num|no|#)[\s.:#]*|\s*:\s*)(?:\|\s*)?(\d[\d -]{6,30}\d)/iu;
const arabicAccountNumber = /(?:رقم الحساب|حساب رقم|الحساب\s*:)[\s:]*(?:\|\s*)?(\d[\d -]{6,30}\d)/u;
/** Directly behind the word, in one piece and longer than a day: Statement of account 608010167519. */
const bareAccountNumber = /(?:account|acct|a\/c|حساب)\s*[-–—]?\s*(\d{9,24})(?!\d)/iu;

/** The accounts that the file names above its columns, in a column of its own, or in both: each under one name. */
function accountsOf(above: Row[], movements: readonly Row[], columns: Columns): string[] {
  const named = [accountAbove(above), ...movements.map((row) => accountIn(row, columns))];
  const accounts = [...new Set(named.filter((name) => name !== null))];
  return accounts.filter(
    (name) => !accounts.some((iban) => iban !== name && isAccount(name, iban)),
  );
}

const accountIn = (row: Row, columns: Columns) => {
  const name = accountName(plainDigits(cellOf(row, columns, 'account')));
  return name === '' ? null : name;
};

/** The account that is named above the columns: an IBAN, or a number that is called the account's. */
function accountAbove(rows: readonly Row[]): string | null {
  const texts = rows.map(({ cells }) => plainDigits(cells.join(' | ')));
  const ibans = texts.flatMap((text) => text.replace(/[\s|-]/gu, '').match(/SA\d{22}/giu) ?? []);
  const numbers = texts
    .map((text) => text.replace(/\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}/gu, ' '))
    .flatMap((text) => {
      const forms = [accountNumber, arabicAccountNumber, bareAccountNumber];
      return forms.flatMap((form) => form.exec(text)?.[1] ?? []).slice(0, 1);
    });
  const named = new Set((ibans.length > 0 ? ibans : numbers).map(accountName));
  if (named.size > 1) throw new BankFileProblem(null, 'account', 'must be one account');
  return [...named][0] ?? null;
}

/** The places of the columns of each kind: one of each, but for texts. */
type Columns = Partial<Record<Column, number[]>>;

interface Named {
  above: Row[];
  header: Row;
  rows: Row[];
  columns: Columns;
  today?: IsoDate | undefined;
}
type Headed = Named & Pick<BankStatementFile, 'day_order'>;

function headedRows(file: string): Named {
  let problem = new BankFileProblem(
    null,
    'columns',
    'must be named: a date, and an amount or a credit and a debit',
  );
  for (const separator of separatorsOf(file)) {
    const rows = rowsOf(file, separator);
    const head = headOf(rows);
    // Split by another's separator, cells look as if their quotes were never closed.
    if (head instanceof BankFileProblem) problem = head;
    else if (head) {
      const { above, header } = head;
      const columns = columnsOf(header, header.line);
      return { above, header, rows: bodyOf(rows, above, header.cells.length, columns), columns };
    }
  }
  throw problem;
}

/** The row that names the columns, one of the first, and those above it; what keeps them from being read. */
function headOf(rows: Iterator<Row>): { header: Row; above: Row[] } | BankFileProblem | null {
  const above: Row[] = [];
  try {
    for (let n = 0; n < MAX_LINES_ABOVE; n += 1) {
      const { value, done } = rows.next();
      if (done) return null;
      if (isHeader(columnsOf(value))) return { header: value, above };
      above.push(value);
    }
  } catch (error) {
    if (error instanceof BankFileProblem) return error;
    throw error;
  }
  return null;
}

function bodyOf(
  rows: Iterable<Row>,
  above: readonly Row[],
  width: number,
  columns: Columns,
): Row[] {
  const body: Row[] = [];
  const continuations: { before: Row; row: Row }[] = [];
  const wordsOf = ({ words }: Row) => words.filter((one) => one !== '').join(' ');
  const titles = new Set(above.filter(({ words }) => !words.some(kindOfWords)).map(wordsOf));
  const names = JSON.stringify(columns);
  const [dayPlace] = columns.booked_on!;
  for (const row of rows) {
    if (row.cells.slice(width).some((cell) => cell !== ''))
      throw new BankFileProblem(row.line, 'columns', `must be ${width}, as in the first line`);
    const words = wordsOf(row);
    if (foot.test(words) || titles.has(words)) continue;
    // The names again, of a further page or in the other language.
    if (!/\p{Nd}/u.test(row.cells[dayPlace!] ?? '') && JSON.stringify(columnsOf(row)) === names)
      continue;
    const before = body.at(-1);
    if (before && isContinuation(row, before, columns)) {
      continuations.push({ before, row });
      continue;
    }
    if (body.length === MAX_BANK_STATEMENT_LINES)
      throw new BankFileProblem(null, 'rows', `must not pass ${MAX_BANK_STATEMENT_LINES}`);
    body.push(row);
  }
  // A text where days stand, after the last entry.
  const isNote = (row: Row) => {
    const day = row.cells[dayPlace!] ?? '';
    const isDay = numbersOf(day) !== null || namedDay(day) !== null;
    return (
      /\p{L}/u.test(day) && !isDay && movedIn(row, columns) + cellOf(row, columns, 'balance') === ''
    );
  };
  const under = Map.groupBy(continuations, ({ before }) => before);
  return body.slice(0, body.findLastIndex((row) => !isNote(row)) + 1).map((row) => {
    const more = under.get(row)?.map((one) => one.row);
    return more ? joined([row, ...more], width) : row;
  });
}

/** A row under a movement that holds a text or a name and nothing else: a cell of it had no room in one row. */
function isContinuation({ cells, words }: Row, before: Row, columns: Columns): boolean {
  const isText = (place: number) =>
    columns.remittance?.includes(place) || columns.payer_name?.includes(place);
  return (
    cells.every((cell, place) => cell === '' || isText(place)) &&
    !words.some(kindOfWords) &&
    hasDay(before, columns) &&
    movedIn(before, columns) !== '' &&
    balanceKind(before, columns) === null
  );
}

/** A movement with the texts of the rows under it. */
function joined(rows: readonly Row[], width: number): Row {
  const [{ line }] = rows as [Row];
  const cells = Array.from({ length: width }, (_, place) =>
    rows
      .map((row) => row.cells[place] ?? '')
      .join(' ')
      .trim(),
  );
  return { line, cells, words: cells.map(plainWords) };
}

/** The separators that a file of CSV holds, the most frequent first. */
export function separatorsOf(file: string): string[] {
  const start = file.slice(0, 4000);
  const count = (separator: string) => start.split(separator).length;
  return [',', ';', '\t', '|'].toSorted((a, b) => count(b) - count(a));
}

const isHeader = (columns: Columns) =>
  columns.booked_on !== undefined && (columns.amount !== undefined || columns.credit !== undefined);

const columnNames = new Map(
  (Object.keys(csvColumns) as Column[]).flatMap((column) =>
    csvColumns[column].split(', ').map((name) => [plainWords(name), column] as const),
  ),
);

/** The kind of a column by its name, which may stand in both languages. */
function columnOf(name: string): Column | undefined {
  const text = columnNames.get(name.replace(/ ?\d$/u, ''));
  const found =
    columnNames.get(name) ??
    (text === 'remittance' ? text : bothSides.test(name) ? 'direction' : undefined);
  if (found !== undefined || !sameScript(name, 'a') || !sameScript(name, 'ا')) return found;
  const words = [/\p{Script=Arabic}+/gu, /[^\p{Script=Arabic} ]+/gu];
  const kinds = words.map((others) =>
    columnOf(withoutRiyals(plainWords(name.replace(others, '')))),
  );
  return kinds[0] === kinds[1] ? kinds[0] : undefined;
}

const withoutRiyals = (words: string) => words.replace(/ (sar|sr|ريال( سعودي)?|ر س)$/u, '');

/** Without a time beside the day, and with the words that banks shorten. */
const fullName = (words: string) =>
  words
    .replace(/(?<=date)( and)? ?time$|(?<=تاريخ) و ?(ال)?وقت$/u, '')
    .replace(/\bamt\b/u, 'amount')
    .replace(/\bbal\b/u, 'balance')
    .replace(/\bdt\b/u, 'date');

/**
 * Where each column stands. Texts may stand in several, and the day of the booking beside that of the transaction, which is
 * then the value day unless a column has it; with `line`, another name that stands twice is a problem.
 */
function columnsOf({ cells, words }: Row, line?: number): Columns {
  const columns: Columns = {};
  let posted: number | undefined;
  words.forEach((said, index) => {
    const name = fullName(withoutRiyals(said));
    const first = columnOf(name);
    if (!first) return;
    const found = seconds.has(first) && columns[first] !== undefined ? 'remittance' : first;
    const isPosted = found === 'booked_on' && postingDates.has(name);
    const { [found]: places = [], booked_on } = columns;
    const isOther = booked_on?.length === 1 && isPosted !== (posted !== undefined);
    if (places.length === 0 || found === 'remittance' || (found === 'booked_on' && isOther))
      columns[found] = [...places, index];
    else if (line !== undefined)
      throw new BankFileProblem(line, cells[index]!, 'must be the only column of its kind');
    if (isPosted) posted ??= index;
  });
  const [other] = columns.booked_on?.filter((place) => place !== posted) ?? [];
  if (posted === undefined || other === undefined) return columns;
  return { ...columns, booked_on: [posted], value_date: columns.value_date ?? [other] };
}

/** Of these the first of several columns counts; the others are texts. */
const seconds = new Set<Column>(['bank_reference', 'payer_name', 'payer_iban']);

/** The names of the day of the booking, where another column has the day of the transaction. */
const postingDates = listed(
  'booking date, posting date, post date, processing date, entry date, تاريخ القيد, تاريخ الترحيل',
);

/** Small letters, no marks, one form of the Arabic letters that are written in several. */
export function plainWords(text: string): string {
  // Most cells of a file are of these characters alone.
  const plain = /^[ -~]*$/.test(text)
    ? text
    : text
        .normalize('NFKC')
        .replace(/[\u064B-\u0652\u0640\u061C\u200B-\u200F\u202A-\u202E\u2066-\u2069]/gu, '')
        .replace(/[أإآ]/gu, 'ا')
        .replace(/ة/gu, 'ه')
        .replace(/[ىی]/gu, 'ي');
  return plain
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/**
 * RFC 4180: quotes around a cell, doubled within it; a cell may hold line ends. Empty rows are left out, and so is the
 * apostrophe before a cell that our own files put there (domain/csv.ts). Row by row, so
 * that a file which is no statement is refused where that shows, and not once all of it is held.
 */
export function* rowsOf(file: string, separator: string): Generator<Row, undefined> {
  // Spaces before a quote are none of its cell.
  const quote = / *"/y;
  const ends = new RegExp(`[${separator}\\r\\n]`, 'g');
  let row = { line: 1, cells: [] as string[] };
  let [line, at, start] = [1, 0, 0];
  const isSaid = () => row.cells.some((one) => one !== '');
  const withWords = (): Row => ({ ...row, words: row.cells.map(plainWords) });
  const assertRow = (end: number) => {
    if (end - start > MAX_ROW_LENGTH)
      throw new BankFileProblem(row.line, 'row', `must not pass ${MAX_ROW_LENGTH} characters`);
  };
  while (at < file.length) {
    let cell = '';
    quote.lastIndex = at;
    if (quote.test(file)) {
      at = quote.lastIndex - 1;
      let end = file.indexOf('"', at + 1);
      while (end >= 0 && file[end + 1] === '"') end = file.indexOf('"', end + 2);
      if (end < 0) throw new BankFileProblem(line, 'quotes', 'must be closed');
      assertRow(end);
      cell = file.slice(at + 1, end).replaceAll('""', '"');
      line += cell.split('\n').length - 1;
      at = end + 1;
    }
    ends.lastIndex = at;
    const end = ends.exec(file)?.index ?? file.length;
    assertRow(end);
    // A formula of a text, by which banks keep a spreadsheet from cutting it.
    const said = withoutApostrophe(cell + file.slice(at, end)).replace(/^="(.*)"$/su, '$1');
    row.cells.push(said.trim());
    at = end;
    if (file[at] === separator) {
      at += 1;
      if (at >= file.length) row.cells.push('');
      continue;
    }
    if (file[at] === '\r') at += 1;
    if (file[at] === '\n') at += 1;
    line += 1;
    if (isSaid()) yield withWords();
    row = { line, cells: [] };
    start = at;
  }
  if (isSaid()) yield withWords();
}

type ReadDate = (text: string, line: number, field: string) => IsoDate;

/** Days within a title: in figures, the year first or last, or with the name of the month. */
const DAYS =
  /(?<![\d/.-])(?:\d{1,2}([-/.])\d{1,2}\1(?:\d{4}|\d{2})|\d{4}([-/.])\d{1,2}\2\d{1,2})(?![\d/.-])|\d{1,2}[ -]\p{L}{3,}[ -](?:\d{4}|\d{2})(?!\d)|\p{L}{3,} \d{1,2},? \d{4}/gu;

/** The words before a day in a title, by their meaning (plainWords). */
const titleWords = {
  printed: /print|issue|generat|produced|created|طبع|طباع|اصدار|انشاء|استخراج/u,
  to: /^$|(^| )(to|till|until|through|end|الي|حتي|نهايه)( |$)/u,
  from: /(^| )(from|period|between|start|من|(ال|لل)?فتره|بدايه)( |$)/u,
} as const;
type TitleDay = { said: keyof typeof titleWords | null; text: string };

function titleDays(above: readonly Row[]): TitleDay[] {
  return above.flatMap(({ cells }) => {
    const text = plainDigits(cells.join(' '));
    let at = 0;
    return Array.from(text.matchAll(DAYS)).flatMap(({ 0: day, index }): TitleDay[] => {
      // Another number, or a day of the Hijri calendar beside that of ours.
      if (dayOrders.every((order) => dayIn(day, order) === null)) return [];
      const words = plainWords(text.slice(at, index));
      at = index + day.length;
      const said = (['printed', 'to', 'from'] as const).find((one) => titleWords[one].test(words));
      return [{ said: said === 'to' && index === 0 ? null : (said ?? null), text: day }];
    });
  });
}

/** A month that a title names without a day: November 2026, 11/2026. */
const MONTH =
  /(?<![\d/.-]|\d )(?<month>\p{L}{3,}|\d{1,2})(?:,| لعام| عام| سنة)?[ /-](?<year>\d{4})(?![\d/.-])/gu;
const titleOfMonth = /^$|(^| )(statement|month|كشف|(ل|ال)?شهر)( |$)/u;

/** The first and the last day of the months that a title says it is of. */
function titleMonths(above: readonly Row[]): TitleDay[] {
  const days = above.flatMap(({ cells }) => {
    const text = plainDigits(cells.join(' '));
    return Array.from(text.matchAll(MONTH)).flatMap(({ index, groups: { year, month } = {} }) => {
      const words = plainWords(text.slice(0, index));
      const isOf = titleOfMonth.test(words) || titleWords.from.test(words);
      if (!isOf || titleWords.printed.test(words)) return [];
      return [1, 28, 29, 30, 31].flatMap((day) => dayIn(`${year}-${month}-${day}`, null) ?? []);
    });
  });
  const sorted = days.toSorted();
  return (['from', 'to'] as const).flatMap((said) => {
    const text = sorted.at(said === 'from' ? 0 : -1);
    return text === undefined ? [] : [{ said, text }];
  });
}

/**
 * The order of day and month, and what decided it: a day above 12; somebody's choice; what stands above the columns, of which
 * the period holds each day and the day of printing lies before none; no day after today. Null where all days can be read in
 * one way; undefined where nothing of that decides.
 */
function decidedOrder(
  { above, rows, columns }: Named,
  { today, order: said }: KnownOfDays,
): DecidedOrder | null | undefined {
  const daysIn = (column: Column) => {
    const [place = -1] = columns[column] ?? [];
    return [...new Set(rows.map(({ cells }) => cells[place] ?? ''))];
  };
  const bookedDays = daysIn('booked_on');
  const open = [...bookedDays, ...daysIn('value_date')].flatMap((text) => {
    const parts = numbersOf(text);
    return parts && isOpen(parts) ? [parts.order] : [];
  });
  if (open.length === 0) return null;
  const isDayFirst = open.some(([first]) => first > 12);
  const isMonthFirst = open.some(([, second]) => second > 12);
  // Two orders in one file: it is refused at the first such day.
  if (isDayFirst && isMonthFirst) return null;
  if (isDayFirst || isMonthFirst)
    return { order: isDayFirst ? 'day_first' : 'month_first', by: 'days' };
  if (said?.by === 'choice') return said;
  const title = [...titleDays(above), ...titleMonths(above)];
  const textsOf = (...kinds: TitleDay['said'][]) =>
    title.flatMap((one) => (kinds.includes(one.said) ? one.text : []));
  const read = (texts: readonly string[], order: DayOrder) =>
    texts.flatMap((text) => dayIn(text, order) ?? []);
  /** True where no day lies before the first ones, and none after the last ones. */
  const isWithin = (firsts: readonly string[], lasts: readonly string[]) => (order: DayOrder) => {
    const days = read(bookedDays, order).toSorted();
    return (
      read(firsts, order).every((day) => day <= days[0]!) &&
      read(lasts, order).every((day) => day >= days.at(-1)!)
    );
  };
  const period = [textsOf('from'), textsOf('to')] as const;
  const printed = textsOf('printed');
  const isPast = (order: DayOrder) =>
    read([...bookedDays, ...period[0], ...printed], order).every((day) => day <= (today ?? day));
  const isRead = (texts: readonly string[]) => (order: DayOrder) =>
    read(texts, order).length === texts.length;
  const rules = [
    ['period', isRead(period.flat())],
    ['period', isWithin(...period)],
    ['print_date', isRead(printed)],
    ['print_date', isWithin([], printed)],
    ['title', isRead(textsOf(null))],
    ['not_after_today', isPast],
  ] as const;
  for (const [by, fits] of rules) {
    const [order, other] = dayOrders.filter(fits);
    if (order !== undefined && other === undefined) return { order, by };
  }
  return undefined;
}

/** Null: days in figures with the year last say nothing, unless day and month are the same. */
function dateReader(order: DayOrder | null, today?: IsoDate): ReadDate {
  const known = new Map<string, IsoDate>();
  return (text, line, field) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const day = dayIn(text, order);
    const parts = numbersOf(text);
    const isShort = parts?.isShort ?? namedDay(text)?.isShort;
    // Two figures that stand last are the year, unless that is long past or far ahead: 26/11/22 may be of 2026, 22/06/48 of 1448.
    if (isShort && day !== null && isFar(day, today))
      throw new BankFileProblem(line, field, 'must say its year in four figures: 2026-11-20');
    if (day !== null) {
      known.set(text, day);
      return day;
    }
    if (!parts && namedDay(text) === null)
      throw new BankFileProblem(line, field, 'must be a date, such as 2026-11-20');
    if (parts && isOpen(parts) && order === null)
      throw new BankFileProblem(
        line,
        field,
        'must say which is the day and which the month: write 2026-11-20',
      );
    throw new BankFileProblem(line, field, 'must be a day of the Gregorian calendar');
  };
}

const isOpen = ({ order, yearFirst }: NonNullable<ReturnType<typeof numbersOf>>) =>
  !yearFirst && order[0] !== order[1];

/** The day that a text says in this order; null where it says none. */
function dayIn(text: string, order: DayOrder | null): IsoDate | null {
  const ofMoment = dayOfMoment(plainDigits(text).trim());
  if (ofMoment !== null) return ofMoment;
  const named = namedDay(text);
  if (named !== null) return gregorian(named.year, named.month, named.day);
  const parts = numbersOf(text);
  if (!parts || (isOpen(parts) && order === null)) return null;
  const [first, second] = parts.order;
  const [month, day] = isOpen(parts) && order === 'day_first' ? [second, first] : [first, second];
  return gregorian(parts.year, month, day);
}

function gregorian(year: number, month: number, day: number): IsoDate | null {
  const date = [year, padded(month), padded(day)].join('-');
  return isIsoDate(date) && year >= 2000 && year <= 2100 ? date : null;
}

const padded = (number: number) => String(number).padStart(2, '0');

/** The months of the Gregorian calendar by name, as plainWords writes it. */
const months = [
  /^(jan|january|يناير)$/u,
  /^(feb|february|فبراير)$/u,
  /^(mar|march|مارس)$/u,
  /^(apr|april|ابريل)$/u,
  /^(may|مايو)$/u,
  /^(jun|june|يونيو|يونيه)$/u,
  /^(jul|july|يوليو|يوليه)$/u,
  /^(aug|august|اغسطس)$/u,
  /^(sep|sept|september|سبتمبر)$/u,
  /^(oct|october|اكتوبر)$/u,
  /^(nov|november|نوفمبر)$/u,
  /^(dec|december|ديسمبر)$/u,
];

/** A day whose month has its name, such as 05-Feb-2026, 05FEB26 or Feb 5, 2026; null where the text is none. */
function namedDay(text: string) {
  const words = plainWords(withoutTime(text));
  const { day, name, year } =
    namedDays.map((form) => form.exec(words)?.groups).find((found) => found !== undefined) ?? {};
  const month = months.findIndex((one) => one.test(name ?? ''));
  if (month < 0 || year === undefined) return null;
  const isShort = year.length === 2;
  return {
    year: Number(isShort ? `20${year}` : year),
    month: month + 1,
    day: Number(day),
    isShort,
  };
}

const namedDays = [
  /^(?<day>\d{1,2})(?:st|nd|rd|th)? ?(?<name>\p{L}+) ?(?<year>\d{4}|\d{2})$/u,
  /^(?<name>\p{L}+) (?<day>\d{1,2}) (?<year>\d{4})$/u,
  /^(?<year>\d{4}) (?<name>\p{L}+) (?<day>\d{1,2})$/u,
];

const WEEKDAY =
  '(?:(?:sun|mon|tue|wed|thu|fri|sat)\\p{L}*|(?:يوم )?(?:ال)?(?:[أا]حد|[إا]ثنين|ثلاثاء|[أا]ربعاء|خميس|جمع[ةه]|سبت))';
const weekday = new RegExp(`^${WEEKDAY}[.,،]?\\s+|[\\s,،(]+${WEEKDAY}\\)?$`, 'giu');

/** Without the day of the week, a time behind it, and without the letter that says that it is of the Gregorian calendar. */
const withoutTime = (text: string) =>
  plainDigits(text)
    .normalize('NFKC')
    .replace(/[‐–―−]/gu, '-')
    .trim()
    .replace(weekday, '')
    .replace(/(?:,?\s{1,3}|T)\d{1,2}[:.]\d{2}(?!\d).*$|-\d{2}\.\d{2}\.\d{2}(?!\d).*$/u, '')
    .replace(/\s?(?:م|AD|G)$/iu, '')
    .replace(/ ?([-/.]) ?/gu, '$1');

function numbersOf(text: string) {
  const plain = withoutTime(text);
  const yearFirst = (
    /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(plain) ??
    /^(20\d{2})(\d{2})(\d{2})(?:\d{6})?$/.exec(plain)
  )
    ?.slice(1)
    .map(Number);
  if (yearFirst) {
    const order = [yearFirst[1]!, yearFirst[2]!] as const;
    return { year: yearFirst[0]!, order, yearFirst: true, isShort: false };
  }
  const yearLast = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})$/.exec(plain);
  if (!yearLast) return null;
  const [first, second, last] = [yearLast[1], yearLast[3], yearLast[4]].map(Number);
  const isShort = yearLast[4]!.length === 2;
  const year = isShort ? 2000 + last! : last!;
  return { year, order: [first!, second!] as const, yearFirst: false, isShort };
}

export const plainDigits = (text: string): string =>
  latinDigits(text).replace(/[\u061C\u200B-\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/gu, '');

/** Riyals in words, or where no currency is said (plainWords). */
const isRiyal = /^(sar|682|sr|s r|saudi riyals?|ريال( سعودي)?|ر ?س)?$/u;

function lineOf(
  row: Row,
  columns: Columns,
  others: readonly number[],
  readDate: ReadDate,
  areSigned: boolean,
): Omit<BankStatementLine, 'line_no'> {
  const cell = (column: Column) => cellOf(row, columns, column);
  const booked_on = readDate(cell('booked_on'), row.line, 'date');
  const valued = cell('value_date');
  const code = cell('currency').toUpperCase();
  const currency = isRiyal.test(plainWords(code)) ? 'SAR' : code;
  if (!/^[A-Z]{3}$/.test(currency)) {
    throw new BankFileProblem(row.line, 'currency', 'must be a code, such as SAR');
  }
  const said = withBalanceWords(row, cell('remittance'));
  // A payment reference may stand in a column that is not known.
  const beside = others.flatMap((place) => row.cells[place] ?? []);
  const named = beside.filter((one) => namedByReferences(one).length > 0);
  const remittance = lineText([said, ...named].filter((one) => one !== '').join(' | '), 2000);
  const money = moneyOf(row, cell, currency, areSigned);
  const { direction, amount } = money;
  const is_reversal = money.is_reversal || (direction === 'debit' && isReversalByText(remittance));
  return {
    direction,
    amount,
    currency,
    booked_on,
    value_date: isEmpty(valued) ? booked_on : readDate(valued, row.line, 'value date'),
    bank_reference: bankReference(cell('bank_reference')),
    entry_reference: null,
    payer_name: payerText(cell('payer_name'), 200),
    payer_iban: payerAccount(plainDigits(cell('payer_iban'))),
    credited_account: direction === 'credit' ? creditedAccount(cell) : null,
    remittance,
    is_reversal,
    refusal: isBooked(row, cell) ? refusalOf(direction, is_reversal, currency) : 'not_booked',
  };
}

/** The words that say a balance come first, in whatever column they stand: staff look at the line. */
function withBalanceWords({ cells, words }: Row, said: string): string {
  const cell = cells[words.findIndex(areOfBalance)];
  return cell === undefined || saysBalance(said) ? said : `${cell} ${said.replace(cell, '')}`;
}

/** The account that a credit went to, from a column of its own or from that of the account. */
const creditedAccount = (cell: Cell) =>
  lineText(accountName(plainDigits(cell('credited_account') || cell('account'))), 40);

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
  if (isEmpty(cell('status')) || booked.has(status)) return true;
  if (notBooked.has(status)) return false;
  throw new BankFileProblem(row.line, 'status', 'must be booked or pending');
}

type Money = Pick<BankStatementLine, 'direction' | 'amount' | 'is_reversal'>;
type Cell = (column: Column) => string;

/** A row's amount and direction; a sign against the direction reverses an earlier booking. */
function moneyOf(row: Row, cell: Cell, currency: string, areSigned: boolean): Money {
  // An amount beside a credit and a debit does not say which of them it is.
  if (cell('amount') !== '' && cell('credit') + cell('debit') === '')
    return moneyOfOneColumn(row, cell, currency, areSigned);
  const money = moneyOfTwoColumns(row, cell, currency, areSigned);
  const others = money.direction === 'credit' ? debits : credits;
  if (!money.is_reversal && others.has(directionIn(cell('direction'))))
    throw new BankFileProblem(row.line, 'type', 'must say the same as the amount');
  return money;
}

/**
 * Whether the file writes its debits with a sign: then a sign alone says of none that it came back. A reversal shows nothing,
 * of a debit or a credit; null where no other debit stands in the file.
 */
function areDebitsSigned(rows: readonly Row[], columns: Columns): boolean | null {
  const written = rows.flatMap((row) => {
    const own = cellOf(row, columns, 'debit');
    const { plain, side } = sided(own || amountIn(row, columns));
    const isDebit =
      own !== '' || side === 'debit' || debits.has(directionIn(cellOf(row, columns, 'direction')));
    const found = isDebit ? figure(plain, 'SAR') : null;
    if (found === null || found.digits === '0') return [];
    return saysReversal(cellOf(row, columns, 'remittance')) ? [] : [found.isNegative];
  });
  return written.length === 0 ? null : written.every(Boolean);
}

/**
 * Where some rows say a side beside an unsigned amount, a row that says none may be either: a bank may write one side alone.
 * @throws BankFileProblem at such a row.
 */
function assertSided(rows: readonly Row[], columns: Columns): void {
  const hasSide = (row: Row) => sided(amountIn(row, columns)).side !== null;
  const saysSide = (row: Row) =>
    hasSide(row) ||
    (['direction', 'credit', 'debit'] as const).some((one) => cellOf(row, columns, one) !== '');
  const unsaid = rows.find((row) => !saysSide(row));
  if (!unsaid) return;
  if (rows.some(hasSide))
    throw new BankFileProblem(unsaid.line, 'amount', 'must say CR or DR, as other rows do');
  const isSigned = rows.some((row) => hasSign(amountIn(row, columns)));
  if (!isSigned && rows.some((row) => saysDirection(row, columns)))
    throw new BankFileProblem(unsaid.line, 'type', 'must say credit or debit, as other rows do');
}

/** A debit. Against the habit of its file a sign says that money of ours came back, where its words say so too. */
function debitOf(amount: string, isNegative: boolean, cell: Cell, areSigned: boolean): Money {
  return isNegative && !areSigned && saysReversal(cell('remittance'))
    ? { direction: 'credit', amount, is_reversal: true }
    : { direction: 'debit', amount, is_reversal: false };
}

function moneyOfTwoColumns(row: Row, cell: Cell, currency: string, areSigned: boolean): Money {
  const [credit, debit] = [cell('credit'), cell('debit')];
  const [inward, outward] = (['credit', 'debit'] as const).map((column) => {
    const { plain, side } = sided(cell(column));
    return side === null || side === column ? figure(plain, currency) : null;
  }) as [Figure | null, Figure | null];
  const isCredit = inward !== null && inward.digits !== '0';
  const isDebit = outward !== null && outward.digits !== '0';
  if ((credit !== '' && !inward) || (debit !== '' && !outward)) {
    throw new BankFileProblem(row.line, 'amount', 'must be an amount above 0, such as 1,500.00');
  }
  if (isCredit === isDebit) {
    throw new BankFileProblem(row.line, 'amount', 'must be either a credit or a debit above 0');
  }
  const { digits, isNegative } = (isCredit ? inward : outward)!;
  const amount = lineAmount(digits, currency);
  if (amount === null) throw new BankFileProblem(row.line, 'amount', 'must be an amount above 0');
  if (isCredit)
    return { direction: isNegative ? 'debit' : 'credit', amount, is_reversal: isNegative };
  return debitOf(amount, isNegative, cell, areSigned);
}

function moneyOfOneColumn(row: Row, cell: Cell, currency: string, areSigned: boolean): Money {
  const { plain, side } = sided(cell('amount'));
  const found = figure(plain, currency);
  const amount = found && lineAmount(found.digits, currency);
  if (!found || amount === null) {
    throw new BankFileProblem(row.line, 'amount', 'must be an amount above 0, such as 1,500.00');
  }
  const said = directionIn(cell('direction'));
  if (side !== null && said !== '' && !(side === 'debit' ? debits : credits).has(said))
    throw new BankFileProblem(row.line, 'type', 'must say the same as the amount');
  const type = said || side;
  if (type === null) {
    return { direction: found.isNegative ? 'debit' : 'credit', amount, is_reversal: false };
  }
  if (reversedDebits.has(type)) return { direction: 'credit', amount, is_reversal: true };
  if (reversedCredits.has(type)) return { direction: 'debit', amount, is_reversal: true };
  if (debits.has(type)) return debitOf(amount, found.isNegative, cell, areSigned);
  if (!credits.has(type)) {
    throw new BankFileProblem(row.line, 'type', 'must be credit or debit');
  }
  const { isNegative } = found;
  return { direction: isNegative ? 'debit' : 'credit', amount, is_reversal: isNegative };
}

type Figure = { digits: string; isNegative: boolean };

const FIGURE =
  /^(?<sign>[-+(]?)\s*(?<whole>\d{1,3}(?:(?<gap>[,٬،'’ ])\d{3})(?:\k<gap>\d{3})*|\d+|(?=[.٫]))(?:[.٫](?<fraction>\d{1,5}))?\s?(?<end>[-+)]?)$/u;

const withoutRiyalSigns = (text: string) =>
  text.normalize('NFKC').replace(/S\.?A?\.?R\.?|ر\.?\s?س\.?|ر[يی]ال|\u20C1/giu, '');

const withOneMinus = (text: string) => text.replace(/[‐–―−˗➖]/gu, '-').trim();

/**
 * A figure (of `sided`) without its separators, zero as "0"; null where it cannot be told for certain: a comma is no decimal point,
 * and 1.000 riyals may be one or a thousand.
 */
function figure(text: string, currency: string): Figure | null {
  const { sign, whole, fraction, end } = FIGURE.exec(withOneMinus(text))?.groups ?? {};
  // A bracket without its other half is half a sign, and two signs are none.
  const signs = `${sign}${end}`;
  if (whole === undefined || (signs !== '()' && !/^[-+]?$/u.test(signs))) return null;
  if (currency === 'SAR' && fraction?.length === 3 && /^[1-9]\d{0,2}$/.test(whole)) return null;
  const isNegative = signs === '()' || signs === '-';
  const digits = (whole.replace(/\D/gu, '') || '0') + (fraction ? `.${fraction}` : '');
  return { digits: /^0+(\.0+)?$/.test(digits) ? '0' : digits, isNegative };
}
