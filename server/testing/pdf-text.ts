import { getDocument, OPS, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** What a PDF says and how it is set. */
export interface ReadPdf {
  /** Every line from the top of the first page on, in the order in which it is read. */
  lines: string[];
  pages: number;
  fonts: { name: string; isEmbedded: boolean }[];
  title: string;
  /** As it stands in the file: "D:20261121123005Z". */
  created: string;
}

interface Run {
  text: string;
  left: number;
  right: number;
  baseline: number;
}

interface Glyph {
  unicode: string;
  /** In thousandths of the font's size. */
  width: number;
}

/**
 * Reads a PDF back. Arabic lies in it as it is drawn, from the left, one glyph for a ligature's letters: a run is
 * turned round by whole glyphs where the file marks it as reversed, and the runs of a line are taken from the side
 * where its language begins.
 */
export async function readPdf(pdf: Uint8Array, language: 'en' | 'ar'): Promise<ReadPdf> {
  const task = getDocument({
    data: Uint8Array.from(pdf),
    verbosity: 0,
    useSystemFonts: false,
    fontExtraProperties: true,
  });
  const document = await task.promise;
  const lines: string[] = [];
  const fonts = new Map<string, boolean>();
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const { runs, fontIds } = await runsOf(page);
    lines.push(...linesOf(runs, language));
    for (const id of fontIds) {
      const font = page.commonObjs.get(id) as { name: string; missingFile: boolean };
      fonts.set(font.name.replace(/^[A-Z]{6}\+/, ''), !font.missingFile);
    }
  }
  const { info } = (await document.getMetadata()) as {
    info: { Title: string; CreationDate: string };
  };
  const pages = document.numPages;
  await task.destroy();
  return {
    lines,
    pages,
    fonts: Array.from(fonts, ([name, isEmbedded]) => ({ name, isEmbedded })),
    title: info.Title,
    created: info.CreationDate,
  };
}

/** Walks what a page draws: each run of text with its place. */
async function runsOf(page: PDFPageProxy): Promise<{ runs: Run[]; fontIds: Set<string> }> {
  const { fnArray, argsArray } = await page.getOperatorList();
  const runs: Run[] = [];
  const fontIds = new Set<string>();
  const places: [x: number, y: number][] = [];
  let at: [x: number, y: number] = [0, 0];
  let size = 0;
  let isReversed = false;
  const marks: boolean[] = [];
  fnArray.forEach((operation, index) => {
    const args = argsArray[index];
    if (operation === OPS.save) places.push(at);
    else if (operation === OPS.restore) at = places.pop() ?? [0, 0];
    // The templates never turn or stretch text: a transformation moves it.
    else if (operation === OPS.transform) at = [at[0] + args[4], at[1] + args[5]];
    else if (operation === OPS.setFont) {
      fontIds.add(args[0]);
      size = args[1];
    } else if (operation === OPS.beginMarkedContent || operation === OPS.beginMarkedContentProps) {
      marks.push(isReversed);
      isReversed = args[0]?.name === 'ReversedChars';
    } else if (operation === OPS.endMarkedContent) isReversed = marks.pop() ?? false;
    else if (operation === OPS.showText) runs.push(runOf(args[0], at, size, isReversed));
  });
  return { runs, fontIds };
}

function runOf(
  shown: (Glyph | number)[],
  [x, y]: [number, number],
  size: number,
  isReversed: boolean,
): Run {
  const glyphs = shown.filter((one): one is Glyph => typeof one !== 'number');
  const width = shown.reduce<number>(
    (sum, one) => sum + (typeof one === 'number' ? -one : one.width),
    0,
  );
  const texts = glyphs.map(({ unicode }) => unicode);
  const text = (isReversed ? texts.toReversed() : texts).join('');
  return { text, left: x, right: x + (width * size) / 1000, baseline: y };
}

/** Runs on one baseline, from the side where the language begins; a gap between two of them is a space. */
function linesOf(runs: Run[], language: 'en' | 'ar'): string[] {
  const baselines = [...new Set(runs.map(({ baseline }) => Math.round(baseline)))].sort(
    (a, b) => b - a,
  );
  return baselines.map((baseline) => {
    const line = runs.filter((run) => Math.round(run.baseline) === baseline);
    line.sort((a, b) => (language === 'ar' ? b.right - a.right : a.left - b.left));
    const text = line.map((run, index) => {
      const before = line[index - 1];
      if (before === undefined) return run.text;
      const gap = language === 'ar' ? before.left - run.right : run.left - before.right;
      return gap > 2 ? ` ${run.text}` : run.text;
    });
    return text
      .join('')
      .replace(/[\u2066-\u2069]/g, '')
      .replace(/\s+/g, ' ')
      .trim();
  });
}
