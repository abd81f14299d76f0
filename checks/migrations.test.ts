import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readMigrations, recordedChecksums } from '#server/platform/database/build.ts';

const recorded = new Map(
  readFileSync(recordedChecksums, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split('  ').toReversed() as [string, string]),
);

test('a migration that has landed is never edited, renamed or removed', () => {
  expect(recorded.size).toBeGreaterThan(30);
  const present = new Map(readMigrations().map(({ name, checksum }) => [name, checksum]));
  const changed = [...recorded].filter(([name, checksum]) => present.get(name) !== checksum);
  expect(
    changed.map(([name]) => name),
    'make a new migration instead',
  ).toEqual([]);
});

test('every migration is recorded with its checksum', () => {
  const unrecorded = readMigrations().filter(({ name }) => !recorded.has(name));
  expect(
    unrecorded.map(({ name }) => name),
    'run `npm run record-migrations`',
  ).toEqual([]);
});
