import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { importedFrom, reachedFrom, readSources } from './exports.ts';

const sources = readSources();

const isTest = (file: string) => /\.(test|testing)\.tsx?$/.test(file);
const isReference = (file: string) => file.startsWith('domain/reference/');
const isRule = (file: string) => file.startsWith('domain/') && !isTest(file);
/** What serves and what people see, but not the rules: these count only where something here uses them. */
const isProduct = (file: string) => /^(api|server\/src|web)\//.test(file) && !isTest(file);

const declarations = [...sources].flatMap(([file, source]) =>
  [...source.declarations]
    .filter(([name]) => name !== '(run)')
    .map(([name, { isExported }]) => ({ file, name, isExported, key: `${file} ${name}` })),
);

test('the declarations of the repository are found', () => {
  expect(declarations.length).toBeGreaterThan(3000);
  expect(declarations.filter(({ isExported }) => isExported).length).toBeGreaterThan(1000);
});

describe('the rules', () => {
  test('the product uses every declaration of domain/ outside domain/reference/', () => {
    const used = reachedFrom(sources, isProduct);
    const unused = declarations.filter(
      ({ file, key }) => isRule(file) && !isReference(file) && !used.has(key),
    );
    expect(
      unused.map(({ key }) => key),
      'delete it, or move it to domain/reference/ if SQL is tested against it',
    ).toEqual([]);
  });

  test('the product imports nothing of domain/reference/', () => {
    const wrong = [...sources].flatMap(([file, { imports, whole }]) =>
      isTest(file) || isReference(file) || !/^(domain|api|server\/src|web)\//.test(file)
        ? []
        : [...imports.values(), ...Array.from(whole, (one) => ({ file: one }))]
            .filter((imported) => isReference(imported.file))
            .map((imported) => `${file} → ${imported.file}`),
    );
    expect(wrong).toEqual([]);
  });
});

describe('domain/reference/README.md', () => {
  const quotedIn = (cell = '') => Array.from(cell.matchAll(/`([^`]+)`/g), ([, text]) => text!);
  const rows = readFileSync('domain/reference/README.md', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => {
      const [reference, sql, proofs] = line.split('|').slice(1, -1).map(quotedIn);
      const [file = '', ...names] = reference ?? [];
      const [sqlFile = '', ...sqlNames] = sql ?? [];
      return { file: `domain/reference/${file}`, names, sqlFile, sqlNames, proofs: proofs ?? [] };
    });

  test('names every file of references', () => {
    const files = [...sources.keys()].filter((file) => isReference(file) && !isTest(file));
    const named = rows.map(({ file }) => file);
    expect([...new Set(named)].toSorted()).toEqual(files);
  });

  test('names references that are exported, SQL that exists and tests that compare the two', () => {
    const wrong = rows.flatMap(({ file, names, sqlFile, sqlNames, proofs }) => {
      const text = readFileSync(sqlFile, 'utf8');
      const compared = new Set(
        [...sources]
          .filter(([of]) => proofs.some((proof) => of === proof || dirname(of) === proof))
          .flatMap(([, { imports }]) => [...imports.values()])
          .filter((imported) => imported.file === file)
          .map(({ name }) => name),
      );
      return [
        ...names
          .filter((name) => !sources.get(file)?.declarations.get(name)?.isExported)
          .map((name) => `${name} does not exist`),
        ...names.filter((name) => !compared.has(name)).map((name) => `${name} is not compared`),
        ...sqlNames
          .filter((name) => !new RegExp(`\\b${name}\\b`).test(text))
          .map((name) => `${sqlFile} has no ${name}`),
      ].map((fault) => `${file}: ${fault}`);
    });
    expect(wrong).toEqual([]);
  });
});

test('nothing is exported that no file imports', () => {
  const imported = importedFrom(sources);
  /** React Router reads these of the modules of routes. */
  const ofRoutes =
    /^web\/src\/.* (ErrorBoundary|HydrateFallback|Layout|clientLoader|handle|shouldRevalidate)$/;
  const unused = declarations.filter(
    ({ name, isExported, key }) =>
      isExported && name !== 'default' && !imported.has(key) && !ofRoutes.test(key),
  );
  expect(
    unused.map(({ key }) => key),
    'delete it, or only the word export where its own file uses it',
  ).toEqual([]);
});
