import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

test('whatever the history names has words in the audit log', () => {
  const sql = globSync('server/src/**/*.sql', { cwd: root }).map(read).join('\n');
  const named = (at: RegExp) => [...sql.matchAll(at)].map(([, name]) => name!);
  // A name that is put together (a move and what moves) begins with an underscore here.
  const operations = named(/record_event\(\w+, '([a-z]\w*)'/g);
  const subjects = named(/record_event\(\w+, [^,]+, '([a-z]\w*)'/g);
  expect(operations.length).toBeGreaterThan(25);
  expect(subjects.length).toBeGreaterThan(25);
  const words = read('web/src/operations/ledger/audit-labels.ts');
  const wordless = [...new Set([...operations, ...subjects])].filter(
    (name) => !new RegExp(`^  ${name}: msg`, 'm').test(words),
  );
  expect(wordless).toEqual([]);
});
