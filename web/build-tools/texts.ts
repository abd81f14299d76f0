import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createCompiledCatalog, getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import type { Plugin } from 'vite';
import { isLanguage } from '#domain/languages.ts';
import { isInFirstView } from './first-view.ts';

/** Catalogues that their screens load themselves; `site` is rendered at build time only. */
const ownCatalogues = new Set(['site', 'operations', 'help', 'notifications', 'servicing']);

const web = fileURLToPath(new URL('..', import.meta.url));
const name = /^virtual:texts\/(\w+)-(first|further)$/;

/** Whether a module's texts belong to the first view. Toasts are included, because they must work offline. */
const comesFirst = (file: string) => isInFirstView(file) || file === `${web}src/ui/toasts.tsx`;

/**
 * Gives the application's texts in two parts: `virtual:texts/ar-first` has those of the dashboards' first view,
 * `virtual:texts/ar-further` the others (src/ui/further-texts.ts). While screens are edited the first has all.
 */
export function texts(): Plugin {
  return {
    name: 'hamla:texts',
    enforce: 'pre',
    resolveId: (id) => (name.test(id) ? `\0${id}` : null),
    async load(id) {
      const [, language, part] = name.exec(id.slice(1)) ?? [];
      if (!id.startsWith('\0') || !isLanguage(language)) return null;
      const isEdited = this.environment.mode === 'dev';
      const wanted: Record<string, string> = {};
      for (const catalogue of await getCatalogs(
        getConfig({ configPath: `${web}lingui.config.ts` }),
      )) {
        if (isEdited) this.addWatchFile(catalogue.getFilename(language));
        const isOwn = ownCatalogues.has(basename(catalogue.path));
        for (const [key, text] of Object.entries((await catalogue.read(language)) ?? {})) {
          const isFirst =
            (isEdited && !isOwn) || (text.origin ?? []).some(([file]) => comesFirst(web + file));
          if (part === 'first' ? isFirst : !isFirst && !isOwn)
            wanted[key] = text.translation || text.message || key;
        }
      }
      return createCompiledCatalog(language, wanted, { namespace: 'es' }).source;
    },
  };
}
