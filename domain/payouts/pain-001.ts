import type { IsoDate } from '../calendar.ts';
import { decimalFromHalalas, sumHalalas } from '../money.ts';
import type { PayoutFileLine } from './payout-file.ts';

/** The versions of the customer credit transfer initiation (ISO 20022) that Saudi banks take. */
export const pain001Versions = ['pain.001.001.03', 'pain.001.001.12'] as const;

export type Pain001Version = (typeof pain001Versions)[number];

export type Pain001 = {
  /** At most 35 characters, and always the same for the same file: a bank that gets it twice pays once. */
  message_id: string;
  created_at: Date;
  execution_date: IsoDate;
  debtor: { name: string; iban: string };
  /** `id`: at most 35 characters, of this attempt alone (`endToEndId`). At least one line. */
  lines: readonly (PayoutFileLine & { id: string })[];
};

/**
 * The name of one attempt to pay a payout, by its id and how often it has been in a run: at most 35 characters. A payout
 * that failed and is paid again has another, so that the bank takes it for no repetition.
 */
export function endToEndId(payout_id: string, attempt: number): string {
  return `${payout_id.replaceAll('-', '')}-${attempt.toString(36)}`;
}

/** A file of a payout run as the bank's XML. Throws RangeError on an empty one. */
export function pain001(version: Pain001Version, file: Pain001): string {
  if (file.lines.length === 0) throw new RangeError('a payment file needs a payment');
  const { name, iban } = file.debtor;
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
    element('InitgPty', partyName(name)),
  ];
  const instruction = [
    element('PmtInfId', escaped(file.message_id)),
    element('PmtMtd', 'TRF'),
    count,
    sum,
    element('ReqdExctnDt', version === 'pain.001.001.03' ? file.execution_date : day),
    element('Dbtr', partyName(name)),
    element('DbtrAcct', account(iban)),
    // The bank knows itself by the account.
    element('DbtrAgt', nested('FinInstnId', 'Othr', 'Id')('NOTPROVIDED')),
    element('ChrgBr', 'SLEV'),
    ...file.lines.map(transfer),
  ];
  const initiation = element('GrpHdr', header.join('')) + element('PmtInf', instruction.join(''));
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${version}">` +
    `${element('CstmrCdtTrfInitn', initiation)}</Document>\n`
  );
}

function transfer({ id, amount_halalas, beneficiary, iban, reference }: Pain001['lines'][number]) {
  const parts = [
    element('PmtId', element('EndToEndId', escaped(id))),
    element('Amt', `<InstdAmt Ccy="SAR">${decimalFromHalalas(amount_halalas)}</InstdAmt>`),
    element('Cdtr', partyName(beneficiary)),
    element('CdtrAcct', account(iban)),
    element('RmtInf', element('Ustrd', escaped(reference))),
  ];
  return element('CdtTrfTxInf', parts.join(''));
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
