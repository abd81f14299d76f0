import { describe, expect, test } from 'vitest';
import {
  clauseDifferences,
  listedClauses,
  parseClauses,
  specificationClauses,
} from './spec-clauses.ts';

const example = `# A shop

It sells tea. It is small.

## 1. Goods

- Tea in two sizes; cups (blue; green).
- Marketing copy (not checked): fresh, from hills (of Assam, of Ceylon), cheap.

**Prices**, in this order:
1. Small: 1.00. No less.
2. Large.

No more than that.

## 2. Rooms

### The counter
| Route | Content |
|---|---|
| / | A bell. A till. |
| /back room | Tea. |

| Situation | Message |
|---|---|
| Sold out | No tea left. Come again; please |
`;
const idsOf = (specification: string) => parseClauses(specification).map(({ id }) => id);

describe('the clauses of a specification', () => {
  test('are its sentences, parts between semicolons, bullets, steps and rows', () => {
    expect(idsOf(example)).toEqual([
      '0.1',
      '0.2',
      '1.1',
      '1.2',
      '1.3',
      '1.4',
      '1.5',
      '1.prices.0',
      '1.prices.1',
      '1.prices.2',
      '1.6',
      '2.home.1',
      '2.home.2',
      '2.back-room.1',
      '2.sold-out.1',
    ]);
  });

  test('have the same digest however the lines break, and another one with another word', () => {
    const [first] = parseClauses('It sells tea.');
    expect(parseClauses('  It  sells\ttea.  ')).toEqual([first]);
    expect(parseClauses('It sells tee.')[0]?.digest).not.toBe(first?.digest);
  });

  test('are listed when they were added, changed or removed', () => {
    const listed = parseClauses(example);
    const now = parseClauses(
      example.replace('A bell.', 'A gong.').replace('2. Large.', '2. Large.\n3. Huge.'),
    );
    expect(clauseDifferences(listed, now)).toEqual([
      '1.prices.3 was added',
      '2.home.1 was changed',
    ]);
    expect(clauseDifferences(now, listed)).toEqual([
      '2.home.1 was changed',
      '1.prices.3 was removed',
    ]);
  });
});

describe('docs/spec-clauses.txt', () => {
  const found = specificationClauses();

  test('names each clause once', () => {
    const ids = listedClauses().map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThan(200);
  });

  test.skipIf(found === undefined)('lists the clauses of the specification', () => {
    expect(clauseDifferences(listedClauses(), found ?? [])).toEqual([]);
  });
});
