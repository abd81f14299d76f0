import { existsSync, readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { MAX_AMOUNT_HALALAS } from '../money.ts';
import {
  endToEndId,
  pain001,
  pain001Versions,
  type Pain001,
  type Pain001Version,
} from './pain-001.ts';

const run: Pain001 = {
  message_id: '019a9f0c1d2e7abc8def0123456789ab',
  created_at: new Date('2026-02-08T06:00:00.123Z'),
  execution_date: '2026-02-08',
  debtor: { name: 'Hamla', iban: 'SA4420000001234567891234' },
  lines: [
    {
      id: '019a9f0c1d2e7abc8def0123456789ac',
      beneficiary: 'وكالة صدى & Sons <Ltd>',
      iban: 'SA0380000000608010167519',
      amount_halalas: 950_000,
      reference: 'HM-100001',
    },
    {
      id: '019a9f0c1d2e7abc8def0123456789ad',
      beneficiary: 'Noon Digital',
      iban: 'SA0380000000608010167519',
      amount_halalas: 9_501,
      reference: 'HM-100002',
    },
  ],
};

test.each(pain001Versions)('%s says whom, how much and in all', (version) => {
  const xml = pain001(version, run);
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

test('there is no file of no payment', () => {
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
        const line = fc.record({
          id: fc.constant('019a9f0c1d2e7abc8def0123456789ac'),
          beneficiary: fc.oneof(fc.string(), fc.string({ unit: 'binary', maxLength: 300 })),
          iban: fc.constant('SA0380000000608010167519'),
          amount_halalas: fc.integer({ min: 1, max: Math.floor(MAX_AMOUNT_HALALAS / 100) }),
          reference: fc.constant('HM-100001'),
        });
        const files = fc
          .sample(fc.array(line, { minLength: 1, maxLength: 5 }), 200)
          .map((lines) => pain001(version, { ...run, lines }));
        expect(await problems(version, [pain001(version, run), ...files])).toEqual([]);
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
