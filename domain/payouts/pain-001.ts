import type { IsoDate } from '../calendar.ts';
import { decimalFromHalalas, sumHalalas } from '../money.ts';
import type { PayoutFileLine } from './payout-file.ts';
import { bankCodeOf } from './saudi-banks.ts';

/** The versions of the customer credit transfer initiation (ISO 20022) that Saudi banks take. */
export const pain001Versions = ['pain.001.001.03', 'pain.001.001.12'] as const;

export type Pain001Version = (typeof pain001Versions)[number];

/** What a file says since it says what Saudi banks ask for; a file of before has none of it, and keeps its bytes. */
type BankDetails = {
  /** Latin letters alone: what stands in `Nm`. */
  latin_name: string;
  /** Null: the bank of the IBAN is not known by its code, which then stands for it. */
  bic: string | null;
};

/** The category purpose (ISO 20022) of a file's payments: to suppliers, or others. */
export type PaymentCategory = 'SUPP' | 'OTHR';

export type Pain001 = {
  /** At most 35 characters, and always the same for the same file: a bank that gets it twice pays once. */
  message_id: string;
  created_at: Date;
  /** A day on which banks work. */
  execution_date: IsoDate;
  /** Why money is sent, for the bank: four letters are a code of ISO 20022, anything else is the bank's own. Null as `bank`. */
  purpose: string | null;
  /** Said where `purpose` is. */
  category: PaymentCategory;
  debtor: { name: string; iban: string; bank: BankDetails | null };
  /** `id`: at most 35 characters, of this attempt alone (`endToEndId`). At least one line. */
  lines: readonly (PayoutFileLine & { bank: BankDetails | null })[];
};

/**
 * The name of one attempt to pay a payout, by its id and how often it has been in a run: at most 35 characters. A payout
 * that failed and is paid again has another, so that the bank takes it for no repetition.
 */
export function endToEndId(payout_id: string, attempt: number): string {
  return `${payout_id.replaceAll('-', '')}-${attempt.toString(36)}`;
}

/**
 * The attempts that a bank's text names by their endToEndId, in its order; banks write them in capitals too, and the dash in
 * another way or not at all. Two attempts of one payout name none. Whether there is such a payout the database knows.
 */
export function payoutAttemptsIn(text: string): { payout_id: string; attempt: number }[] {
  const named = text.matchAll(
    /(?<![0-9a-z])([0-9a-f]{32})[\s\p{Pd}_./]?([0-9a-z]{1,2})(?![0-9a-z])/giu,
  );
  const attempts = Array.from(named, ([, hex = '', attempt = '']) => ({
    payout_id: hex.toLowerCase().replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
    attempt: Number.parseInt(attempt, 36),
  }));
  return attempts.filter(({ payout_id, attempt }) =>
    attempts.every((other) => other.payout_id !== payout_id || other.attempt === attempt),
  );
}

/** The messages that a bank's text may name by their message_id. Whether there is such a file the database knows. */
export function messageIdsIn(text: string): string[] {
  const named = text.matchAll(
    /(?<![0-9a-z])[0-9a-f]{32}(?![0-9a-z]|-[0-9a-z]{1,2}(?![0-9a-z]))/giu,
  );
  return Array.from(named, ([id]) => id.toLowerCase());
}

/** A file of a payout run as the bank's XML. Throws RangeError on an empty one. */
export function pain001(version: Pain001Version, file: Pain001): string {
  if (file.lines.length === 0) throw new RangeError('a payment file needs a payment');
  const { name, iban, bank } = file.debtor;
  const debtor = partyName(bank?.latin_name ?? name);
  const count = element('NbOfTxs', String(file.lines.length));
  const sum = element(
    'CtrlSum',
    decimalFromHalalas(sumHalalas(file.lines.map(({ amount_halalas }) => amount_halalas))),
  );
  const day = element('Dt', file.execution_date);
  const header = [
    element('MsgId', escaped(file.message_id)),
    element('CreDtTm', `${file.created_at.toISOString().slice(0, 19)}Z`),
    count,
    sum,
    element('InitgPty', debtor),
  ];
  const instruction = [
    element('PmtInfId', escaped(file.message_id)),
    element('PmtMtd', 'TRF'),
    count,
    sum,
    file.purpose === null ? '' : paymentType(file.category),
    element('ReqdExctnDt', version === 'pain.001.001.03' ? file.execution_date : day),
    element('Dbtr', debtor),
    element('DbtrAcct', account(iban)),
    // A file of before says of no bank: it knows itself by the account.
    element('DbtrAgt', bank ? agent(version, iban, bank) : nested(...otherId)('NOTPROVIDED')),
    element('ChrgBr', 'SLEV'),
    ...file.lines.map((line) => transfer(version, line, file.purpose)),
  ];
  const initiation = element('GrpHdr', header.join('')) + element('PmtInf', instruction.join(''));
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${version}">` +
    `${element('CstmrCdtTrfInitn', initiation)}</Document>\n`
  );
}

function transfer(
  version: Pain001Version,
  { id, amount_halalas, beneficiary, iban, reference, bank }: Pain001['lines'][number],
  purpose: string | null,
) {
  const parts = [
    element('PmtId', element('EndToEndId', escaped(id))),
    element('Amt', `<InstdAmt Ccy="SAR">${decimalFromHalalas(amount_halalas)}</InstdAmt>`),
    bank ? element('CdtrAgt', agent(version, iban, bank)) : '',
    element('Cdtr', partyName(bank?.latin_name ?? beneficiary)),
    element('CdtrAcct', account(iban)),
    purpose === null ? '' : element('Purp', codeOf(purpose)),
    element('RmtInf', element('Ustrd', escaped(reference))),
  ];
  return element('CdtTrfTxInf', parts.join(''));
}

/** What the payments are, by the day that is named and no faster. */
const paymentType = (category: PaymentCategory) =>
  element('PmtTpInf', nested('SvcLvl', 'Cd')('NURG') + nested('CtgyPurp', 'Cd')(category));

const isIsoCode = (purpose: string) => /^[A-Z]{4}$/.test(purpose);
const codeOf = (purpose: string) => element(isIsoCode(purpose) ? 'Cd' : 'Prtry', escaped(purpose));

const otherId = ['FinInstnId', 'Othr', 'Id'] as const;

/** The bank of an account: its BIC, or the code by which it is known in clearing. */
function agent(version: Pain001Version, iban: string, { bic }: BankDetails): string {
  if (bic === null) return nested('FinInstnId', 'ClrSysMmbId', 'MmbId')(bankCodeOf(iban));
  return nested('FinInstnId', version === 'pain.001.001.03' ? 'BIC' : 'BICFI')(bic);
}

const element = (name: string, content: string) => `<${name}>${content}</${name}>`;
const nested =
  (...names: string[]) =>
  (content: string) =>
    names.toReversed().reduce((inner, name) => element(name, inner), content);
const account = (iban: string) => nested('Id', 'IBAN')(escaped(iban));

/** A name of at most 140 characters; never an empty one, which the schema refuses. */
function partyName(name: string): string {
  const readable = Array.from(plain(name)).slice(0, 140).join('').trim();
  return element('Nm', escaped(readable || '-'));
}

/** Without what XML cannot hold. */
const plain = (text: string) =>
  text
    .toWellFormed()
    // oxlint-disable-next-line no-control-regex
    .replace(/[\u0000-\u001f\u007f\ufffe\uffff]+/g, ' ');

const escaped = (text: string) =>
  plain(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
