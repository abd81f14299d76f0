import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { listedClauses } from './spec-clauses.ts';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** Quotes that a test's source must escape, and marks round a test's name, are left out of the comparison. */
const plain = (text: string) => text.replaceAll(/[\\'"`‘’“”›…]/g, '').trim();

/** The cells of each row of a table of rules, without the head of the table. */
function cellsOf(path: string): string[][] {
  return read(path)
    .split('\n')
    .filter((line) => /^\| (?!Clause \||--- \|)/.test(line))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

const clauseRows = cellsOf('docs/rules.md').map(([id = '', ...row]) => ({ id, row }));
const isUnproven = (rule = '') => /^(\*\*open\*\*|no rule)/.test(rule);

/** What is wrong with a row of rule, home and proof: a proof is a file and the beginning of one test's name in it. */
function faultsOf([rule = '', home = '', proof = '', ...more]: string[]): string[] {
  const [, file = '', name = ''] = /^(\S+)\s+(.+)$/.exec(plain(proof)) ?? [];
  if (rule === '' || name === '' || more.length > 0) return ['is no row of rule, home and proof'];
  const homes = plain(home).split(', ');
  const missing = [...homes, file].filter((path) => !existsSync(join(root, path)));
  if (missing.length > 0) return missing.map((path) => `${path} does not exist`);
  if (homes[0]!.startsWith('domain/reference/')) return ['names a reference before what runs'];
  const found = plain(read(file)).split(name).length - 1;
  if (found === 0) return [`${file} has no test "${name}"`];
  return found > 1 ? [`${file} has several tests "${name}"`] : [];
}

describe('docs/rules.md', () => {
  test('has one row for each clause of the specification, in its order', () => {
    expect(clauseRows.map(({ id }) => id)).toEqual(listedClauses().map(({ id }) => id));
  });

  test('the home and the test of each row exist', () => {
    const faults = clauseRows
      .filter(({ row }) => !isUnproven(row[0]))
      .flatMap(({ id, row }) => faultsOf(row).map((fault) => `${id} ${fault}`));
    expect(faults).toEqual([]);
  });

  test('a clause that is kept otherwise says how, and names a decision or a reason', () => {
    const rules = clauseRows.map(({ row: [rule = ''] }) => rule);
    const otherwise = rules.filter((rule) => /\botherwise\b/.test(rule));
    expect(otherwise.length).toBeGreaterThan(15);
    const isExplained = (rule: string) => {
      const [, decision] = /\]\((decisions\/[^)]+)\)/.exec(rule) ?? [];
      return decision
        ? existsSync(join(root, 'docs', decision))
        : /, (because|so that) \S/.test(rule);
    };
    const wrong = otherwise.filter(
      (rule) => !/^\*otherwise\*: \S/.test(rule) || !isExplained(rule),
    );
    expect(wrong).toEqual([]);
  });

  test('each mark of a rule is one that the head explains', () => {
    const marks = clauseRows.map(({ row: [rule = ''] }) => /^\*+.*?\*+(?=:)/.exec(rule)?.[0]);
    const [head = ''] = read('docs/rules.md').split('| Clause |');
    expect(marks.filter((mark) => mark && !head.includes(`${mark}:`))).toEqual([]);
    expect(new Set(marks)).toContain('*silent*');
  });

  test('a clause that is open or is no rule has a reason and names no test', () => {
    const unproven = clauseRows.filter(({ row }) => isUnproven(row[0]));
    const wrong = unproven.filter(
      ({ row: [rule, home, proof] }) => !/: \S/.test(rule ?? '') || `${home}${proof}` !== '',
    );
    expect(wrong).toEqual([]);
  });
});
