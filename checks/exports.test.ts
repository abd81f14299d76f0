import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { importsIn, isTest } from './imports.ts';

const read = (file: string) => readFileSync(file, 'utf8');
const left = new Set(['node_modules', 'build', 'dist', 'data', 'test-results', '.react-router']);
const sources = globSync('**/*.{ts,tsx,mts,mjs,js}', {
  exclude: (name) => left.has(basename(name)),
}).map((file) => ({
  file,
  words: Array.from(read(file).matchAll(/\w+/g), ([word]) => word),
  targets: new Set(importsIn(file).map(({ target }) => target)),
}));

/** Each exported name, with the files that import its file and mention it. React Router reads some of a route's module. */
const exported = sources.flatMap(({ file, words }) => {
  const names = read(file).matchAll(
    /^export (?:async )?(?:function\*?|const|class|type|interface) (\w+)/gm,
  );
  return Array.from(names, ([, name]) => ({
    file,
    name: name!,
    isUsedInFile: words.filter((word) => word === name).length > 1,
    users: sources
      .filter((other) => other.targets.has(file) && other.words.includes(name!))
      .map((other) => other.file),
  })).filter(
    ({ name }) =>
      !file.startsWith('web/src/') ||
      !/^(ErrorBoundary|HydrateFallback|Layout|clientLoader|handle|shouldRevalidate)$/.test(name),
  );
});

test('nothing is exported that no file imports', () => {
  expect(exported.length).toBeGreaterThan(1000);
  const unused = exported.filter(({ users }) => users.length === 0);
  expect(
    unused.map(({ file, name }) => `${file} ${name}`),
    'delete it, or only the word export where its own file uses it',
  ).toEqual([]);
});

test('the product uses every export of domain/ outside domain/reference/', () => {
  const isProduct = (file: string) =>
    /^(api|domain|server\/src|web)\/(?!reference)/.test(file) && !isTest(file);
  const unused = exported.filter(
    ({ file, isUsedInFile, users }) =>
      file.startsWith('domain/') && isProduct(file) && !isUsedInFile && !users.some(isProduct),
  );
  expect(
    unused.map(({ file, name }) => `${file} ${name}`),
    'delete it, or move it to domain/reference/ if SQL is tested against it',
  ).toEqual([]);
});

test('domain/reference/README.md names each reference, and SQL and tests that exist', () => {
  const rows = Array.from(
    read('domain/reference/README.md').matchAll(
      /^\| `(\S+)` (.+) \| `(\S+)` (.+) \| `(\S+)` \|$/gm,
    ),
    ([, file, names, sql, functions, proof]) => ({
      names: [
        [`domain/reference/${file}`, names!],
        [sql!, functions!],
      ] as const,
      proof: proof!,
    }),
  );
  expect([...new Set(rows.map(({ names: [[file]] }) => file))].toSorted()).toEqual(
    globSync('domain/reference/*.ts').toSorted(),
  );
  for (const { names, proof } of rows) {
    expect([proof, existsSync(proof)]).toEqual([proof, true]);
    for (const [file, words] of names)
      for (const word of words.match(/\w+/g)!) expect(read(file)).toContain(word);
  }
});
