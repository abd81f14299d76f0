import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { convert } from 'fontverter';
import { appendPages } from './append-pages.ts';
import type { TypesettingAnswer, TypesettingRequest } from './typeset.ts';

/**
 * A process of its own that sets documents: `typeset.ts` starts it with the folder of the templates. It answers on the
 * channel that it was started with and ends when that closes.
 */

/** How many documents an unused piece of work is kept for. */
const CACHE_AGE = 5;

/** The product's faces, as npm has them: a file for each part of each family, packed for the browser. */
const fonts = [
  { file: 'ibm-plex-sans/files/ibm-plex-sans-latin', family: 'IBM Plex Sans' },
  { file: 'ibm-plex-sans/files/ibm-plex-sans-latin-ext', family: 'IBM Plex More' },
  {
    file: 'ibm-plex-sans-arabic/files/ibm-plex-sans-arabic-arabic',
    family: 'IBM Plex Sans Arabic',
  },
] as const;
const weights = [400, 600] as const;

/** Unpacked, as the compiler reads them, one after the other: the unpacker has one memory. */
async function openFonts(): Promise<Buffer[]> {
  const { resolve } = createRequire(import.meta.url);
  const opened: Buffer[] = [];
  for (const { file, family } of fonts) {
    for (const weight of weights) {
      const packed = await readFile(resolve(`@fontsource/${file}-${weight}-normal.woff2`));
      const font = Buffer.from(await convert(packed, 'sfnt'));
      // The compiler takes one face of a family and weight: a part of a family needs a name of its own.
      if (family === 'IBM Plex More') rename(font, 'IBM Plex Sans', family);
      opened.push(font);
    }
  }
  return opened;
}

/** Writes another name, as long as the one it has, over each place where the font names its family. */
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

/** @throws Error with what the compiler says of the template. */
function pdfOf(compiler: NodeCompiler, mainFilePath: string, json: string): Uint8Array {
  const compiled = compiler.compile({ mainFilePath, inputs: { json } });
  const document = compiled.result;
  if (document === null) {
    const error = compiled.takeError();
    throw new Error(`${mainFilePath}: ${JSON.stringify(error?.shortDiagnostics)}`);
  }
  const pdf = compiler.pdf(document);
  compiler.evictCache(CACHE_AGE);
  // The pages are memory that V8 does not see: left to itself it would keep those of a hundred documents.
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
