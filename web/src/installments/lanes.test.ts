import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { DOT_ROOM_PX, labelSides, lanesOf } from './lanes.ts';

const sidesOf = (places: number[], width: number, label = 60) =>
  labelSides(
    places,
    lanesOf(places, width),
    places.map(() => label),
    width,
  );

test('an amount is shown after its dot where there is room, before the last dot, and not between dots that are near', () => {
  expect(sidesOf([0.1, 0.5, 1], 600)).toEqual(['after', 'after', 'before']);
  expect(sidesOf([0.1, 0.2, 0.3], 400)).toEqual([null, null, 'after']);
  // The last one has room before it only where the first one's amount stands.
  expect(sidesOf([0.48, 0.95], 210)).toEqual(['after', null]);
});

test('the stem of a dot that stands higher is not covered', () => {
  // The second stands in the lane above the first: its stem passes beside it.
  expect(lanesOf([0.4, 0.41], 600)).toEqual([0, 1]);
  expect(sidesOf([0.4, 0.41], 600)).toEqual(['before', 'after']);
});

test('no amount covers a dot of its lane or another amount, and none leaves the line', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 20 }),
      fc.integer({ min: 280, max: 1200 }),
      fc.integer({ min: 40, max: 110 }),
      (unordered, width, label) => {
        const places = unordered.toSorted((a, b) => a - b);
        const lanes = lanesOf(places, width);
        const boxes = sidesOf(places, width, label).flatMap((side, index) => {
          const x = places[index]! * width;
          const [from, to] = side === 'after' ? [x + 14, x + 14 + label] : [x - 14 - label, x - 14];
          return side ? [{ index, lane: lanes[index]!, from, to }] : [];
        });
        expect(boxes.every(({ from, to }) => from >= -30 && to <= width + 30)).toBe(true);
        const covers = boxes.flatMap((box) => [
          ...boxes.filter(
            (other) =>
              other.index !== box.index &&
              other.lane === box.lane &&
              other.from < box.to &&
              other.to > box.from,
          ),
          ...places.filter((place, index) => {
            const x = place * width;
            const isNear = x + DOT_ROOM_PX / 3 > box.from && x - DOT_ROOM_PX / 3 < box.to;
            return index !== box.index && lanes[index] === box.lane && isNear;
          }),
        ]);
        expect(covers).toEqual([]);
      },
    ),
  );
});
