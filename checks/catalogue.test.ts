import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

/** Every text with its English words, as `npm run texts` writes them. */
const textsOf = (catalogue: string) =>
  readFileSync(catalogue, 'utf8')
    .split('\n')
    .filter((line) => /^(msgid|msgstr|")/.test(line) && !line.startsWith('"POT-Creation-Date'));

test('the catalogues hold every text of the screens: a build shows words, not their ids', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hamla-catalogues-'));
  try {
    cpSync(join(root, 'web/locales'), folder, { recursive: true });
    execFileSync(join(root, 'node_modules/.bin/lingui'), ['extract', '--clean', '--workers', '1'], {
      cwd: join(root, 'web'),
      env: { ...process.env, CATALOGUES: folder },
      stdio: 'pipe',
    });
    const kept = globSync('*/*.po', { cwd: join(root, 'web/locales') }).sort();
    expect(kept).toEqual(globSync('*/*.po', { cwd: folder }).sort());
    for (const catalogue of kept) {
      expect(
        textsOf(join(root, 'web/locales', catalogue)),
        `run "npm run texts" and commit ${catalogue}`,
      ).toEqual(textsOf(join(folder, catalogue)));
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 60_000);
