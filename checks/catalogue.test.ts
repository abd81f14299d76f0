import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

/** Every text with its English words, as `npm run texts` writes them. */
const textsOf = (catalogue: string) =>
  readFileSync(catalogue, 'utf8')
    .split('\n')
    .filter((line) => /^(msgid|msgstr|")/.test(line) && !line.startsWith('"POT-Creation-Date'));

const extractTexts = (folder: string, catalogue = '') =>
  execFileSync(process.execPath, [join(root, 'scripts/extract-texts.ts')], {
    env: { ...process.env, CATALOGUES: folder, CATALOG: catalogue },
    stdio: 'pipe',
  });

test('the catalogues hold every text of the screens: a build shows words, not their ids', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hamla-catalogues-'));
  try {
    cpSync(join(root, 'web/locales'), folder, { recursive: true });
    extractTexts(folder);
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

test('a text whose English was reworded, or whose screen moved, keeps its Arabic; the reworded one is marked', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hamla-catalogues-'));
  try {
    cpSync(join(root, 'web/locales'), folder, { recursive: true });
    const [file, ui] = [join(folder, 'ar/files.po'), join(folder, 'ar/ui.po')];
    const now = readFileSync(file, 'utf8');
    const texts = [...now.matchAll(/^#: .*\nmsgid "(\w.{20,})"\nmsgstr "(.+)"\n/gm)];
    const [reworded, moved] = texts.map(([entry]) => entry);
    // As before the change: other words for one text, and another one still in the catalogue of the design system.
    writeFileSync(
      file,
      now.replace(reworded!, reworded!.replace(/msgid "\w+/, '$& surely')).replace(moved!, ''),
    );
    writeFileSync(ui, `${readFileSync(ui, 'utf8')}\n${moved}`);
    const before = readFileSync(file, 'utf8');
    expect(before).toContain(' surely');

    extractTexts(folder, 'files');

    const marked = readFileSync(file, 'utf8');
    expect(marked).toContain(reworded!.replace('\nmsgid', '\n#, fuzzy\nmsgid'));
    expect(marked.replace('#, fuzzy\n', '')).toEqual(now);
    // An extraction leaves the mark: whoever has checked the text removes it.
    extractTexts(folder, 'files');
    expect(readFileSync(file, 'utf8')).toEqual(marked);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 60_000);
