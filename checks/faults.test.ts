import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { occurrences } from '../faults/fault.ts';
import { faults } from '../faults/list.ts';

const root = join(import.meta.dirname, '..');

describe('the list of faults', () => {
  test('holds at most 150 faults, each with an id of its own', () => {
    expect(faults.length).toBeLessThanOrEqual(150);
    const ids = faults.map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  test('each fault changes something', () => {
    expect(faults.filter(({ search, replace }) => search === replace)).toEqual([]);
  });

  test('the text of each fault occurs exactly once in its file', () => {
    const gone = faults.flatMap((fault) => {
      const found = occurrences(fault, root);
      return found === 1
        ? []
        : [
            `${fault.file}: the text of the fault "${fault.id}" occurs ${found} times. It was: ${fault.search} ` +
              '— Find the text that does the same now and name it in faults/list/, or take the fault away if the ' +
              'product cannot make this mistake any more (docs/faults.md).',
          ];
    });
    expect(gone).toEqual([]);
  });

  test('the test of each fault exists and needs no browser', () => {
    const tests = faults.map((fault) => fault.test);
    expect(tests.filter((file) => !existsSync(join(root, file)))).toEqual([]);
    expect(tests.filter((file) => file.startsWith('e2e/'))).toEqual([]);
  });
});
