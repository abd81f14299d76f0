import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { lineKind } from '#domain/servicing/bank-statement-line.ts';
import { parseBankStatement } from './parse-bank-statement.ts';
import { camtFile, type CamtEntry, type CamtVersion } from './sample-bank-statement.testing.ts';

const read = (text: string) => parseBankStatement(Buffer.from(text));

/** What a file is refused with. */
const refusal = (text: string) => {
  try {
    read(text);
    return null;
  } catch (error) {
    const { code, fields } = error as { code: string; fields: { field: string }[] };
    return [code, fields[0]?.field];
  }
};

const versions: CamtVersion[] = ['camt.053.001.02', 'camt.053.001.08'];
const entry: CamtEntry = {
  amount: '333.33',
  day: '2026-03-01',
  reference: 'FT26060AAA',
  payer: 'نجد & Sons <Co>',
  iban: 'SA0380000000608010167519',
  structured: 'RF08HM100001',
  text: 'سداد',
};

describe.each(versions)('%s', (version) => {
  test('an entry is a line: its amount, days, payer, reference and words', () => {
    const { account, lines, format } = read(camtFile(version, [entry]));
    expect([format, account]).toEqual(['camt.053', 'SA4420000001234567891234']);
    expect(lines).toEqual([
      {
        line_no: 1,
        direction: 'credit',
        amount: '333.33',
        currency: 'SAR',
        booked_on: '2026-03-01',
        value_date: '2026-03-01',
        bank_reference: 'FT26060AAA',
        payer_name: 'نجد & Sons <Co>',
        payer_iban: 'SA0380000000608010167519',
        credited_account: null,
        remittance: 'RF08HM100001 | سداد',
        entry_reference: null,
        is_reversal: false,
        refusal: null,
      },
    ]);
  });

  test('the account that a credit went to is read, of an entry and of each of its parts', () => {
    const creditor = 'SA9480000000000000000001';
    const parts = ['100.00', '233.33'];
    const credited = (given: Partial<CamtEntry>) =>
      read(camtFile(version, [{ ...entry, ...given }])).lines.map((one) => one.credited_account);
    expect(credited({ creditor })).toEqual([creditor]);
    expect(credited({ creditor, parts })).toEqual([creditor, creditor]);
    expect(credited({ creditor, direction: 'DBIT' })).toEqual([null]);
    // What a payer can write says nothing.
    expect(credited({ text: creditor })).toEqual([null]);
  });

  /** A file whose only entry, of SAR 300.00 and without a reference, has these details. */
  const detailed = (details: string, inEntry = '') =>
    read(
      camtFile(version, [{ ...entry, amount: '300.00' }])
        .replace(/<AcctSvcrRef>.*?<\/AcctSvcrRef>/u, inEntry)
        .replace(/<NtryDtls>.*<\/NtryDtls>/su, `<NtryDtls>${details}</NtryDtls>`),
    ).lines;
  const detail = (inner: string) => `<TxDtls>${inner}</TxDtls>`;

  test('character references are read once', () => {
    const [line] = detailed(
      detail(
        '<RmtInf><Ustrd>&#1588;&#x631;&#1603;&#1577; &#38;amp; RF08&#x20;HM10&#xA0;0001</Ustrd></RmtInf>',
      ),
    );
    expect(line!.remittance).toBe('شركة &amp; RF08 HM10 0001');
  });

  test('a debit names the message that it pays as a batch, a credit does not', () => {
    const batch = '<Btch><MsgId>019a9f0c</MsgId><PmtInfId>019a9f0c</PmtInfId></Btch>';
    const file = (direction: string) =>
      camtFile(version, [{ ...entry, direction }]).replace('<NtryDtls>', `<NtryDtls>${batch}`);
    expect(read(file('DBIT')).lines[0]!.remittance).toContain('019a9f0c');
    expect(read(file('CRDT')).lines[0]!.remittance ?? '').not.toContain('019a9f0c');
  });

  test.each([
    ['its details', '<Refs><AcctSvcrRef>FT-D1</AcctSvcrRef></Refs>', '', 'FT-D1'],
    ['the transaction', '<Refs><TxId>TX-100200</TxId></Refs>', '', 'TX-100200'],
    ['the instruction', '<Refs><InstrId>IN-100200</InstrId></Refs>', '', 'IN-100200'],
    [
      'its second name',
      '<Refs><Prtry><Ref>1</Ref></Prtry><Prtry><Ref>P-10020</Ref></Prtry></Refs>',
      '',
      'P-10020',
    ],
    ['the clearing', '<Refs><ClrSysRef>SARIE-77</ClrSysRef></Refs>', '', 'SARIE-77'],
    ['the entry’s number', '', '<NtryRef>2026112200017</NtryRef>', '2026112200017'],
    ['no number of the statement alone', '', '<NtryRef>1</NtryRef>', null],
    ['nor one with noughts before it', '', '<NtryRef>0000017</NtryRef>', null],
  ])('an entry without a reference has that of %s', (_name, refs, inEntry, reference) => {
    expect(detailed(detail(refs), inEntry)[0]!.bank_reference).toBe(reference);
  });

  test('a payment reference is found where a transfer is numbered or a document has lines', () => {
    const inLine = '<RfrdDocInf><LineDtls><Id><Nb>RF08HM100001</Nb></Id></LineDtls></RfrdDocInf>';
    const own = '<AcctSvcrRef>FT-1</AcctSvcrRef>';
    for (const said of [
      '<Refs><EndToEndId>NotProvided</EndToEndId><InstrId>RF08HM100001</InstrId></Refs>',
      `<RmtInf><Strd>${inLine}</Strd></RmtInf>`,
    ])
      expect(detailed(detail(said), own)).toMatchObject([
        { bank_reference: 'FT-1', remittance: 'RF08HM100001' },
      ]);
  });

  test('whoever pays through a wallet is the payer, and its IBAN is not theirs; a document’s number is read', () => {
    const named = (role: string, name: string) =>
      version === 'camt.053.001.02'
        ? `<${role}><Nm>${name}</Nm></${role}>`
        : `<${role}><Pty><Nm>${name}</Nm></Pty></${role}>`;
    const account = '<DbtrAcct><Id><IBAN>SA6720123456789123456789</IBAN></Id></DbtrAcct>';
    const paid = (parties: string) =>
      detailed(
        detail(
          `<RltdPties>${parties}</RltdPties><RmtInf><Strd><RfrdDocInf><Nb>RF08HM100001</Nb></RfrdDocInf></Strd></RmtInf>`,
        ),
      )[0];
    const ultimate = named('UltmtDbtr', 'Najd Coffee');
    expect(paid(named('Dbtr', 'A Wallet') + account + ultimate)).toMatchObject({
      payer_name: 'Najd Coffee',
      payer_iban: null,
      remittance: 'RF08HM100001',
    });
    for (const other of [ultimate, named('UltmtDbtr', 'NOTPROVIDED')])
      for (const name of ['Najd Coffee', 'NAJD COFFEE CO.'])
        expect(paid(named('Dbtr', name) + account + other)).toMatchObject({
          payer_iban: 'SA6720123456789123456789',
        });
    const masked = '<DbtrAcct><Id><Othr><Id>XXXX7519</Id></Othr></Id></DbtrAcct>';
    expect(paid(named('Dbtr', 'Najd Coffee') + masked)).toMatchObject({
      payer_name: 'Najd Coffee',
      payer_iban: 'XXXX7519',
    });
  });

  test.each([
    ['in another currency', '<Amt Ccy="USD">80.00</Amt>'],
    ['without amounts', ''],
  ])(
    'an entry with details %s is one credit of what was booked, with all texts',
    (_name, amount) => {
      const part = (reference: string) =>
        detail(`${amount}<RmtInf><Ustrd>${reference}</Ustrd></RmtInf>`);
      expect(detailed(part('RF08HM100001') + part('RF78HM100002'))).toMatchObject([
        {
          amount: '300.00',
          currency: 'SAR',
          refusal: null,
          payer_name: null,
          remittance: 'RF08HM100001 | RF78HM100002',
        },
      ]);
    },
  );

  test('debits, other currencies, reversals and what is not booked are kept apart', () => {
    const entries: CamtEntry[] = [
      { ...entry, direction: 'DBIT' },
      { ...entry, currency: 'USD' },
      { ...entry, reversal: true },
      { ...entry, status: 'PDNG' },
      { ...entry, status: 'INFO' },
    ];
    const { lines } = read(camtFile(version, entries));
    expect(lines.map(({ direction, refusal: why }) => [direction, why])).toEqual([
      ['debit', null],
      ['credit', 'currency'],
      ['credit', 'reversal'],
      ['credit', 'not_booked'],
      ['credit', 'not_booked'],
    ]);
  });

  test('an entry of nought is left out and counted', () => {
    const notice: CamtEntry = { ...entry, amount: '0.00' };
    const file = read(camtFile(version, [entry, notice]));
    expect(file).toMatchObject({ lines: [{ amount: entry.amount }], zero_amount_count: 1 });
  });

  test('a reversal by the bank is a line of its own kind', () => {
    const taken: CamtEntry = { ...entry, direction: 'DBIT', structured: undefined, text: 'x' };
    const { lines } = read(
      camtFile(version, [
        { ...taken, reversal: true },
        { ...taken, text: 'STORNO' },
        { ...taken, structured: 'RF08HM100001' },
        { ...taken, family: ['RCDT', 'RRTN'] },
        { ...taken, returned: 'AC04' },
        taken,
      ]),
    );
    expect(lines.map(lineKind)).toEqual([...Array(5).fill('reversal'), 'debit']);
    // Its payer is who had paid; of any other debit it is who was paid, whom this file does not name.
    expect(lines.map(({ payer_name }) => payer_name !== null)).toEqual([
      ...Array(5).fill(true),
      false,
    ]);
  });

  test('money of ours that comes back is no payment, whatever its text names', () => {
    const sent: CamtEntry = { ...entry, endToEnd: 'OTHER-1' };
    const { lines } = read(
      camtFile(version, [
        { ...sent, returned: 'AC04' },
        { ...sent, family: ['ICDT', 'RRTN'] },
        { ...sent, family: ['RCDT', 'ESCT'] },
      ]),
    );
    expect(lines.map(lineKind)).toEqual(['refused', 'refused', 'receipt']);
    expect(lines.map((line) => line.refusal)).toEqual(['reversal', 'reversal', null]);
  });

  test('a status that only this bank knows is not taken for booked', () => {
    const own = camtFile(version, [entry]).replace(
      /<Sts>.*?<\/Sts>/u,
      '<Sts><Prtry>HELD</Prtry></Sts>',
    );
    expect(refusal(own)).toEqual(['bank_statement_unreadable', 'line 1 · Sts']);
  });

  test('an envelope around the message is opened', () => {
    const file = camtFile(version, [entry]).replace(
      /<Document.*<\/Document>/su,
      '<Env><H/>$&</Env>',
    );
    expect(read(file).lines).toMatchObject([{ amount: '333.33' }]);
  });

  test('transfers that the bank booked together are lines of their own, or one that says what all say', () => {
    const batch = { ...entry, amount: '300.00', parts: ['100.00', '200.00'] };
    const { lines } = read(camtFile(version, [batch, entry]));
    expect(
      lines.map((one) => [one.line_no, one.amount, one.bank_reference, one.entry_reference]),
    ).toEqual([
      [1, '100.00', 'FT26060AAA/1', 'FT26060AAA'],
      [2, '200.00', 'FT26060AAA/2', 'FT26060AAA'],
      [3, '333.33', 'FT26060AAA', null],
    ]);
    for (const other of [{ amount: '300.01' }, { parts: ['300.00', '0.00'] }])
      expect(read(camtFile(version, [{ ...batch, ...other }])).lines).toMatchObject([
        { amount: other.amount ?? '300.00', bank_reference: 'FT26060AAA', entry_reference: null },
      ]);
  });

  test.each([
    ['Amt', { amount: '12,5' }],
    ['Amt', { amount: '-5.00' }],
    ['Amt', { amount: '1.005' }],
    ['Amt/@Ccy', { currency: 'riyal' }],
    ['BookgDt', { day: '2026-02-30' }],
    ['CdtDbtInd', { direction: 'IN' }],
  ])('a wrong %s is named with its entry', (field, wrong) => {
    const file = camtFile(version, [entry, { ...entry, ...wrong }]);
    expect(refusal(file)).toEqual(['bank_statement_unreadable', `line 2 · ${field}`]);
  });

  const schema = `../shared/data/iso20022/${version}.xsd`;
  test.skipIf(!existsSync(schema))(
    'the parser reads camt.053 as ISO 20022 defines it',
    async () => {
      const contents = camtFile(version, [
        entry,
        { ...entry, reversal: true, parts: ['111.11', '222.22'] },
      ]);
      const { errors } = await validateXML({
        xml: [{ fileName: 'statement.xml', contents }],
        schema: [{ fileName: `${version}.xsd`, contents: readFileSync(schema, 'utf8') }],
      });
      expect(errors.map(({ message }) => message)).toEqual([]);
    },
  );
});

describe('files that want something else', () => {
  test.each([
    [
      'an entity of another file',
      '<?xml version="1.0"?><!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]><Document>&x;</Document>',
      'DOCTYPE',
    ],
    [
      'entities of entities',
      '<!DOCTYPE d [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]><Document>&b;</Document>',
      'DOCTYPE',
    ],
    ['elements without end', '<Document><BkToCstmrStmt></Document>', 'line 1 · XML'],
    ['elements too deep', `${'<a>'.repeat(5000)}${'</a>'.repeat(5000)}`, 'XML'],
    ['another message', '<Document><CstmrCdtTrfInitn/></Document>', 'BkToCstmrStmt'],
    ['a web page that its bank names .xls', '<html><body></body></html>', 'file'],
    ['a page with a style', '<!-- x --><style></style><table></table>', 'file'],
    ['a workbook as XML', '<?xml version="1.0"?><?mso-application?><Workbook></Workbook>', 'file'],
    ['nothing', '', 'columns'],
    [
      'names that objects have',
      '<Document><constructor/><__proto__>x</__proto__></Document>',
      'XML',
    ],
  ])('%s: refused', (_name, file, field) => {
    expect(refusal(file)).toEqual(['bank_statement_unreadable', field]);
  });

  test.each([
    ['<a:Document xmlns:a="x"><a:BkToCstmrDbtCdtNtfctn><a:GrpHdr/>', 'notification'],
    ['<Document><BkToCstmrAcctRpt><GrpHdr/></BkToCstmrAcctRpt></Document>', 'intraday report'],
    ['\r\n:20:STMT1\r\n:25:SA03\r\n:60F:C261122SAR1000,00', 'MT940'],
    ['{1:F01BANKSARIAXXX0000000000}{2:I940BANKSARIXXXXN}{4:', 'MT940'],
    ['%PDF-1.7\n\u00FF', 'PDF'],
  ])('%s is refused as what it is, with the way out', (file, what) => {
    const words = `must not be .*${what}.*: ask the bank for camt.053 or CSV`;
    expect(() => read(file)).toThrow(new RegExp(words));
  });

  test('bytes that are no text are refused', () => {
    expect(() => parseBankStatement(Buffer.from([0xff, 0xd8, 0xff, 0xe0]))).toThrow(/UTF-8/);
    expect(() => parseBankStatement(Buffer.from('%PDF\0'))).toThrow(/UTF-8/);
    for (const workbook of ['d0cf11e0a1b11ae1', '504b030414000600'])
      expect(() => parseBankStatement(Buffer.from(workbook, 'hex'))).toThrow(/save it as CSV/);
  });

  test('a spreadsheet in UTF-16 is read, whichever byte of a letter is first', () => {
    const bytes = Buffer.from('\uFEFFالتاريخ\tالمبلغ\n2026-03-01\t5', 'utf16le');
    for (const file of [bytes, Buffer.from(bytes).swap16()])
      expect(parseBankStatement(file).lines).toMatchObject([{ amount: '5.00' }]);
  });

  test('in an Arabic code page nothing says what the bytes mean: refused, not guessed', () => {
    const windows1256 = [0xc7, 0xe1, 0xca, 0xc7, 0xd1, 0xed, 0xce];
    const file = Buffer.concat([Buffer.from(windows1256), Buffer.from(',amount\n2026-03-01,5')]);
    expect(() => parseBankStatement(file)).toThrow(/save it as CSV \(UTF-8\)/);
  });
});
