import { halalasFromDecimal, type Halalas } from '../money.ts';
import {
  accountName,
  bankReference,
  isReversalByText,
  lineAmount,
  lineDate,
  lineText,
  payerAccount,
  payerText,
  MAX_BANK_STATEMENT_LINES,
  SHORTEST_REFERENCE,
  BankFileProblem,
  type LineRefusal,
  type BankStatementFile,
  type BankStatementLine,
  type StatementBalances,
} from './bank-statement-line.ts';
import { nameLikeness } from './name-likeness.ts';
import { namedByReferences } from './payment-reference.ts';
import { assertAddsUp, figureOf, netMovement } from './statement-balances.ts';

/**
 * A parsed XML element: its text, or its children by name (a list for a repeated name), with `@_name` for an attribute
 * and `#text` for the text beside attributes. Names have no namespace prefix.
 */
export type XmlNode = string | { [name: string]: XmlNode | XmlNode[] } | undefined;

/**
 * Reads a bank-to-customer statement, ISO 20022 camt.053 in versions .02 and .08. Each entry is a line; an entry that
 * books several transfers is one line for each transfer.
 * @throws BankFileProblem with the entry's number, from 1, and the element.
 */
export function camt053(document: XmlNode): BankStatementFile {
  const statements = all(child(messageIn(document), 'BkToCstmrStmt'), 'Stmt');
  if (statements.length === 0) {
    throw new BankFileProblem(null, 'BkToCstmrStmt', 'must hold a statement (camt.053)');
  }
  const accounts = new Set(statements.map(accountOf));
  if (accounts.size > 1) throw new BankFileProblem(null, 'Acct', 'must be one account');
  const lines: BankStatementLine[] = [];
  const balances: (StatementBalances | null)[] = [];
  let entry_no = 0;
  let zero_amount_count = 0;
  for (const statement of statements) {
    const wholes: Whole[] = [];
    for (const entry of all(statement, 'Ntry')) {
      entry_no += 1;
      if (isNought(text(child(entry, 'Amt')) ?? '')) {
        zero_amount_count += 1;
        continue;
      }
      const whole = entryOf(entry, entry_no);
      wholes.push(whole);
      for (const line of linesOf(entry, whole, entry_no, accountOf(statement)))
        lines.push({ ...line, line_no: lines.length + 1 });
      if (lines.length > MAX_BANK_STATEMENT_LINES) {
        throw new BankFileProblem(
          entry_no,
          'Ntry',
          `must not pass ${MAX_BANK_STATEMENT_LINES} lines`,
        );
      }
    }
    balances.push(balancesOf(statement, wholes));
  }
  const [account = null] = accounts;
  return {
    format: 'camt.053',
    account,
    accounts: account === null ? [] : [account],
    balances: balancesOfFile(balances),
    lines,
    zero_amount_count,
    saysDirections: true,
    day_order: null,
    period: lines.length > 0 ? null : periodOf(statements),
  };
}

/** The message itself, which a bank may send in an envelope. */
const messageIn = (node: XmlNode): XmlNode =>
  child(node, 'Document') ?? childrenOf(node).map(messageIn).find(Boolean);

const childrenOf = (node: XmlNode): XmlNode[] =>
  typeof node === 'object' ? Object.values(node).flat() : [];

/** The days that statements without entries cover: their stated period, or the day of their closing balance. */
function periodOf(statements: readonly XmlNode[]): BankStatementFile['period'] {
  const days = statements.flatMap((statement) => {
    const closing = all(statement, 'Bal').findLast((one) =>
      closingCodes.includes(codeOf(one) ?? ''),
    );
    const said = [
      text(child(statement, 'FrToDt', 'FrDtTm')),
      text(child(closing, 'Dt', 'Dt')) ?? text(child(closing, 'Dt', 'DtTm')),
    ];
    return said.flatMap((one) => (one === null ? [] : (lineDate(one) ?? [])));
  });
  const [from] = days.toSorted();
  return from === undefined ? null : { from, to: days.toSorted().at(-1)! };
}

/** The account's IBAN, or the bank's own account number. */
function accountOf(statement: XmlNode): string | null {
  const id = child(statement, 'Acct', 'Id');
  const said = text(child(id, 'IBAN')) ?? text(child(id, 'Othr', 'Id'));
  return said === null ? null : lineText(accountName(said), 40);
}

/**
 * ISO 20022 codes of the balances before the first entry and after the last. A statement that continues in another
 * element has an interim balance (ITBD) at the break.
 */
const openingCodes = ['OPBD', 'PRCD', 'ITBD'];
const closingCodes = ['CLBD', 'ITBD'];

/**
 * The statement's opening and closing balance; null when one is missing or in another currency.
 * @throws BankFileProblem when opening balance and entries do not add up to the closing balance.
 */
function balancesOf(statement: XmlNode, entries: readonly Whole[]): StatementBalances | null {
  const isBooked = (one: XmlNode) => [...openingCodes, ...closingCodes].includes(codeOf(one) ?? '');
  const balances = all(statement, 'Bal').filter(isBooked);
  const [opening, closing] = [
    balanceOf(balances, openingCodes),
    balanceOf(balances.toReversed(), closingCodes),
  ];
  // A single balance cannot be checked against the entries.
  if (balances.length < 2 || opening === null || closing === null) return null;
  if (entries.some(({ currency, refusal }) => currency !== 'SAR' && refusal !== 'not_booked'))
    return null;
  assertAddsUp({ opening, closing }, netMovement(entries));
  return { opening, closing };
}

const isNought = (said: string) => /^0+(\.0+)?$/.test(said);

const codeOf = (balance: XmlNode) => text(child(balance, 'Tp', 'CdOrPrtry', 'Cd'));

/** The first balance under one of these codes, in riyals; null where there is none. */
function balanceOf(balances: readonly XmlNode[], codes: readonly string[]): Halalas | null {
  for (const code of codes) {
    const found = balances.find((one) => codeOf(one) === code);
    if (found === undefined) continue;
    if (text(child(found, 'Amt', '@_Ccy')) !== 'SAR') return null;
    const said = text(child(found, 'Amt')) ?? '';
    const amount = isNought(said) ? '0.00' : lineAmount(said, 'SAR');
    const direction = directionOf(found);
    if (amount === null || direction === null) {
      throw new BankFileProblem(null, 'Bal', 'must be a figure, such as 1,500.00');
    }
    return halalasFromDecimal(amount) * (direction === 'debit' ? -1 : 1) || 0;
  }
  return null;
}

/**
 * Opening and closing balance of all statements of a file, which lists them oldest or newest first; null when one
 * statement has no balances.
 * @throws BankFileProblem when a statement's opening balance is not the closing balance of the one before.
 */
function balancesOfFile(balances: readonly (StatementBalances | null)[]): StatementBalances | null {
  const stated = balances.filter((one) => one !== null);
  if (stated.length < balances.length) return null;
  for (const ordered of [stated, stated.toReversed()]) {
    const { opening } = ordered[0]!;
    const { closing } = ordered.at(-1)!;
    if (ordered.every((one, n) => n === 0 || one.opening === ordered[n - 1]!.closing))
      return { opening, closing };
  }
  const n = stated.findIndex((one, at) => at > 0 && one.opening !== stated[at - 1]!.closing);
  const [ended, begun] = [stated[n - 1]!.closing, stated[n]!.opening].map(figureOf);
  throw new BankFileProblem(
    null,
    'Bal',
    `must follow: one statement ends with ${ended}, and the next begins with ${begun}`,
  );
}

function linesOf(
  entry: XmlNode,
  whole: Whole,
  entry_no: number,
  account: string | null,
): Omit<BankStatementLine, 'line_no'>[] {
  const details = all(entry, 'NtryDtls').flatMap((one) => all(one, 'TxDtls'));
  const isOfEntry = (detail: XmlNode) =>
    (directionOf(detail) ?? whole.direction) === whole.direction;
  const doNotAddUp = () =>
    new BankFileProblem(entry_no, 'NtryDtls', 'must add up to the amount of its entry');
  if (details.length <= 1) {
    const [detail] = details;
    if (!details.every(isOfEntry)) throw doNotAddUp();
    const bank_reference = whole.bank_reference ?? referenceOf(entry, detail);
    return [withParty({ ...whole, bank_reference }, entry, detail, account)];
  }
  const amounts = details.map((detail) => amountIn(detail, whole.currency));
  const isUnsaid = (amount: XmlNode) => isNought(text(amount) ?? '0');
  if (amounts.some(isUnsaid)) return [batchOf(whole, entry, details, account)];
  const parts = details.map((detail, index) => {
    const amount = amountOf(amounts[index], entry_no, `NtryDtls/TxDtls[${index + 1}]/Amt`);
    const own = bankReference(text(child(detail, 'Refs', 'AcctSvcrRef')));
    const bank_reference =
      own ?? (whole.bank_reference === null ? null : `${whole.bank_reference}/${index + 1}`);
    // One entry can net transfers of both directions.
    const direction = directionOf(detail) ?? whole.direction;
    const isBooked = whole.refusal !== 'not_booked';
    const refusal = refusalOf(direction, amount.currency, whole.is_reversal, isBooked);
    const entry_reference = whole.bank_reference;
    return withParty(
      { ...whole, ...amount, direction, refusal, bank_reference, entry_reference },
      entry,
      detail,
      account,
    );
  });
  if (sum(parts) === sum([whole])) return parts;
  // Before charges, or after them: what was booked is the entry's amount.
  if (details.every(isOfEntry)) return [batchOf(whole, entry, details, account)];
  throw doNotAddUp();
}

/** A detail's amount in the currency that was booked; details may also say what was paid in another one. */
const amountIn = (detail: XmlNode, currency: string): XmlNode =>
  [child(detail, 'Amt'), child(detail, 'AmtDtls', 'TxAmt', 'Amt')].find(
    (amount) => text(child(amount, '@_Ccy')) === currency,
  );

/** An entry whose details do not say what each of them moved: one line with all that was written. */
function batchOf(
  whole: Whole,
  entry: XmlNode,
  details: readonly XmlNode[],
  account: string | null,
): Omit<BankStatementLine, 'line_no'> {
  const said = new Set(details.flatMap((detail) => textsOf(entry, detail)));
  const bank_reference = whole.bank_reference ?? referenceOf(entry, undefined);
  const line = withParty({ ...whole, bank_reference }, entry, undefined, account);
  return { ...line, remittance: lineText([...said].join(' | '), 2000) };
}

/** The bank's own name of a movement, where the entry has none: of its detail, or of whoever numbered it. */
function referenceOf(entry: XmlNode, detail: XmlNode): string | null {
  const refs = child(detail, 'Refs');
  const own = bankReference(text(child(refs, 'AcctSvcrRef')));
  const others = [...namesIn(refs), text(child(entry, 'NtryRef'))].map(bankReference);
  return (
    own ??
    others.find((one) => one !== null && one.replace(/^0+/, '').length >= SHORTEST_REFERENCE) ??
    null
  );
}

/** What others than the bank call a transfer. */
const namesIn = (refs: XmlNode) => [
  ...['TxId', 'InstrId', 'AcctSvcrTxId', 'ClrSysRef', 'MktInfrstrctrTxId', 'UETR'].map((name) =>
    text(child(refs, name)),
  ),
  ...all(refs, 'Prtry').map((one) => text(child(one, 'Ref'))),
];

type Whole = ReturnType<typeof entryOf>;

/** With the other party and what was written, which may say that a debit takes back what had come in. */
function withParty(
  whole: Whole,
  entry: XmlNode,
  detail: XmlNode,
  account: string | null,
): Omit<BankStatementLine, 'line_no'> {
  const remittance = remittanceOf(entry, detail);
  const [family, code] = familyOf(entry);
  const isReturned = returned.has(code ?? '');
  const is_reversal =
    whole.is_reversal ||
    child(detail, 'RtrInf') !== undefined ||
    (whole.direction === 'debit'
      ? isReversalByText(remittance) || (family === 'RCDT' && isReturned)
      : family === 'ICDT' && isReturned);
  // What we had sent comes back: no company has paid it.
  const refusal =
    whole.refusal ?? (whole.direction === 'credit' && is_reversal ? ('reversal' as const) : null);
  const party =
    whole.direction === 'debit' && !is_reversal ? partyOf('Cdtr', detail) : partyOf('Dbtr', detail);
  // Of what is taken back the parties are those of the transfer that came in, unless the bank names us as the payer now.
  const isOurs = is_reversal && party.payer_iban !== null && party.payer_iban === account;
  const other = isOurs ? partyOf('Cdtr', detail) : party;
  const credited_account = whole.direction === 'credit' ? creditedAccount(detail) : null;
  return { ...whole, is_reversal, refusal, ...other, credited_account, remittance };
}

/** Codes of ISO 20022 for what is returned or cancelled of transfers, be they received (RCDT) or sent (ICDT). */
const returned = new Set(['RRTN', 'RPCR']);

/** The family of ISO 20022 and the code within it. */
function familyOf(entry: XmlNode): (string | null)[] {
  const family = child(entry, 'BkTxCd', 'Domn', 'Fmly');
  return [text(child(family, 'Cd')), text(child(family, 'SubFmlyCd'))];
}

/** Credits less debits. Exact: amounts have at most five decimals. */
const sum = (moved: Pick<BankStatementLine, 'direction' | 'amount'>[]) =>
  moved.reduce((total, { direction, amount }) => {
    const [whole = '0', fraction = ''] = amount.split('.');
    const places = BigInt(whole + fraction.padEnd(5, '0'));
    return direction === 'credit' ? total + places : total - places;
  }, 0n);

/** Null where it is not said, or not as ISO 20022 says it. */
function directionOf(node: XmlNode): BankStatementLine['direction'] | null {
  const indicator = text(child(node, 'CdtDbtInd'));
  if (indicator === 'CRDT') return 'credit';
  return indicator === 'DBIT' ? 'debit' : null;
}

function entryOf(
  entry: XmlNode,
  entry_no: number,
): Omit<
  BankStatementLine,
  'line_no' | 'payer_name' | 'payer_iban' | 'credited_account' | 'remittance'
> {
  const { amount, currency } = amountOf(child(entry, 'Amt'), entry_no, 'Amt');
  const direction = directionOf(entry);
  if (direction === null) {
    throw new BankFileProblem(entry_no, 'CdtDbtInd', 'must be CRDT or DBIT');
  }
  const booked = dateOf(entry, 'BookgDt', entry_no);
  const valued = dateOf(entry, 'ValDt', entry_no) ?? booked;
  if (valued === null) throw new BankFileProblem(entry_no, 'BookgDt', 'must be a date');
  const status = text(child(entry, 'Sts', 'Cd')) ?? text(child(entry, 'Sts'));
  if (status === null && child(entry, 'Sts') !== undefined)
    throw new BankFileProblem(entry_no, 'Sts', 'must be a code, such as BOOK');
  const isReversal = ['true', '1'].includes(text(child(entry, 'RvslInd')) ?? '');
  const refusal = refusalOf(direction, currency, isReversal, status === null || status === 'BOOK');
  return {
    direction,
    amount,
    currency,
    booked_on: booked ?? valued,
    value_date: valued,
    bank_reference: bankReference(text(child(entry, 'AcctSvcrRef'))),
    entry_reference: null,
    is_reversal: isReversal,
    refusal,
  };
}

/** Debits are shown as they are; money in another currency is not ours to count, nor what is taken back of it. */
function refusalOf(
  direction: BankStatementLine['direction'],
  currency: string,
  isReversal: boolean,
  isBooked: boolean,
): LineRefusal | null {
  if (!isBooked) return 'not_booked';
  return (direction === 'credit' || isReversal) && currency !== 'SAR' ? 'currency' : null;
}

function amountOf(node: XmlNode, entry_no: number, field: string) {
  const currency = text(child(node, '@_Ccy')) ?? '';
  if (!/^[A-Z]{3}$/.test(currency)) {
    throw new BankFileProblem(entry_no, `${field}/@Ccy`, 'must be a currency, such as SAR');
  }
  const amount = lineAmount(text(node) ?? '', currency);
  if (amount === null) throw new BankFileProblem(entry_no, field, 'must be an amount above 0');
  return { amount, currency };
}

function dateOf(entry: XmlNode, name: string, entry_no: number): string | null {
  const node = child(entry, name);
  const said = text(child(node, 'Dt')) ?? text(child(node, 'DtTm'));
  if (said === null) return null;
  const date = lineDate(said);
  if (date === null) throw new BankFileProblem(entry_no, name, 'must be a date, YYYY-MM-DD');
  return date;
}

/** A party of the transfer, by its role. */
function partyOf(role: 'Dbtr' | 'Cdtr', detail: XmlNode) {
  const parties = child(detail, 'RltdPties');
  const nameOf = (name: string) =>
    payerText(text(child(parties, name, 'Pty', 'Nm')) ?? text(child(parties, name, 'Nm')), 200);
  // Whoever pays through a wallet or an exchange house: the account is not theirs.
  const ultimate = nameOf(`Ultmt${role}`);
  const payer_name = ultimate ?? nameOf(role);
  const own = nameOf(role) ?? '';
  const isThrough = ultimate !== null && ultimate !== own && nameLikeness(ultimate, own) < 1;
  const id = child(parties, `${role}Acct`, 'Id');
  const payer_iban = isThrough ? null : (text(child(id, 'IBAN')) ?? text(child(id, 'Othr', 'Id')));
  return {
    payer_name,
    payer_iban: payerAccount(payer_iban),
  };
}

/** The creditor's account as the bank names it: a payer can write any number in the text, but not here. */
function creditedAccount(detail: XmlNode): string | null {
  const id = child(detail, 'RltdPties', 'CdtrAcct', 'Id');
  const said = text(child(id, 'IBAN')) ?? text(child(id, 'Othr', 'Id'));
  return said === null ? null : lineText(accountName(said), 40);
}

/** What the payer wrote, and what the bank says about it. */
function remittanceOf(entry: XmlNode, detail: XmlNode): string | null {
  // Between two of them a mark, so that the end of one and the beginning of the next are no reference.
  return lineText(textsOf(entry, detail).join(' | '), 2000);
}

function textsOf(entry: XmlNode, detail: XmlNode): string[] {
  const info = child(detail, 'RmtInf');
  const structured = all(info, 'Strd').flatMap((one) => [
    text(child(one, 'CdtrRefInf', 'Ref')),
    ...all(one, 'RfrdDocInf').flatMap((document) => [
      text(child(document, 'Nb')),
      ...all(document, 'LineDtls').flatMap((line) =>
        all(line, 'Id').map((id) => text(child(id, 'Nb'))),
      ),
    ]),
    ...all(one, 'AddtlRmtInf').map(text),
  ]);
  // A debit may name the message of ours that it pays: as a batch, or beside one of its transfers.
  const ours = [...all(entry, 'NtryDtls').map((one) => child(one, 'Btch')), child(detail, 'Refs')];
  const messages = directionOf(entry) === 'debit' ? ours.flatMap(messageOf) : [];
  const said = [
    ...structured,
    ...all(info, 'Ustrd').map(text),
    bankReference(text(child(detail, 'Refs', 'EndToEndId'))),
    // Whoever pays may have written the reference where banks number a transfer.
    ...namesIn(child(detail, 'Refs')).filter((one) => namedByReferences(one ?? '').length > 0),
    text(child(detail, 'RtrInf', 'Rsn', 'Cd')) ?? text(child(detail, 'RtrInf', 'Rsn', 'Prtry')),
    ...all(child(detail, 'RtrInf'), 'AddtlInf').map(text),
    text(child(detail, 'AddtlTxInf')),
    text(child(entry, 'AddtlNtryInf')),
    ...new Set(messages),
  ];
  return said.filter((one) => one !== null);
}

const messageOf = (names: XmlNode) => [text(child(names, 'MsgId')), text(child(names, 'PmtInfId'))];

/** The first element at a path of names. */
function child(node: XmlNode, ...names: string[]): XmlNode {
  let at = node;
  for (const name of names) {
    if (typeof at !== 'object') return undefined;
    const next: XmlNode | XmlNode[] = Object.hasOwn(at, name) ? at[name] : undefined;
    at = Array.isArray(next) ? next[0] : next;
  }
  return at;
}

function all(node: XmlNode, name: string): XmlNode[] {
  if (typeof node !== 'object' || !Object.hasOwn(node, name)) return [];
  const found = node[name];
  return Array.isArray(found) ? found : [found];
}

function text(node: XmlNode): string | null {
  const said = typeof node === 'object' ? child(node, '#text') : node;
  return typeof said === 'string' && said.trim() !== '' ? said.trim() : null;
}
