import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const manifest = createRequire(import.meta.url).resolve('pdfjs-dist/package.json');
const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };

/** Names in the package. Times and Courier are the device's own; the characters of Symbol and Dingbats are on none. */
const wanted = [
  'standard_fonts/{LICENSE,LiberationSans,FoxitDingbats,FoxitSymbol}*',
  'wasm/{LICENSE_*{JBIG2,OPENJPEG},*_nowasm_fallback.js}',
];

/**
 * Serves what pdf.js fetches by its name, under `/assets/pdfjs-<version>/`: fonts that a PDF may leave out, and decoders of scans
 * that need no WebAssembly. Character maps are left out: those outside a file are of Chinese, Japanese and Korean.
 */
export function pdfFiles(): Plugin {
  const folder = dirname(manifest);
  const names = globSync(wanted, { cwd: folder });
  const read = (name: string) => readFileSync(join(folder, name));
  return {
    name: 'hamla:pdf-files',
    generateBundle() {
      if (this.environment.name !== 'client') return;
      for (const name of names)
        this.emitFile({
          type: 'asset',
          fileName: `assets/pdfjs-${version}/${name}`,
          source: read(name),
        });
    },
    configureServer({ middlewares }) {
      middlewares.use(`/assets/pdfjs-${version}/`, (request, response, next) => {
        const name = names.find((one) => `/${one}` === request.url);
        if (name === undefined) return next();
        if (name.endsWith('.js')) response.setHeader('content-type', 'text/javascript');
        response.end(read(name));
      });
    },
  };
}
