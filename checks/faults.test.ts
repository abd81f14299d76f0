import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isSlow, occurrences } from '../faults/fault.ts';
import { faultsByArea } from '../faults/list.ts';
import { sample } from '../faults/sample.ts';

const root = join(import.meta.dirname, '..');
const faults = Object.values(faultsByArea).flat();

/** Quotes that a test's source must escape are left out of the comparison. */
const plain = (text: string) => text.replaceAll(/[\\'"`‘’“”]/g, '');

describe('the list of faults', () => {
  test('each fault has an id of its own', () => {
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

  test('the test of each fault exists', () => {
    const missing = faults.flatMap(({ id, test: file, name }) => {
      if (!existsSync(join(root, file))) return [`${id}: ${file} does not exist`];
      const isNamed = !name || plain(readFileSync(join(root, file), 'utf8')).includes(plain(name));
      return isNamed ? [] : [`${id}: ${file} has no test "${name}"`];
    });
    expect(missing).toEqual([]);
  });
});

test('docs/faults.md names each fault that no test notices, and no other', () => {
  const docs = readFileSync(join(root, 'docs/faults.md'), 'utf8');
  const [, section = ''] = docs.split('## What no test notices');
  const named = Array.from(section.matchAll(/^- `([a-z0-9-]+)`/gm), ([, id]) => id);
  const surviving = faults.filter(({ survives }) => survives !== undefined).map(({ id }) => id);
  expect(named.toSorted()).toEqual(surviving.toSorted());
});

describe('a sample of the faults', () => {
  const areas = Object.values(faultsByArea);

  test('takes from each area in turn, and the same ones for the same seed', () => {
    const some = sample(areas, areas.length, 7);
    expect(areas.map((area) => area.filter((fault) => some.includes(fault)).length)).toEqual(
      areas.map(() => 1),
    );
    expect(sample(areas, areas.length, 7)).toEqual(some);
  });

  test('never takes a fault twice, and of a large number takes all', () => {
    expect(new Set(sample(areas, 10_000, 3))).toEqual(new Set(faults));
    expect(sample(areas, 10_000, 3)).toHaveLength(faults.length);
  });
});

test('a fault that a browser must notice is slow, any other is not', () => {
  expect(isSlow({ test: 'e2e/finance-a-campaign.test.ts' })).toBe(true);
  expect(isSlow({ test: 'domain/money.test.ts' })).toBe(false);
});
