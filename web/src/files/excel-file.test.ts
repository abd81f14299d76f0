import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { csvLine } from '#domain/csv.ts';
import { excelFile } from './excel-file.ts';

const identifiers = ['0501234567', '202611220000123456', '12E45', '1010203040', '=1+1'];
const csv = [['Bank reference', 'المبلغ (ريال)'], ...identifiers.map((one) => [one, '-1234.50'])]
  .map(csvLine)
  .join('');
const inExcel = async () =>
  new Uint8Array(await (await excelFile(csv, { rightToLeft: true })).arrayBuffer());

test('an Excel file of a list has its identifiers as text and its amounts as numbers', async () => {
  const files = unzipSync(await inExcel());
  const read = (name: string) => strFromU8(files[name]!);
  const sheet = read('xl/worksheets/sheet1.xml');
  const texts = Array.from(
    read('xl/sharedStrings.xml').matchAll(/<t\b[^>]*>([^<]*)<\/t>/g),
    ([, text]) => text,
  );
  const cells = Array.from(
    sheet.matchAll(/<c r="([A-Z]+\d+)"([^>]*)><v>([^<]*)<\/v>/g),
    ([, place, type, value]) => [
      place,
      type!.includes('t="s"') ? texts[Number(value)] : Number(value),
    ],
  );
  expect(Object.fromEntries(cells)).toEqual({
    A1: 'Bank reference',
    B1: 'المبلغ (ريال)',
    ...Object.fromEntries(identifiers.map((one, index) => [`A${index + 2}`, one])),
    ...Object.fromEntries(identifiers.map((_one, index) => [`B${index + 2}`, -1234.5])),
  });
  expect(sheet).toContain('rightToLeft="1"');
});

const hasLibreOffice = (() => {
  try {
    return execFileSync('soffice', ['--version']).length > 0;
  } catch {
    return false;
  }
})();

test.skipIf(!hasLibreOffice)(
  'LibreOffice shows each digit of an identifier, of the CSV file and of the Excel file',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'hamla-excel-'));
    try {
      for (const [name, content] of [
        ['list.csv', `\uFEFF${csv}`],
        ['list.xlsx', await inExcel()],
      ] as const) {
        writeFileSync(join(folder, name), content);
        const profile = `-env:UserInstallation=file://${folder}/profile`;
        const conversion = ['--convert-to', 'html', '--outdir', folder, join(folder, name)];
        execFileSync('soffice', [profile, '--headless', ...conversion]);
        const shown = readFileSync(join(folder, 'list.html'), 'utf8');
        for (const identifier of identifiers) expect(shown).toContain(identifier);
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
  120_000,
);
