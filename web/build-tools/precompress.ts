import { readdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** Our fonts and pictures are compressed already; pages, sitemap and robots are, when the server has put its address in. */
const texts = /\.(m?js|css|svg|json|webmanifest|ttf)$/;

/**
 * Writes `x.br` and `x.gz` beside every text `x` under the folder, each as small as it gets: the server sends whichever
 * the browser takes, and spends no time on it. A text that would not become smaller has none.
 */
export async function precompress(directory: URL): Promise<void> {
  const root = fileURLToPath(directory);
  const names = (await readdir(root, { recursive: true })).filter((name) => texts.test(name));
  await Promise.all(
    names.map(async (name) => {
      const content = await readFile(`${root}/${name}`);
      const small: [string, Buffer][] = [
        [
          'br',
          await brotli(content, {
            params: {
              [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
              [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
              [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
            },
          }),
        ],
        ['gz', await gzipped(content, { level: constants.Z_BEST_COMPRESSION })],
      ];
      for (const [ending, bytes] of small) {
        if (bytes.length < content.length) await writeFile(`${root}/${name}.${ending}`, bytes);
      }
    }),
  );
}
