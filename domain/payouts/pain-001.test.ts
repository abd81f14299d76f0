import { existsSync, readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { describe, expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { MAX_AMOUNT_HALALAS } from '../money.ts';
import {
  payoutAttemptsIn,
  endToEndId,
  pain001,
  pain001Versions,
  type Pain001,
  type Pain001Version,
} from './pain-001.ts';

/** As a file of release 0.1.0 is written for ever: it says nothing of banks and purposes. */
const before: Pain001 = {
  message_id: '019a9f0c1d2e7abc8def0123456789ab',
  created_at: new Date('2026-02-08T06:00:00.123Z'),
  execution_date: '2026-02-08',
  purpose: null,
  category: 'SUPP',
  debtor: { name: 'Hamla', iban: 'SA4420000001234567891234', bank: null },
  lines: [
    {
      id: '019a9f0c1d2e7abc8def0123456789ac',
      beneficiary: 'وكالة صدى & Sons <Ltd>',
      iban: 'SA0380000000608010167519',
      amount_halalas: 950_000,
      reference: 'HM-100001',
      bank: null,
    },
    {
      id: '019a9f0c1d2e7abc8def0123456789ad',
      beneficiary: 'Noon Digital',
      iban: 'SA8880000000608010167520',
      amount_halalas: 9_501,
      reference: 'HM-100002',
      bank: null,
    },
  ],
};

/** The same as it is made today. The bank of the second agency is not known by its code. */
const run: Pain001 = {
  ...before,
  purpose: 'SUPP',
  debtor: { ...before.debtor, bank: { latin_name: 'Hamla Co', bic: 'RIBLSARI' } },
  lines: [
    {
      ...before.lines[0]!,
      bank: { latin_name: 'Wakalat Sda and Sons (Ltd)', bic: 'RJHISARI' },
    },
    {
      ...before.lines[1]!,
      iban: 'SA3799000000608010167520',
      bank: { latin_name: 'Noon Digital', bic: null },
    },
  ],
};

test.each(pain001Versions)('%s says whom, how much and in all', (version) => {
  const xml = pain001(version, before);
  expect(xml).toContain('<Nm>وكالة صدى &amp; Sons &lt;Ltd&gt;</Nm>');
  expect(xml).toContain('<InstdAmt Ccy="SAR">9500.00</InstdAmt>');
  // 9,500.00 + 95.01, in the header and in the instruction.
  expect(xml.split('<NbOfTxs>2</NbOfTxs><CtrlSum>9595.01</CtrlSum>')).toHaveLength(3);
  expect(xml).toContain(
    version === 'pain.001.001.03'
      ? '<ReqdExctnDt>2026-02-08</ReqdExctnDt>'
      : '<ReqdExctnDt><Dt>2026-02-08</Dt></ReqdExctnDt>',
  );
});

/** What the bank is told, element by element: the whole file of `before`. */
const wholeFileBefore = (version: Pain001Version) => `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${version}">
  <CstmrCdtTrfInitn>
    <GrpHdr>
      <MsgId>019a9f0c1d2e7abc8def0123456789ab</MsgId>
      <CreDtTm>2026-02-08T06:00:00Z</CreDtTm>
      <NbOfTxs>2</NbOfTxs>
      <CtrlSum>9595.01</CtrlSum>
      <InitgPty><Nm>Hamla</Nm></InitgPty>
    </GrpHdr>
    <PmtInf>
      <PmtInfId>019a9f0c1d2e7abc8def0123456789ab</PmtInfId>
      <PmtMtd>TRF</PmtMtd>
      <NbOfTxs>2</NbOfTxs>
      <CtrlSum>9595.01</CtrlSum>
      <ReqdExctnDt>${version === 'pain.001.001.03' ? '2026-02-08' : '<Dt>2026-02-08</Dt>'}</ReqdExctnDt>
      <Dbtr><Nm>Hamla</Nm></Dbtr>
      <DbtrAcct><Id><IBAN>SA4420000001234567891234</IBAN></Id></DbtrAcct>
      <DbtrAgt><FinInstnId><Othr><Id>NOTPROVIDED</Id></Othr></FinInstnId></DbtrAgt>
      <ChrgBr>SLEV</ChrgBr>
      <CdtTrfTxInf>
        <PmtId><EndToEndId>019a9f0c1d2e7abc8def0123456789ac</EndToEndId></PmtId>
        <Amt><InstdAmt Ccy="SAR">9500.00</InstdAmt></Amt>
        <Cdtr><Nm>وكالة صدى &amp; Sons &lt;Ltd&gt;</Nm></Cdtr>
        <CdtrAcct><Id><IBAN>SA0380000000608010167519</IBAN></Id></CdtrAcct>
        <RmtInf><Ustrd>HM-100001</Ustrd></RmtInf>
      </CdtTrfTxInf>
      <CdtTrfTxInf>
        <PmtId><EndToEndId>019a9f0c1d2e7abc8def0123456789ad</EndToEndId></PmtId>
        <Amt><InstdAmt Ccy="SAR">95.01</InstdAmt></Amt>
        <Cdtr><Nm>Noon Digital</Nm></Cdtr>
        <CdtrAcct><Id><IBAN>SA8880000000608010167520</IBAN></Id></CdtrAcct>
        <RmtInf><Ustrd>HM-100002</Ustrd></RmtInf>
      </CdtTrfTxInf>
    </PmtInf>
  </CstmrCdtTrfInitn>
</Document>
`;

/** The whole file of `run`. */
const wholeFile = (version: Pain001Version) => {
  const bic = version === 'pain.001.001.03' ? 'BIC' : 'BICFI';
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${version}">
  <CstmrCdtTrfInitn>
    <GrpHdr>
      <MsgId>019a9f0c1d2e7abc8def0123456789ab</MsgId>
      <CreDtTm>2026-02-08T06:00:00Z</CreDtTm>
      <NbOfTxs>2</NbOfTxs>
      <CtrlSum>9595.01</CtrlSum>
      <InitgPty><Nm>Hamla Co</Nm></InitgPty>
    </GrpHdr>
    <PmtInf>
      <PmtInfId>019a9f0c1d2e7abc8def0123456789ab</PmtInfId>
      <PmtMtd>TRF</PmtMtd>
      <NbOfTxs>2</NbOfTxs>
      <CtrlSum>9595.01</CtrlSum>
      <PmtTpInf>
        <SvcLvl><Cd>NURG</Cd></SvcLvl>
        <CtgyPurp><Cd>SUPP</Cd></CtgyPurp>
      </PmtTpInf>
      <ReqdExctnDt>${version === 'pain.001.001.03' ? '2026-02-08' : '<Dt>2026-02-08</Dt>'}</ReqdExctnDt>
      <Dbtr><Nm>Hamla Co</Nm></Dbtr>
      <DbtrAcct><Id><IBAN>SA4420000001234567891234</IBAN></Id></DbtrAcct>
      <DbtrAgt><FinInstnId><${bic}>RIBLSARI</${bic}></FinInstnId></DbtrAgt>
      <ChrgBr>SLEV</ChrgBr>
      <CdtTrfTxInf>
        <PmtId><EndToEndId>019a9f0c1d2e7abc8def0123456789ac</EndToEndId></PmtId>
        <Amt><InstdAmt Ccy="SAR">9500.00</InstdAmt></Amt>
        <CdtrAgt><FinInstnId><${bic}>RJHISARI</${bic}></FinInstnId></CdtrAgt>
        <Cdtr><Nm>Wakalat Sda and Sons (Ltd)</Nm></Cdtr>
        <CdtrAcct><Id><IBAN>SA0380000000608010167519</IBAN></Id></CdtrAcct>
        <Purp><Cd>SUPP</Cd></Purp>
        <RmtInf><Ustrd>HM-100001</Ustrd></RmtInf>
      </CdtTrfTxInf>
      <CdtTrfTxInf>
        <PmtId><EndToEndId>019a9f0c1d2e7abc8def0123456789ad</EndToEndId></PmtId>
        <Amt><InstdAmt Ccy="SAR">95.01</InstdAmt></Amt>
        <CdtrAgt><FinInstnId><ClrSysMmbId><MmbId>99</MmbId></ClrSysMmbId></FinInstnId></CdtrAgt>
        <Cdtr><Nm>Noon Digital</Nm></Cdtr>
        <CdtrAcct><Id><IBAN>SA3799000000608010167520</IBAN></Id></CdtrAcct>
        <Purp><Cd>SUPP</Cd></Purp>
        <RmtInf><Ustrd>HM-100002</Ustrd></RmtInf>
      </CdtTrfTxInf>
    </PmtInf>
  </CstmrCdtTrfInitn>
</Document>
`;
};

/** Without the indentation; the end of the first and of the last line stays. */
function asWritten(file: string): string {
  const [head, ...rest] = file.split('\n');
  return `${head}\n${rest.map((line) => line.trimStart()).join('')}\n`;
}

test.each(pain001Versions)(
  'the whole %s: the platform is the debtor, each agency the creditor of its own transfer',
  (version) => {
    expect(pain001(version, run)).toBe(asWritten(wholeFile(version)));
  },
);

test.each(pain001Versions)('the whole %s of release 0.1.0 stays as its bank got it', (version) => {
  expect(pain001(version, before)).toBe(asWritten(wholeFileBefore(version)));
});

test("a purpose that is no code of ISO 20022 is the bank's own", () => {
  const own = pain001('pain.001.001.03', { ...run, purpose: '38' });
  expect(own.split('<Purp><Prtry>38</Prtry></Purp>')).toHaveLength(3);
  expect(own).toContain('<CtgyPurp><Cd>SUPP</Cd></CtgyPurp>');
});

/** An element: its children in their order, or its text. */
type Element = { name: string; children: Element[]; text: string };

/** What the schema says of an element that the file uses: what it may hold, once each and in this order. */
type Rule = RegExp | { [name: string]: Rule };

/** Of text that people typed: 1 to so many characters, and none that XML cannot hold. */
const textOf = (max: number) => new RegExp(`^[^\\p{Cc}\\p{Cs}\\uFFFE\\uFFFF]{1,${max}}$`, 'u');
const party = { Nm: textOf(140) };
const account = { Id: { IBAN: /^[A-Z]{2}\d{2}[a-zA-Z0-9]{1,30}$/ } };
const bankOf = (version: Pain001Version): Rule => ({
  FinInstnId: {
    [version === 'pain.001.001.03' ? 'BIC' : 'BICFI']: /^[A-Z]{6}[A-Z2-9][A-NP-Z0-9]$/,
  },
});
const amount = /^\d{1,13}\.\d{2}$/;

/** The rules of the schemas of ISO 20022 for the elements of our files. */
const ruleOf = (version: Pain001Version): Rule => ({
  GrpHdr: {
    MsgId: textOf(35),
    CreDtTm: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/,
    NbOfTxs: /^\d{1,15}$/,
    CtrlSum: amount,
    InitgPty: party,
  },
  PmtInf: {
    PmtInfId: textOf(35),
    PmtMtd: /^(?:CHK|TRF|TRA)$/,
    NbOfTxs: /^\d{1,15}$/,
    CtrlSum: amount,
    PmtTpInf: { SvcLvl: { Cd: /^[A-Z]{1,4}$/ }, CtgyPurp: { Cd: /^[A-Z]{1,4}$/ } },
    ReqdExctnDt:
      version === 'pain.001.001.03' ? /^\d{4}-\d{2}-\d{2}$/ : { Dt: /^\d{4}-\d{2}-\d{2}$/ },
    Dbtr: party,
    DbtrAcct: account,
    DbtrAgt: bankOf(version),
    ChrgBr: /^(?:DEBT|CRED|SHAR|SLEV)$/,
    CdtTrfTxInf: {
      PmtId: { EndToEndId: textOf(35) },
      Amt: { InstdAmt: amount },
      CdtrAgt: bankOf(version),
      Cdtr: party,
      CdtrAcct: account,
      Purp: { Cd: /^[A-Z]{1,4}$/ },
      RmtInf: { Ustrd: textOf(140) },
    },
  },
});

/** Where an element is not as its rule says; of transfers there may be many. */
function breaches({ name, children, text }: Element, rule: Rule): string[] {
  if (rule instanceof RegExp)
    return children.length === 0 && rule.test(text) ? [] : [`${name}: ${JSON.stringify(text)}`];
  const names = children.map((child) => child.name);
  const isInOrder =
    names.filter((one, n) => one !== names[n - 1] || one !== 'CdtTrfTxInf').join() ===
    Object.keys(rule).join();
  if (!isInOrder) return [`${name} holds ${names.join()}`];
  return children.flatMap((child) => breaches(child, rule[child.name]!));
}

/** The payment initiation of a file, which must be well-formed. */
function initiationOf(xml: string): Element {
  expect(XMLValidator.validate(xml)).toBe(true);
  const options = { preserveOrder: true, parseTagValue: false, trimValues: false };
  const parsed = new XMLParser(options).parse(xml) as Record<string, unknown>[];
  const elementsOf = (nodes: Record<string, unknown>[]): Element[] =>
    nodes
      .filter((node) => !('#text' in node))
      .map((node) => {
        const name = Object.keys(node).find((key) => key !== ':@')!;
        const inner = node[name] as Record<string, unknown>[];
        const text = inner.map((one) => (one['#text'] ?? '') as string).join('');
        return { name, children: elementsOf(inner), text };
      });
  const document = elementsOf(parsed).find(({ name }) => name === 'Document')!;
  expect(document.children.map(({ name }) => name)).toEqual(['CstmrCdtTrfInitn']);
  return document.children[0]!;
}

/** Lines as agencies may call themselves, long and unreadable names among them. */
const anyLine = fc.record({
  id: fc.constant('019a9f0c1d2e7abc8def0123456789ac'),
  beneficiary: fc.oneof(
    fc.string(),
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.string({ unit: 'grapheme', minLength: 141, maxLength: 300 }),
    fc.constantFrom('', '   ', '\u0000', '\u001F\uFFFE', 'x'.repeat(141)),
  ),
  iban: fc.constant('SA0380000000608010167519'),
  amount_halalas: fc.integer({ min: 1, max: Math.floor(MAX_AMOUNT_HALALAS / 100) }),
  reference: fc.constant('HM-100001'),
  bank: fc.record({
    latin_name: fc.constantFrom('Sada Creative', 'x'.repeat(140), '-'),
    bic: fc.constant('RJHISARI'),
  }),
});

test.each(pain001Versions)(
  '%s keeps the rules of its schema, whatever agencies call themselves',
  (version) => {
    fc.assert(
      fc.property(fc.array(anyLine, { minLength: 1, maxLength: 5 }), (lines) => {
        const initiation = initiationOf(pain001(version, { ...run, lines }));
        expect(breaches(initiation, ruleOf(version))).toEqual([]);
        expect(initiation.children[1]!.children.slice(10)).toHaveLength(lines.length);
      }),
    );
  },
);

test.each([
  'PmtMtd',
  'PmtTpInf',
  'ReqdExctnDt',
  'Dbtr',
  'DbtrAcct',
  'DbtrAgt',
  'CdtrAgt',
  'Cdtr',
  'CdtrAcct',
  'ChrgBr',
  'Purp',
])('a file without its %s breaks the rules of the schema', (name) => {
  const file = { ...run, lines: run.lines.slice(0, 1) };
  const without = pain001('pain.001.001.03', file).replace(new RegExp(`<${name}>.*</${name}>`), '');
  expect(breaches(initiationOf(without), ruleOf('pain.001.001.03'))).not.toEqual([]);
});

test('a file without payments is refused', () => {
  expect(() => pain001('pain.001.001.03', { ...run, lines: [] })).toThrow(RangeError);
});

/** The schemas of ISO 20022 lie beside the repository where they are at hand. */
const schemaOf = (version: Pain001Version) => `../shared/data/iso20022/${version}.xsd`;

describe.skipIf(!existsSync(schemaOf('pain.001.001.03')))(
  'against the schemas of ISO 20022',
  () => {
    const problems = async (version: Pain001Version, files: string[]) => {
      const { errors } = await validateXML({
        xml: files.map((contents, n) => ({ fileName: `${n}.xml`, contents })),
        schema: [{ fileName: `${version}.xsd`, contents: readFileSync(schemaOf(version), 'utf8') }],
      });
      return errors.map(({ message }) => message);
    };

    test.each(pain001Versions)(
      '%s is valid, whatever agencies call themselves',
      async (version) => {
        const files = fc
          .sample(fc.array(anyLine, { minLength: 1, maxLength: 5 }), 200)
          .flatMap((lines) => [
            pain001(version, { ...run, lines }),
            pain001(version, { ...before, lines: lines.map((line) => ({ ...line, bank: null })) }),
          ]);
        const whole = [run, before, { ...run, purpose: '38' }].map((one) => pain001(version, one));
        expect(await problems(version, [...whole, ...files])).toEqual([]);
      },
    );

    test.each(pain001Versions)('a mistake in %s would be noticed', async (version) => {
      const wrong = pain001(version, run).replace('<PmtMtd>TRF</PmtMtd>', '');
      expect((await problems(version, [wrong])).length).toBeGreaterThan(0);
    });
  },
);

test('each attempt to pay a payout has a name of its own, which the format can hold', () => {
  const attempts = Array.from({ length: 1_000 }, (_, n) => endToEndId(crypto.randomUUID(), n + 1));
  const id = '01990000-0000-7000-8000-000000000000';
  const again = Array.from({ length: 1_000 }, (_, n) => endToEndId(id, n + 1));
  expect(new Set(again).size).toBe(1_000);
  for (const name of [...attempts, ...again]) expect(name).toMatch(/^[0-9a-z-]{34,35}$/);
});

test('an attempt is found in whatever a bank writes around its name, in capitals too, and nothing else is one', () => {
  const around = fc.constantFrom(
    '',
    ' ',
    ' | ',
    '/RTN/',
    'REF:',
    '\u0645\u0631\u062a\u062c\u0639 ',
  );
  const behind = fc.constantFrom('', ' ', ' | ', '/RTN/');
  const dashes = fc.constantFrom('-', '', ' ', '\u2013', '_');
  const ids = fc.uuid();
  const attempts = fc.integer({ min: 1, max: 1_295 });
  fc.assert(
    fc.property(
      ids,
      attempts,
      around,
      behind,
      dashes,
      fc.boolean(),
      (payout_id, attempt, ahead, after, dash, loud) => {
        const name = endToEndId(payout_id, attempt).replace('-', dash);
        const text = `${ahead}${loud ? name.toUpperCase() : name}${after}`;
        expect(payoutAttemptsIn(text)).toEqual([{ payout_id, attempt }]);
      },
    ),
  );
  for (const text of [
    '',
    'RF18HM000123',
    '019a9f0c1d2e7abc8def0123456789ac',
    'x019a9f0c1d2e7abc8def0123456789ac-1',
    '019a9f0c1d2e7abc8def0123456789ac-abc',
    '019a9f0c1d2e7abc8def0123456789ac-1 | 019a9f0c1d2e7abc8def0123456789ac 2',
  ])
    expect(payoutAttemptsIn(text)).toEqual([]);
});
