import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { convert } from 'fontverter';
import { appendPages } from './append-pages.ts';
import type { TypesettingAnswer, TypesettingRequest } from './typeset.ts';

/**
 * The renderer process, started by `typeset.ts` with the folder above the templates'. It responds on its parent's channel
 * and ends when that closes.
 */

/** Number of documents for which an unused compilation result is kept. */
const CACHE_AGE = 5;

/** The product's fonts from npm: one file for each subset of a family, packed as WOFF2. */
const fonts = [
  { file: 'ibm-plex-sans/files/ibm-plex-sans-latin', family: 'IBM Plex Sans' },
  { file: 'ibm-plex-sans/files/ibm-plex-sans-latin-ext', family: 'IBM Plex More' },
  {
    file: 'ibm-plex-sans-arabic/files/ibm-plex-sans-arabic-arabic',
    family: 'IBM Plex Sans Arabic',
  },
] as const;
const weights = [400, 600] as const;

/** Unpacks them for the compiler, one at a time, because the unpacker has a single memory. */
async function openFonts(): Promise<Buffer[]> {
  const { resolve } = createRequire(import.meta.url);
  const opened: Buffer[] = [];
  for (const { file, family } of fonts) {
    for (const weight of weights) {
      const packed = await readFile(resolve(`@fontsource/${file}-${weight}-normal.woff2`));
      const font = Buffer.from(await convert(packed, 'sfnt'));
      // The compiler accepts one face for each family and weight, so a subset needs another family name.
      if (family === 'IBM Plex More') rename(font, 'IBM Plex Sans', family);
      opened.push(font);
    }
  }
  return opened;
}

/** Replaces the family name wherever the font contains it, by one of equal length. */
function rename(font: Buffer, from: string, to: string): void {
  const name = Buffer.from(from, 'utf16le').swap16();
  for (let at = font.indexOf(name); at >= 0; at = font.indexOf(name, at + name.length)) {
    Buffer.from(to, 'utf16le').swap16().copy(font, at);
  }
}

async function openCompiler(folder: string): Promise<NodeCompiler> {
  return NodeCompiler.create({
    workspace: folder,
    fontArgs: [{ fontBlobs: await openFonts() }],
  });
}

/** @throws Error with the compiler's message about the template. */
function pdfOf(compiler: NodeCompiler, mainFilePath: string, json: string): Uint8Array {
  const compiled = compiler.compile({ mainFilePath, inputs: { json } });
  const document = compiled.result;
  if (document === null) {
    const error = compiled.takeError();
    throw new Error(`${mainFilePath}: ${JSON.stringify(error?.shortDiagnostics)}`);
  }
  const pdf = compiler.pdf(document);
  compiler.evictCache(CACHE_AGE);
  // V8 does not count the memory of the pages and would keep a hundred documents' without this.
  globalThis.gc?.({ type: 'minor' });
  return pdf;
}

const folder = process.argv[2]!;
const compiler = openCompiler(folder);
const answer = (message: TypesettingAnswer) => process.send!(message);

async function set({ id, template, json, after }: TypesettingRequest): Promise<void> {
  try {
    const pdf = pdfOf(await compiler, join(folder, `${template}.typ`), json);
    answer({ id, pdf: after ? await appendPages(after, pdf) : pdf });
  } catch (error) {
    answer({ id, problem: (error as Error).message });
  }
}

process.on('message', (request: TypesettingRequest) => void set(request));
process.on('disconnect', () => process.exit());
