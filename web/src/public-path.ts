import type { Language } from '#domain/languages.ts';

/** The language of a public page's path: Arabic lies under /ar, English at SPEC section 2's own paths. */
export function languageOfPath(pathname: string): Language {
  return /^\/ar(\/|$)/.test(pathname) ? 'ar' : 'en';
}

/** A public page's path in a language: ("ar", "/terms") → "/ar/terms", ("ar", "/#contact") → "/ar#contact". A slash at the end falls away. */
export function publicPath(language: Language, path: string): string {
  const plain = path.replace(/^\/ar(?=[/#?]|$)/, '').replace(/(?<=.)\/$/, '') || '/';
  if (language === 'en') return plain.startsWith('/') ? plain : `/${plain}`;
  return `/ar${plain.replace(/^\/(?=$|[#?])/, '')}`;
}
