import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { retentionKinds } from '#domain/privacy/retention.ts';
import { impersonalTables, processingRegister } from '#server/privacy/processing-register.ts';
import { registerCsv } from '#server/privacy/register-csv.ts';

/** The register of processing of personal data (docs/decisions/0080-personal-data.md). */

/** Types that can hold what names a person. */
const speaking = /^(text|text\[\]|bytea|inet|jsonb?|json|character varying.*)$/;

/** Each column of such a type, by table. */
function speakingColumns(): Map<string, string[]> {
  const tables = new Map<string, string[]>();
  const catalogue = readFileSync('server/migrations/catalogue.txt', 'utf8');
  for (const [, column, table, type] of catalogue.matchAll(
    /^column (\S+) of ((?:public|auth)\.\S+)\t([^,\n]+)/gm,
  ))
    if (speaking.test(type!)) tables.set(table!, [...(tables.get(table!) ?? []), column!]);
  return tables;
}

test('each column that can name a person stands in the register, or in a table where nobody is named', () => {
  const tables = speakingColumns();
  expect(tables.size).toBeGreaterThan(70);
  const registered = Object.entries(processingRegister).map(([table, { personal, other = '' }]) => [
    table,
    `${personal} ${other}`.trim().split(' ').sort(),
  ]);
  const found = [...tables]
    .filter(([table]) => !(impersonalTables as readonly string[]).includes(table))
    .map(([table, columns]) => [table, columns.sort()]);
  expect(Object.fromEntries(registered)).toEqual(Object.fromEntries(found));
  const isNowhere = (table: string) => !tables.has(table);
  // Tables with figures and days alone need not be told.
  expect(impersonalTables.filter(isNowhere)).toEqual([]);
});

test('the register names the retention of each kind, and its file is as the script writes it', () => {
  for (const { retention } of Object.values(processingRegister))
    expect(Object.keys(retentionKinds)).toContain(retention);
  expect(
    readFileSync('docs/processing-register.csv', 'utf8'),
    'run "node scripts/processing-register.ts"',
  ).toBe(registerCsv());
});
