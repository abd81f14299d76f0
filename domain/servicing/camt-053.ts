import {
  bankReference,
  isTakenBack,
  lineAmount,
  lineDate,
  lineText,
  MAX_BANK_STATEMENT_LINES,
  BankStatementProblem,
  type LineRefusal,
  type BankStatementFile,
  type BankStatementLine,
} from './bank-statement-line.ts';

/**
 * An element as a parser of XML gives it: its text, or its children by name (a list where a name comes again), with
 * `@_name` for an attribute and `#text` for the text beside attributes. Names are without their prefix.
 */
export type XmlNode = string | { [name: string]: XmlNode | XmlNode[] } | undefined;

/**
 * The lines of a bank-to-customer statement, ISO 20022 camt.053 in its versions .02 and .08: an entry is a line, and of
 * an entry that the bank booked for several transfers at once each of them is one.
 * Throws BankStatementProblem with the entry's number, from 1, and the element.
 */
export function camt053(document: XmlNode): BankStatementFile {
  const statements = all(child(document, 'Document', 'BkToCstmrStmt'), 'Stmt');
  if (statements.length === 0) {
    throw new BankStatementProblem(null, 'BkToCstmrStmt', 'must hold a statement (camt.053)');
  }
  const accounts = new Set(statements.map(accountOf));
  if (accounts.size > 1) throw new BankStatementProblem(null, 'Acct', 'must be one account');
  const lines: BankStatementLine[] = [];
  let entry_no = 0;
  for (const statement of statements) {
    for (const entry of all(statement, 'Ntry')) {
      entry_no += 1;
      for (const line of linesOf(entry, entry_no, accountOf(statement)))
        lines.push({ ...line, line_no: lines.length + 1 });
      if (lines.length > MAX_BANK_STATEMENT_LINES) {
        throw new BankStatementProblem(
          entry_no,
          'Ntry',
          `must not pass ${MAX_BANK_STATEMENT_LINES} lines`,
        );
      }
    }
  }
  const [account_iban = null] = accounts;
  return { format: 'camt.053', account_iban, lines };
}

function accountOf(statement: XmlNode): string | null {
  const iban = text(child(statement, 'Acct', 'Id', 'IBAN'));
  return lineText(iban?.replace(/\s/g, '').toUpperCase(), 40);
}

function linesOf(
  entry: XmlNode,
  entry_no: number,
  account: string | null,
): Omit<BankStatementLine, 'line_no'>[] {
  const whole = entryOf(entry, entry_no);
  const details = all(entry, 'NtryDtls').flatMap((one) => all(one, 'TxDtls'));
  if (details.length <= 1) return [withParty(whole, entry, details[0], account)];
  const parts = details.map((detail, index) => {
    const amount = amountOf(
      child(detail, 'Amt') ?? child(detail, 'AmtDtls', 'TxAmt', 'Amt'),
      entry_no,
      `NtryDtls/TxDtls[${index + 1}]/Amt`,
    );
    const own = bankReference(text(child(detail, 'Refs', 'AcctSvcrRef')));
    const bank_reference =
      own ?? (whole.bank_reference === null ? null : `${whole.bank_reference}/${index + 1}`);
    const refusal =
      whole.refusal ?? refusalOfCurrency(whole.direction, amount.currency, whole.is_reversal);
    const entry_reference = whole.bank_reference;
    return withParty(
      { ...whole, ...amount, refusal, bank_reference, entry_reference },
      entry,
      detail,
      account,
    );
  });
  const isWhole = parts.every(({ currency }) => currency === whole.currency);
  if (isWhole && sum(parts.map(({ amount }) => amount)) !== sum([whole.amount])) {
    throw new BankStatementProblem(entry_no, 'NtryDtls', 'must add up to the amount of its entry');
  }
  return parts;
}

type Whole = ReturnType<typeof entryOf>;

/** With the other party and what was written, which may say that a debit takes back what had come in. */
function withParty(
  whole: Whole,
  entry: XmlNode,
  detail: XmlNode,
  account: string | null,
): Omit<BankStatementLine, 'line_no'> {
  const remittance = remittanceOf(entry, detail);
  const is_reversal =
    whole.is_reversal ||
    (whole.direction === 'debit' &&
      (isTakenBack(remittance) || returnedCredit.has(text(familyOf(entry)) ?? '')));
  const party =
    whole.direction === 'debit' && !is_reversal ? partyOf('Cdtr', detail) : partyOf('Dbtr', detail);
  // Of what is taken back the parties are those of the transfer that came in, unless the bank names us as the payer now.
  const isOurs = is_reversal && party.payer_iban !== null && party.payer_iban === account;
  return { ...whole, is_reversal, ...(isOurs ? partyOf('Cdtr', detail) : party), remittance };
}

/** Codes of ISO 20022 for what is returned or cancelled of transfers that were received. */
const returnedCredit = new Set(['RRTN', 'RPCR']);

function familyOf(entry: XmlNode): XmlNode {
  const family = child(entry, 'BkTxCd', 'Domn', 'Fmly');
  return text(child(family, 'Cd')) === 'RCDT' ? child(family, 'SubFmlyCd') : undefined;
}

/** Exact: amounts have at most five places. */
const sum = (amounts: string[]) =>
  amounts.reduce((total, amount) => {
    const [whole = '0', fraction = ''] = amount.split('.');
    return total + BigInt(whole + fraction.padEnd(5, '0'));
  }, 0n);

function entryOf(
  entry: XmlNode,
  entry_no: number,
): Omit<BankStatementLine, 'line_no' | 'payer_name' | 'payer_iban' | 'remittance'> {
  const { amount, currency } = amountOf(child(entry, 'Amt'), entry_no, 'Amt');
  const indicator = text(child(entry, 'CdtDbtInd'));
  if (indicator !== 'CRDT' && indicator !== 'DBIT') {
    throw new BankStatementProblem(entry_no, 'CdtDbtInd', 'must be CRDT or DBIT');
  }
  const direction = indicator === 'CRDT' ? 'credit' : 'debit';
  const booked = dateOf(entry, 'BookgDt', entry_no);
  const valued = dateOf(entry, 'ValDt', entry_no) ?? booked;
  if (valued === null) throw new BankStatementProblem(entry_no, 'BookgDt', 'must be a date');
  const status = text(child(entry, 'Sts', 'Cd')) ?? text(child(entry, 'Sts'));
  const isReversal = ['true', '1'].includes(text(child(entry, 'RvslInd')) ?? '');
  let refusal: LineRefusal | null = refusalOfCurrency(direction, currency, isReversal);
  if (direction === 'credit' && isReversal) refusal = 'reversal';
  if (status !== null && status !== 'BOOK') refusal = 'not_booked';
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
const refusalOfCurrency = (direction: 'credit' | 'debit', currency: string, isReversal: boolean) =>
  (direction === 'credit' || isReversal) && currency !== 'SAR' ? ('currency' as const) : null;

function amountOf(node: XmlNode, entry_no: number, field: string) {
  const currency = text(child(node, '@_Ccy')) ?? '';
  if (!/^[A-Z]{3}$/.test(currency)) {
    throw new BankStatementProblem(entry_no, `${field}/@Ccy`, 'must be a currency, such as SAR');
  }
  const amount = lineAmount(text(node) ?? '', currency);
  if (amount === null) throw new BankStatementProblem(entry_no, field, 'must be an amount above 0');
  return { amount, currency };
}

function dateOf(entry: XmlNode, name: string, entry_no: number): string | null {
  const node = child(entry, name);
  const said = text(child(node, 'Dt')) ?? text(child(node, 'DtTm'));
  if (said === null) return null;
  const date = lineDate(said);
  if (date === null) throw new BankStatementProblem(entry_no, name, 'must be a date, YYYY-MM-DD');
  return date;
}

/** A party of the transfer, by its role. */
function partyOf(role: 'Dbtr' | 'Cdtr', detail: XmlNode) {
  const parties = child(detail, 'RltdPties');
  const party = child(parties, role);
  const payer_name = text(child(party, 'Pty', 'Nm')) ?? text(child(party, 'Nm'));
  const payer_iban = text(child(parties, `${role}Acct`, 'Id', 'IBAN'));
  return {
    payer_name: lineText(payer_name, 200),
    payer_iban: lineText(payer_iban?.replace(/\s/g, '').toUpperCase(), 40),
  };
}

/** What the payer wrote, and what the bank says about it. */
function remittanceOf(entry: XmlNode, detail: XmlNode): string | null {
  const info = child(detail, 'RmtInf');
  const structured = all(info, 'Strd').flatMap((one) => [
    text(child(one, 'CdtrRefInf', 'Ref')),
    ...all(one, 'AddtlRmtInf').map(text),
  ]);
  const endToEnd = text(child(detail, 'Refs', 'EndToEndId'));
  const said = [
    ...structured,
    ...all(info, 'Ustrd').map(text),
    endToEnd === 'NOTPROVIDED' ? null : endToEnd,
    text(child(detail, 'AddtlTxInf')),
    text(child(entry, 'AddtlNtryInf')),
  ];
  // Between two of them a mark, so that the end of one and the beginning of the next are no reference.
  return lineText(said.filter((one) => one !== null).join(' | '), 2000);
}

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
