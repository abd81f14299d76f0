import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { momentColumn } from './csv.ts';

test("a moment in a list's file is in Riyadh's time, and its column says so", () => {
  const { name, cell } = momentColumn(
    { en: 'Recorded at', ar: 'وقت التسجيل' },
    (row: { at: string | null }) => row.at,
  );
  expect(name).toEqual({
    en: 'Recorded at (Riyadh time)',
    ar: 'وقت التسجيل (بتوقيت الرياض)',
  });
  expect(cell({ at: '2026-11-22T22:30:00.123Z' })).toBe('2026-11-23 01:30:00');
  expect(cell({ at: null })).toBeNull();
});

test("no list's file shows a moment in another way", () => {
  const files = globSync('server/src/*/*.ts').filter((file) =>
    /\bcell: .*_at\b/.test(readFileSync(file, 'utf8')),
  );
  expect(files).toEqual([]);
});
