import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

/** Inclusive code points; one number is a range of one. */
type Range = readonly [from: number, to: number];

interface Cut {
  /** The file's name, before its weight where each has a file: `latin.woff2`, `arabic-400.woff2`. */
  name: string;
  family: string;
  /** Plex Sans holds its weights in one file, Plex Sans Arabic has a file for each. */
  script: 'latin' | 'arabic';
  ranges: readonly Range[];
}

/** Two weights carry the design: 400 also draws what asks for 500, 600 what asks for 700. */
const weights = [400, 600] as const;

/** The letters and signs of English, in the order of their numbers. */
const latinLetters: readonly Range[] = [
  [0x20, 0x7e],
  [0xa0, 0xa0],
  [0xa9, 0xa9],
  [0xab, 0xab],
  [0xb7, 0xb7],
  [0xbb, 0xbb],
  [0xd7, 0xd7],
  [0x2013, 0x2014],
  [0x2018, 0x2019],
  [0x201c, 0x201d],
  [0x2022, 0x2022],
  [0x2026, 0x2026],
  [0x2212, 0x2212],
];

/** The letters of Arabic and its marks: all that our own Arabic is written with. */
const arabicLetters: readonly Range[] = [
  [0x60c, 0x60c],
  [0x61b, 0x61b],
  [0x61f, 0x61f],
  [0x621, 0x63a],
  [0x640, 0x652],
];

/**
 * What each file holds. A page fetches a file only when it shows one of its characters, so an Arabic page takes its
 * figures from a file of their own and no Latin letters, and the rest of the Arabic block (its digits, the letters that
 * Saudi names borrow, those of Persian, Urdu and Pashto) and of the Latin one (accents) costs nobody anything until
 * somebody types it.
 */
export const cuts: readonly Cut[] = [
  {
    name: 'latin',
    family: 'Plex',
    script: 'latin',
    ranges: latinLetters,
  },
  {
    name: 'latin-rest',
    family: 'Plex',
    script: 'latin',
    ranges: [
      ...complement([0xa1, 0xff], latinLetters),
      [0x152, 0x153],
      [0x201a, 0x201a],
      [0x201e, 0x201e],
      [0x20ac, 0x20ac],
      [0x2122, 0x2122],
    ],
  },
  {
    name: 'figures',
    family: 'Plex Figures',
    script: 'latin',
    // And the letters of "English" and of our address, which every Arabic page names.
    ranges: [
      [0x20, 0x21],
      [0x25, 0x25],
      [0x28, 0x29],
      [0x2b, 0x3a],
      [0x40, 0x40],
      [0x45, 0x45],
      [0x61, 0x61],
      [0x65, 0x65],
      [0x67, 0x69],
      [0x6c, 0x6f],
      [0x73, 0x73],
      [0xa0, 0xa0],
      [0xa9, 0xa9],
      [0xab, 0xab],
      [0xb7, 0xb7],
      [0xbb, 0xbb],
      [0xd7, 0xd7],
      [0x2013, 0x2014],
      [0x2022, 0x2022],
      [0x2026, 0x2026],
      [0x2212, 0x2212],
    ],
  },
  {
    name: 'arabic',
    family: 'Plex Arabic',
    script: 'arabic',
    ranges: arabicLetters,
  },
  {
    name: 'arabic-rest',
    family: 'Plex Arabic',
    script: 'arabic',
    ranges: complement([0x600, 0x6ff], arabicLetters),
  },
];

/**
 * The device's own fonts, stretched until a line of text is as long as Plex draws it: nothing moves when Plex arrives.
 * `size` is Plex's width over the font's for the site's own sentences; the heights are Plex's, divided by it.
 */
const standIns = [
  { family: 'Plex Arial', weight: '400 500', size: 1.0268, local: ['Arial', 'Liberation Sans'] },
  {
    family: 'Plex Arial',
    weight: '600 700',
    size: 0.9805,
    local: ['Arial Bold', 'Arial-BoldMT', 'Liberation Sans Bold'],
  },
  { family: 'Plex Roboto', weight: '400 500', size: 1.0197, local: ['Roboto', 'Roboto-Regular'] },
  { family: 'Plex Roboto', weight: '600 700', size: 1.0421, local: ['Roboto Bold', 'Roboto-Bold'] },
  { family: 'Plex Naskh', weight: '400 500', size: 1.0307, local: ['Noto Naskh Arabic'] },
  { family: 'Plex Naskh', weight: '600 700', size: 1.0417, local: ['Noto Naskh Arabic Bold'] },
  { family: 'Plex DejaVu', weight: '400 500', size: 0.8975, local: ['DejaVu Sans'] },
  { family: 'Plex DejaVu', weight: '600 700', size: 0.7781, local: ['DejaVu Sans Bold'] },
] as const;

/** Plex Sans's own heights, in parts of its size. Arabic takes them too, so that both stand on one line. */
const heights = { ascent: 1.025, descent: 0.275 };

const folder = new URL('../.fonts/', import.meta.url);

/**
 * Cuts the fonts into `web/.fonts/` and writes their `faces.css` and the `stand-ins.css` of the device's own, before
 * anything reads them.
 */
export function fonts(): Plugin {
  let written: Promise<void> | undefined;
  return { name: 'hamla-fonts', buildStart: () => (written ??= writeFonts()) };
}

async function writeFonts(): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const cut of cuts) {
    for (const weight of weights) {
      const file = new URL(fileOf(cut, weight), folder);
      await writeChanged(file, await subsetOf(cut, weight));
    }
  }
  await writeChanged(new URL('faces.css', folder), Buffer.from(facesCss()));
  await writeChanged(new URL('stand-ins.css', folder), Buffer.from(standInsCss()));
}

type Weight = (typeof weights)[number];

const fileOf = ({ name, script }: Cut, weight: Weight) =>
  script === 'latin' ? `${name}.woff2` : `${name}-${weight}.woff2`;

async function subsetOf(cut: Cut, weight: Weight): Promise<Buffer> {
  const source = createRequire(import.meta.url).resolve(
    cut.script === 'latin'
      ? '@fontsource-variable/ibm-plex-sans/files/ibm-plex-sans-latin-wght-normal.woff2'
      : `@fontsource/ibm-plex-sans-arabic/files/ibm-plex-sans-arabic-arabic-${weight}-normal.woff2`,
  );
  const characters = cut.ranges.flatMap(([from, to]) =>
    Array.from({ length: to - from + 1 }, (_, step) => String.fromCodePoint(from + step)),
  );
  return subsetFont(await readFile(source), characters.join(''), {
    targetFormat: 'woff2',
    noHinting: true,
    // What joins and marks Arabic, and what sets Latin well; fractions and the like are not used.
    keepFeatures: 'calt ccmp fina init isol kern liga locl mark medi mkmk rlig'.split(' '),
    ...(cut.script === 'latin'
      ? { variationAxes: { wght: { min: weights[0], max: weights[1] } } }
      : {}),
  });
}

/** Leaves an equal file alone: a dev server would reload every page. */
async function writeChanged(file: URL, content: Buffer): Promise<void> {
  const present = await readFile(file).catch(() => null);
  if (!present?.equals(content)) await writeFile(file, content);
}

function facesCss(): string {
  // One weight each, not from one to the other: what asks for 500 is drawn alike in both scripts.
  const faces = cuts.flatMap((cut) =>
    weights.map(
      (weight) => `@font-face {
  font-family: '${cut.family}';
  font-weight: ${weight};
  font-display: swap;
  src: url('./${fileOf(cut, weight)}?no-inline') format('woff2');
  unicode-range: ${cut.ranges.map(unicodeRange).join(', ')};
}`,
    ),
  );
  return [...faces, ''].join('\n');
}

function standInsCss(): string {
  const locals = standIns.map(
    ({ family, weight, size, local }) => `@font-face {
  font-family: '${family}';
  font-weight: ${weight};
  src: ${local.map((name) => `local('${name}')`).join(', ')};
  size-adjust: ${percent(size)};
  ascent-override: ${percent(heights.ascent / size)};
  descent-override: ${percent(heights.descent / size)};
  line-gap-override: 0%;
}`,
  );
  return [...locals, ''].join('\n');
}

function unicodeRange([from, to]: Range): string {
  const [first, last] = [from, to].map((point) => point.toString(16).toUpperCase());
  return first === last ? `U+${first}` : `U+${first}-${last}`;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(2)}%`;
}

/** What `whole` holds and the sorted `parts` do not. */
function complement([first, last]: Range, parts: readonly Range[]): Range[] {
  const inside = parts.filter(([from, to]) => from >= first && to <= last);
  const starts = [first, ...inside.map(([, to]) => to + 1)];
  const ends = [...inside.map(([from]) => from - 1), last];
  return starts.flatMap((from, index) => {
    const to = ends[index]!;
    return from <= to ? [[from, to] as const] : [];
  });
}
