import { useLingui } from '@lingui/react';
import { useLocation } from 'react-router';
import { isLanguage, type Language } from '#domain/languages.ts';
import { languageFacts, switchLanguage } from '../i18n.ts';
import { publicPath } from '../public-path.ts';

// Arabic in the device's own font: an English page need not fetch Plex Arabic for one word. The letters of "English"
// stand in the file of an Arabic page's figures (web/build-tools/fonts.ts).
const look =
  'font-device rtl:font-sans inline-grid min-h-11 cursor-pointer place-items-center rounded-sm px-2.5 font-medium text-ink-soft no-underline hover:bg-sunk hover:text-ink';

/** The language that is read now. */
export function useLanguage(): Language {
  const { i18n } = useLingui();
  return isLanguage(i18n.locale) ? i18n.locale : 'en';
}

/** A public page's address in the reader's language; "/terms" is "/ar/terms" for who reads Arabic. */
export function usePublicPath(): (path: string) => string {
  const language = useLanguage();
  return (path) => publicPath(language, path);
}

/** The other language, named in itself: one press and the screen speaks it, without leaving the place. */
export function LanguageSwitch() {
  const other = otherThan(useLanguage());
  const change = () => {
    // An account that could not take it keeps its language for mail; the settings say so, here the screen has obeyed.
    switchLanguage(other).catch(() => undefined);
  };
  return (
    <button type="button" lang={other} onClick={change} className={look}>
      {languageFacts[other].name}
    </button>
  );
}

/** The same for pages without React: a link to the page's twin, which site/page-script.ts remembers when it is followed. */
export function StaticLanguageSwitch() {
  const other = otherThan(useLanguage());
  const { pathname } = useLocation();
  return (
    <a
      href={publicPath(other, pathname)}
      hrefLang={other}
      lang={other}
      data-language={other}
      className={look}
    >
      {languageFacts[other].name}
    </a>
  );
}

function otherThan(language: Language): Language {
  return language === 'en' ? 'ar' : 'en';
}
