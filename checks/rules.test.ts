import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** Rows of docs/rules.md: | clause | rule | `file` | `test file` › test name | */
const rows = read('docs/rules.md')
  .split('\n')
  .filter((line) => line.startsWith('| §'))
  .map((line) => {
    const [clause, rule, file, proof] = line
      .split('|')
      .slice(1, 5)
      .map((cell) => cell.trim());
    const [testFile, ...name] = (proof ?? '').split(' › ');
    const path = (cell: string | undefined) => (cell ?? '').replaceAll('`', '');
    return { clause, rule, file: path(file), testFile: path(testFile), name: name.join(' › ') };
  });

/** Quotes that a test's source must escape are left out of the comparison. */
const plain = (text: string) => text.replaceAll(/[\\'"`‘’“”]/g, '');

describe('docs/rules.md', () => {
  test('covers the sections of the specification that hold rules', () => {
    const sections = new Set(rows.map(({ clause }) => clause?.replace('§', '').split(' ')[0]));
    expect([...sections].sort()).toEqual(
      expect.arrayContaining(['2', '3', '4', '5', '6', '7', '8', '9']),
    );
  });

  test.each(rows)('$clause $rule: its file and its test exist', ({ file, testFile, name }) => {
    expect(existsSync(join(root, file)), `${file} does not exist`).toBe(true);
    expect(existsSync(join(root, testFile)), `${testFile} does not exist`).toBe(true);
    expect(name).not.toBe('');
    expect(plain(read(testFile))).toContain(plain(name));
  });
});
