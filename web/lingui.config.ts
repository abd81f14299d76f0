import { readdirSync } from 'node:fs';
import { defineConfig } from '@lingui/conf';
import { formatter } from '@lingui/format-po';

/** Where catalogues stand; a test extracts into a folder of its own. */
const folder = process.env.CATALOGUES ?? '<rootDir>/locales';

/** One catalogue a capability; the files beside them are `root`. `CATALOG=tickets` extracts that one alone. */
const capabilities = readdirSync(new URL('src', import.meta.url), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'styleguide')
  .map(({ name }) => ({ name, include: [`<rootDir>/src/${name}`] }));

/** English texts are written in the code, in SPEC's words; the Arabic stands in web/locales/ar. */
export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'ar'],
  catalogs: [...capabilities, { name: 'root', include: ['<rootDir>/src/*.tsx'] }]
    .filter(({ name }) => !process.env.CATALOG || name === process.env.CATALOG)
    .map(({ name, include }) => ({ path: `${folder}/{locale}/${name}`, include })),
  fallbackLocales: { default: 'en' },
  format: formatter({ lineNumbers: false }),
});
