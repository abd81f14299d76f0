import { defineConfig } from '@lingui/conf';
import { formatter } from '@lingui/format-po';

/** Where catalogues stand; a test extracts into a folder of its own. */
const folder = process.env.CATALOGUES ?? '<rootDir>/locales';

/** English texts are written in the code, in SPEC's words; other languages stand in web/locales. */
export default defineConfig({
  sourceLocale: 'en',
  locales: ['en'],
  catalogs: [{ path: `${folder}/{locale}`, include: ['<rootDir>/src'] }],
  format: formatter({ lineNumbers: false }),
});
