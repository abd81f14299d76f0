import { globSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { importsIn, isTest, type Import } from './imports.ts';

/**
 * The arrows of docs/architecture.md. A new part, a new capability or a new file beside the entry points fails here
 * until it has been given its place.
 */

/** Each part and the parts it may import. */
const parts: Record<string, readonly string[]> = {
  domain: [],
  api: ['domain'],
  server: ['domain', 'api'],
  web: ['domain', 'api'],
  // It enters the addresses that the web's routes have.
  e2e: ['domain', 'api', 'server', 'web'],
  // It measures the screens that the browser's tests know.
  bench: ['domain', 'api', 'server', 'e2e'],
  checks: ['domain', 'api', 'server', 'web', 'e2e', 'faults', 'scripts'],
  scripts: ['domain', 'api', 'server', 'web', 'e2e', 'faults'],
  // Its server and its people are those of the tests.
  reliability: ['domain', 'api', 'server', 'e2e'],
  // It runs as the scenarios of reliability do.
  security: ['domain', 'api', 'server', 'e2e', 'reliability'],
  // Its sample is drawn as the demo's is.
  faults: ['server'],
  docs: ['domain', 'api', 'server', 'web'],
};

/** Inside the server and the web: a capability imports those of earlier lines, never a neighbour or a later one. */
const layers: Record<string, readonly (readonly string[])[]> = {
  'server/src': [
    ['platform'],
    ['accounts'],
    ['files'],
    ['profiles'],
    ['credit'],
    ['budget', 'installments', 'payouts', 'ledger'],
    ['tickets'],
    ['documents'],
    ['servicing', 'help'],
    ['operations', 'privacy'],
    ['dashboards'],
    // It reads what happened; nobody imports it.
    ['notifications'],
    ['backup'],
    // The product over HTTP, for the demo and the tests.
    ['product-client'],
    ['demo'],
  ],
  'web/src': [
    ['ui'],
    ['api'],
    ['site'],
    ['accounts'],
    ['files'],
    ['profiles'],
    ['credit'],
    ['budget', 'installments', 'payouts', 'documents'],
    ['tickets'],
    // Its bell is in every frame.
    ['notifications'],
    ['help', 'servicing'],
    ['operations'],
    ['dashboards'],
    // Round the screens of companies and agencies.
    ['frame'],
    ['styleguide'],
  ],
};

/** Files and folders beside the capabilities, which alone may import everything. */
const wiring: Record<string, readonly string[]> = {
  'server/src': ['main.ts', 'commands'],
  'web/src': [
    'app.tsx',
    'entry.client.tsx',
    'entry.server.tsx',
    'first-paint.ts',
    'root.tsx',
    'routes.ts',
    'types.d.ts',
  ],
};

/** Files beside the capabilities that everything may import. */
const ground: Record<string, readonly string[]> = {
  'server/src': [],
  'web/src': ['i18n.ts', 'public-path.ts'],
};

const serverFolders = new Set(['src', 'scenarios', 'testing', 'migrations']);

const drawers =
  /^(utils?|helpers?|common|shared|services?|entities|dtos?|managers?|misc|lib|core|types|models)$/;

const sources = globSync(
  Object.keys(parts).map((part) => `${part}/**/*.{ts,tsx,mts,mjs,js}`),
  {
    exclude: (name) => ['node_modules', 'build', 'dist', '.react-router'].includes(basename(name)),
  },
).sort();
const imports = sources.flatMap(importsIn);

const partOf = (file: string) => file.slice(0, file.indexOf('/'));
const lines = (found: Import[]) => found.map(({ file, specifier }) => `${file} → ${specifier}`);
/** "server/src/tickets/create.ts" within "server/src": tickets. A file beside the folders is its own name. */
const within = (root: string, file: string) => file.slice(root.length + 1).split('/')[0]!;

test('the imports of the repository are found', () => {
  expect(sources.length).toBeGreaterThan(100);
  expect(imports.length).toBeGreaterThan(300);
});

describe('between the parts', () => {
  test('every folder at the top that holds code has a place', () => {
    const known = new Set([
      ...Object.keys(parts),
      'node_modules',
      'dist',
      'build',
      'data',
      'test-results',
    ]);
    const folders = globSync('*/**/*.{ts,tsx,mts,mjs}', {
      exclude: (name) => known.has(name) || name.startsWith('.'),
    });
    expect(folders).toEqual([]);
  });

  test('arrows run one way: domain ← api ← server, domain ← api ← web', () => {
    const wrong = imports.filter(({ file, target }) => {
      if (target === null || partOf(target) === partOf(file)) return false;
      return !parts[partOf(file)]!.includes(partOf(target));
    });
    expect(lines(wrong)).toEqual([]);
  });

  test('the rules import nothing outside the rules: no package, no Node, no clock', () => {
    const wrong = imports.filter(
      ({ file, target }) =>
        partOf(file) === 'domain' &&
        !isTest(file) &&
        (target === null || partOf(target) !== 'domain'),
    );
    expect(lines(wrong)).toEqual([]);
    const clocks = sources.filter(
      (file) =>
        partOf(file) === 'domain' &&
        !isTest(file) &&
        /\bnew Date\(\)|\bDate\.now\(|\bprocess\.|\bfetch\(|Math\.random/.test(
          readFileSync(file, 'utf8'),
        ),
    );
    expect(clocks).toEqual([]);
  });

  test('a part is entered by its own name, never by a relative path', () => {
    const wrong = imports.filter(
      ({ file, specifier, target }) =>
        specifier.startsWith('.') && target !== null && partOf(target) !== partOf(file),
    );
    // The checks of the repository itself stand above the parts, scenarios and measurements beside the server's tests.
    expect(
      lines(
        wrong.filter(
          ({ file }) =>
            !['checks', 'scripts', 'reliability', 'security', 'bench'].includes(partOf(file)),
        ),
      ),
    ).toEqual([]);
  });

  test('the browser takes only the types of the contract, so that it does not carry every schema', () => {
    const wrong = imports.filter(
      ({ file, specifier, typeOnly }) =>
        partOf(file) === 'web' && specifier === '#api/contract.ts' && !typeOnly,
    );
    expect(lines(wrong)).toEqual([]);
  });

  test('nothing that serves imports what tests', () => {
    const wrong = imports.filter(
      ({ file, target }) =>
        !isTest(file) &&
        /^(domain|api|server\/src|web)\//.test(file) &&
        target !== null &&
        !file.startsWith('domain/reference/') &&
        (isTest(target) || /^(server\/(testing|scenarios)|domain\/reference)\//.test(target)),
    );
    expect(lines(wrong)).toEqual([]);
  });

  test('only the tests of the demo import it', () => {
    const wrong = imports.filter(
      ({ file, target }) =>
        target?.startsWith('server/src/demo/') &&
        !/^server\/src\/(demo|commands)\/|^server\/scenarios\/(demo|demo-moments|releases)\.test\.ts$|^scripts\/(release-data|take-pictures)\.ts$|^reliability\/scenarios\/r14-upgrade\.ts$/.test(
          file,
        ),
    );
    expect(lines(wrong)).toEqual([]);
  });
});

describe('between the capabilities', () => {
  test.each(Object.keys(layers))('every folder and file of %s has a place', (root) => {
    const known = new Set([...layers[root]!.flat(), ...wiring[root]!, ...ground[root]!]);
    const found = new Set(
      sources.filter((file) => file.startsWith(`${root}/`)).map((file) => within(root, file)),
    );
    expect([...found].filter((name) => !known.has(name))).toEqual([]);
  });

  test.each(Object.keys(layers))('a capability of %s imports only those below it', (root) => {
    const rank = (name: string) => layers[root]!.findIndex((layer) => layer.includes(name));
    const wrong = imports.filter(({ file, target }) => {
      if (!file.startsWith(`${root}/`) || !target?.startsWith(`${root}/`)) return false;
      const [from, to] = [within(root, file), within(root, target)];
      if (from === to || wiring[root]!.includes(from) || ground[root]!.includes(to)) return false;
      return rank(to) < 0 || rank(to) >= rank(from);
    });
    expect(lines(wrong)).toEqual([]);
  });

  test('beside its sources the server has scenarios, testing and migrations, and nothing else', () => {
    const folders = new Set(
      globSync('server/*').map((path) => path.replaceAll('\\', '/').split('/')[1]),
    );
    expect([...folders].filter((name) => !serverFolders.has(name!))).toEqual([]);
  });

  test('a use case knows nothing of HTTP: only *.http.ts registers routes', () => {
    const wrong = sources.filter(
      (file) =>
        file.startsWith('server/src/') &&
        !file.startsWith('server/src/platform/') &&
        !isTest(file) &&
        !/\.http\.ts$|\/(main|demo)\.ts$/.test(file) &&
        /\broute\('|\.(get|post|put|delete)\('\//.test(readFileSync(file, 'utf8')),
    );
    expect(wrong).toEqual([]);
  });
});

describe('the shape of the house', () => {
  test('there are no drawers: a folder has the name of its subject', () => {
    const folders = new Set(sources.flatMap((file) => dirname(file).split('/')));
    expect([...folders].filter((name) => drawers.test(name))).toEqual([]);
    const files = sources.filter((file) =>
      drawers.test(basename(file).replace(/(\.d)?\.\w+$/, '')),
    );
    expect(files.filter((file) => file !== 'web/src/types.d.ts')).toEqual([]);
  });

  test('there are no barrels: a name is imported from the file that holds it', () => {
    const barrels = sources.filter(
      (file) =>
        /^index\.\w+$/.test(basename(file)) ||
        /^export (\*|\{[^}]*\}) from '[.#]/m.test(readFileSync(file, 'utf8')),
    );
    expect(barrels).toEqual([]);
  });

  test('a capability has the same name in the server and the web', () => {
    const names = new Set(layers['server/src']!.flat());
    const own = new Set(['ui', 'api', 'site', 'frame', 'styleguide']);
    expect(layers['web/src']!.flat().filter((name) => !names.has(name) && !own.has(name))).toEqual(
      [],
    );
  });
});
