import type { Plugin } from 'vite';

/** The texts that react-aria brings for each of its 34 languages; ours are English and Arabic. */
const otherLanguage =
  /\/react-(?:aria|stately)[^?]*\/intl\/(?:\w+\/)?(?!en-US|ar-AE)[a-z]{2}-[A-Z]{2}\.mjs$/;

/** Leaves the texts of all other languages out of the build: no screen can ask for them. */
export function ariaLanguages(): Plugin {
  return {
    name: 'hamla:aria-languages',
    enforce: 'pre',
    load: (id) => (otherLanguage.test(id) ? 'export default {};' : null),
  };
}
