import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

/** A repository of empty sources, whose build of the web writes half of its product and fails where `web/broken` exists. */
function repository(): string {
  const root = mkdtempSync(join(tmpdir(), 'hamla-prepare-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const folder of ['domain', 'api', 'server', 'web', 'scripts', 'node_modules/.bin'])
    mkdirSync(join(root, folder), { recursive: true });
  const write = (file: string, text: string, mode = 0o644) =>
    writeFileSync(join(root, file), text, { mode });
  const node = process.version.slice(1);
  write('package.json', JSON.stringify({ dependencies: { node } }));
  for (const file of ['package-lock.json', 'node_modules/.package-lock.json'])
    write(file, JSON.stringify({ packages: {} }));
  for (const file of ['tsconfig.json', 'rolldown.config.ts']) write(file, '');
  const bin = (name: string, script: string) =>
    write(`node_modules/.bin/${name}`, `#!/bin/sh\nset -e\n${script}\n`, 0o755);
  bin('rolldown', 'mkdir -p dist/server && touch dist/server/main.js');
  bin(
    'react-router',
    'rm -rf ../dist/web && mkdir -p ../dist/web/client && test ! -e broken && touch ../dist/web/client/page',
  );
  symlinkSync(process.execPath, join(root, 'node_modules/.bin/node'));
  for (const file of ['scripts/prepare.mjs', 'scripts/use-git-hooks.mjs'])
    cpSync(file, join(root, file));
  return root;
}

test('a build that failed is made again, also once the sources are those of the build before', () => {
  const root = repository();
  const prepare = () => spawnSync('node', [join(root, 'scripts/prepare.mjs')]).status;
  const page = join(root, 'dist/web/client/page');
  expect([prepare(), existsSync(page)]).toEqual([0, true]);
  writeFileSync(join(root, 'web/broken'), '');
  expect([prepare(), existsSync(page)]).toEqual([1, false]);
  rmSync(join(root, 'web/broken'));
  expect([prepare(), existsSync(page)]).toEqual([0, true]);
});
