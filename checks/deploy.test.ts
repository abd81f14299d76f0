import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repositoryRoot } from '#server/platform/config/repository-root.ts';

const read = (file: string) => readFileSync(join(repositoryRoot, file), 'utf8');
const { scripts, dependencies } = JSON.parse(read('package.json'));

test('image and service start the server as npm start does, with the same Node', () => {
  const [, variables, command] = /^(.*) exec node (.*)$/.exec(scripts.start)!;
  const dockerfile = read('deploy/Dockerfile');
  const [, words] = /^CMD (.*)$/m.exec(dockerfile)!;
  expect(JSON.parse(words!).join(' ')).toBe(`node ${command}`);
  expect(dockerfile).toContain(`/node:${dependencies.node}-trixie-slim\n`);
  const unit = read('deploy/systemd/hamla.service');
  expect(unit).toContain(`\nEnvironment=${variables}\n`);
  // A variable of the file counts more than one of the unit.
  const start = '/usr/bin/env DATA_DIR=/var/lib/hamla /opt/hamla/node_modules/.bin/node';
  expect(unit).toContain(`\nExecStart=${start} ${command}\n`);
  for (const variable of variables!.split(' '))
    expect(dockerfile).toContain(variable.replace('=dist', '=/hamla/dist'));
});

test('each proxy drops what a browser says of traces', () => {
  for (const header of ['traceparent', 'tracestate', 'baggage']) {
    expect(read('deploy/nginx.conf')).toContain(`\n    proxy_set_header ${header} "";\n`);
    for (const file of ['haproxy', 'compose-haproxy'])
      expect(read(`deploy/${file}.cfg`)).toContain(`\n  http-request del-header ${header}\n`);
  }
});

/** Those that ask no more than their notice, which `npm run notices` gives; the fonts' asks the same. */
const free =
  /^(MIT|MIT-0|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0|Python-2\.0|OFL-1\.1|\(MIT (AND Zlib|OR CC0-1\.0)\))$/;

test('each package that runs has a licence under which it may be shipped', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { dev?: boolean; license?: string }>;
  };
  const shipped = Object.entries(packages).filter(([path, { dev }]) => path !== '' && !dev);
  expect(shipped.length).toBeGreaterThan(200);
  expect(shipped.filter(([, { license }]) => !free.test(license ?? ''))).toEqual([]);
});

test('the plan of sharding places each table', () => {
  const catalogue = read('server/migrations/catalogue.txt');
  const tables = [...catalogue.matchAll(/^table (\S+)/gm)].map(([, table]) => table!);
  const [, ...rows] = read('docs/sharding-tables.csv').trim().split('\n');
  expect(rows.map((row) => row.split(',')[0])).toEqual(tables.toSorted());
});

test('locks of a transaction and notifications are in one file, which another engine would replace', () => {
  const files = globSync('server/src/**/*.sql', { cwd: repositoryRoot }).filter((file) =>
    /\bpg_(advisory|notify)/.test(read(file)),
  );
  expect(files).toEqual(['server/src/platform/one-primary.sql']);
});
