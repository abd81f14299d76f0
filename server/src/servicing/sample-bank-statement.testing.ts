export type CamtVersion = 'camt.053.001.02' | 'camt.053.001.08';

export interface CamtEntry {
  amount: string;
  day: string;
  currency?: string;
  direction?: string;
  status?: string;
  reversal?: boolean;
  /** The bank's code of the transaction: family and its part. */
  family?: [string, string];
  reference?: string;
  payer?: string;
  iban?: string;
  /** The account that it went to. */
  creditor?: string;
  /** A creditor's reference; and words. */
  structured?: string;
  text?: string;
  /** The name that the transfer was ordered by; and why it came back. */
  endToEnd?: string;
  returned?: string;
  /** The amounts of the transfers that it was booked for together. */
  parts?: string[];
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** A statement of our account as a bank sends it: with a closing balance of SAR 1.00, and an opening one where it is given. */
export function camtFile(
  version: CamtVersion,
  entries: readonly CamtEntry[],
  iban = 'SA4420000001234567891234',
  opening?: string,
): string {
  const balance = (code: string, amount: string) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="SAR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-03-01</Dt></Dt></Bal>`;
  const balances = (opening ? balance('OPBD', opening) : '') + balance('CLBD', '1.00');
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${version}"><BkToCstmrStmt>`,
    '<GrpHdr><MsgId>M1</MsgId><CreDtTm>2026-03-02T06:00:00Z</CreDtTm></GrpHdr>',
    '<Stmt><Id>S1</Id><CreDtTm>2026-03-02T06:00:00Z</CreDtTm>',
    `<Acct><Id><IBAN>${iban}</IBAN></Id></Acct>${balances}`,
    ...entries.map((entry) => entryXml(version, entry)),
    '</Stmt></BkToCstmrStmt></Document>',
  ].join('\n');
}

function entryXml(version: CamtVersion, entry: CamtEntry): string {
  const { amount, currency = 'SAR', direction = 'CRDT', status = 'BOOK', day, reference } = entry;
  const isOld = version === 'camt.053.001.02';
  const [family, subFamily] = entry.family ?? ['RCDT', 'DMCT'];
  const details = (entry.parts ?? [null]).map((part) => detailsXml(isOld, entry, part));
  return [
    `<Ntry><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd>`,
    entry.reversal ? '<RvslInd>true</RvslInd>' : '',
    isOld ? `<Sts>${status}</Sts>` : `<Sts><Cd>${status}</Cd></Sts>`,
    `<BookgDt><Dt>${day}</Dt></BookgDt><ValDt><Dt>${day}</Dt></ValDt>`,
    reference ? `<AcctSvcrRef>${reference}</AcctSvcrRef>` : '',
    `<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>${family}</Cd><SubFmlyCd>${subFamily}</SubFmlyCd></Fmly></Domn></BkTxCd>`,
    `<NtryDtls>${details.join('')}</NtryDtls></Ntry>`,
  ].join('');
}

function detailsXml(isOld: boolean, entry: CamtEntry, part: string | null): string {
  const { payer, iban, structured, text, currency = 'SAR', direction = 'CRDT' } = entry;
  const amount = `<Amt Ccy="${currency}">${part}</Amt>`;
  const name = payer ? `<Nm>${escaped(payer)}</Nm>` : '';
  const account = iban ? `<DbtrAcct><Id><IBAN>${iban}</IBAN></Id></DbtrAcct>` : '';
  const creditor = entry.creditor
    ? `<CdtrAcct><Id><IBAN>${entry.creditor}</IBAN></Id></CdtrAcct>`
    : '';
  const debtor = payer ? `<Dbtr>${isOld ? name : `<Pty>${name}</Pty>`}</Dbtr>` : '';
  const said = [
    text ? `<Ustrd>${escaped(text)}</Ustrd>` : '',
    structured
      ? `<Strd><CdtrRefInf><Tp><CdOrPrtry><Cd>SCOR</Cd></CdOrPrtry></Tp><Ref>${escaped(structured)}</Ref></CdtrRefInf></Strd>`
      : '',
  ].join('');
  return [
    `<TxDtls><Refs><EndToEndId>${entry.endToEnd ?? 'NOTPROVIDED'}</EndToEndId></Refs>`,
    part === null
      ? ''
      : isOld
        ? `<AmtDtls><TxAmt>${amount}</TxAmt></AmtDtls>`
        : `${amount}<CdtDbtInd>${direction}</CdtDbtInd>`,
    debtor || account || creditor ? `<RltdPties>${debtor}${account}${creditor}</RltdPties>` : '',
    said ? `<RmtInf>${said}</RmtInf>` : '',
    entry.returned ? `<RtrInf><Rsn><Cd>${entry.returned}</Cd></Rsn></RtrInf>` : '',
    '</TxDtls>',
  ].join('');
}
