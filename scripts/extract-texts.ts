/**
 * `npm run texts`: extracts the English texts of the screens into the catalogues. A text that was reworded keeps its Arabic,
 * marked `#, fuzzy` until somebody has checked it and removes the mark: `checks/arabic.test.ts` fails on marked texts.
 * `CATALOG=tickets` extracts one catalogue; `CATALOGUES` names another folder than web/locales.
 */
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CatalogType } from '@lingui/conf';
import { formatter } from '@lingui/format-po';
import { readCommandLine } from '#server/commands/command-line.ts';

/** The mark of PO files for a translation that somebody must check. */
const UNCHECKED = 'fuzzy';
/** Texts less alike than this are different texts: nothing is carried over. From 0 to 1. */
const LEAST_LIKENESS = 0.45;
/** The similarity that two texts of the same file get beside that of their letters. */
const SAME_FILE = 0.2;

const root = join(import.meta.dirname, '..');
const format = formatter({ lineNumbers: false });

/**
 * The texts with the Arabic of those that they replace.
 * @param before the texts before the extraction, of this catalogue and of others: a text that moved keeps its Arabic unmarked.
 * @param after the texts after it. Those without Arabic get that of the text most like them that is gone.
 */
function carryOver(before: CatalogType, after: CatalogType, others: CatalogType = {}): CatalogType {
  const result = { ...after };
  const gone = new Set(Object.keys(before).filter((id) => !after[id] && before[id]?.translation));
  for (const [id, text] of Object.entries(after)) {
    const moved = others[id];
    if (!text.translation && moved?.translation)
      result[id] = { ...text, translation: moved.translation, extra: moved.extra };
  }
  const pairs = Object.keys(result)
    .filter((id) => !result[id]!.translation)
    .flatMap((id) =>
      [...gone].map((old) => ({ id, old, likeness: likeness(result[id]!, before[old]!) })),
    )
    .filter((pair) => pair.likeness >= LEAST_LIKENESS)
    .sort((a, b) => b.likeness - a.likeness);
  for (const { id, old } of pairs) {
    if (result[id]!.translation || !gone.delete(old)) continue;
    result[id] = {
      ...result[id],
      translation: before[old]!.translation,
      extra: { ...result[id]!.extra, flags: [UNCHECKED] },
    };
  }
  return result;
}

type Text = CatalogType[string];

function likeness(text: Text, other: Text): number {
  const files = new Set(text.origin?.map(([file]) => file));
  const isOfOneFile = other.origin?.some(([file]) => files.has(file)) ?? false;
  return sharedPairs(text.message ?? '', other.message ?? '') + (isOfOneFile ? SAME_FILE : 0);
}

/** The share of letter pairs that two texts have in common (Sørensen–Dice), from 0 to 1. */
function sharedPairs(one: string, other: string): number {
  const [a, b] = [pairsOf(one), pairsOf(other)];
  const left = new Map<string, number>();
  for (const pair of b) left.set(pair, (left.get(pair) ?? 0) + 1);
  let shared = 0;
  for (const pair of a) {
    const count = left.get(pair) ?? 0;
    if (count > 0) shared += 1;
    left.set(pair, count - 1);
  }
  return a.length + b.length === 0 ? 0 : (2 * shared) / (a.length + b.length);
}

const pairsOf = (text: string): string[] => {
  const plain = ` ${text.toLowerCase()} `;
  return Array.from({ length: plain.length - 1 }, (_, place) => plain.slice(place, place + 2));
};

const contextOf = (filename: string) => ({ locale: 'ar', sourceLocale: 'en', filename });
const readCatalogue = async (file: string): Promise<CatalogType> =>
  (await format.parse(readFileSync(file, 'utf8'), contextOf(file))) ?? {};

/** Extracts, and carries the Arabic over. @returns the exit code of the extraction. */
async function extractTexts(): Promise<number> {
  const folder = join(process.env.CATALOGUES ?? join(root, 'web/locales'), 'ar');
  const catalogues = globSync('*.po', { cwd: folder }).map((name) => join(folder, name));
  const before = new Map<string, CatalogType>();
  for (const file of catalogues) before.set(file, await readCatalogue(file));
  const lingui = join(root, 'node_modules/.bin/lingui');
  const { status } = spawnSync(lingui, ['extract', '--clean', '--workers', '1'], {
    cwd: join(root, 'web'),
    stdio: 'inherit',
  });
  if (status !== 0) return status ?? 1;
  const others = Object.assign({}, ...before.values()) as CatalogType;
  for (const name of globSync('*.po', { cwd: folder })) {
    const file = join(folder, name);
    const after = await readCatalogue(file);
    const carried = carryOver(before.get(file) ?? {}, after, others);
    if (Object.keys(after).every((id) => after[id] === carried[id])) continue;
    const existing = readFileSync(file, 'utf8');
    writeFileSync(file, await format.serialize(carried, { ...contextOf(file), existing }));
    for (const { message, extra } of Object.values(carried))
      if (isUnchecked(extra)) process.stdout.write(`Check the Arabic of "${message}" (${name})\n`);
  }
  return 0;
}

/** Whether a text has the mark. */
export const isUnchecked = (extra: Text['extra']): boolean =>
  (extra?.flags as string[] | undefined)?.includes(UNCHECKED) ?? false;

if (import.meta.main) {
  readCommandLine({ usage: 'Usage: npm run texts' });
  process.exitCode = await extractTexts();
}
