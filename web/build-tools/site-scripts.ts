import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import type { Plugin } from 'vite';

/** The scripts of the pages of content, each a bundle of its own without React; `page` on every page. */
const names = ['page', 'calculator'] as const;

const folder = new URL('../.scripts/', import.meta.url);

/**
 * Bundles `src/site/<name>-script.ts` into `web/.scripts/<name>.js` before anything reads them. A page takes the
 * address by `?url&no-inline`: a file with its hash in its name, kept by browsers for ever.
 */
export function siteScripts(): Plugin {
  let written: Promise<void> | undefined;
  return {
    name: 'hamla-site-scripts',
    buildStart: () => (written ??= writeScripts()),
    // In development: the bundle follows its sources.
    configureServer: (server) => {
      server.watcher.on('change', (file) => {
        if (/-script\.ts$|\/domain\//.test(file)) void writeScripts();
      });
    },
  };
}

async function writeScripts(): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const name of names) {
    const file = new URL(`${name}.js`, folder);
    const script = await bundled(name);
    // Leaves an equal file alone: a development server would reload every page.
    if ((await readFile(file, 'utf8').catch(() => '')) !== script) await writeFile(file, script);
  }
}

async function bundled(name: string): Promise<string> {
  const input = fileURLToPath(new URL(`../src/site/${name}-script.ts`, import.meta.url));
  await using bundle = await rolldown({ input, platform: 'browser' });
  const { output } = await bundle.generate({ format: 'iife', minify: true });
  return output[0].code;
}
