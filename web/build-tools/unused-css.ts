import { readdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import {
  Features,
  transform,
  type FontFaceRule,
  type Selector,
  type TransformOptions,
} from 'lightningcss';

const style = /(?<=<style>)[\s\S]*?(?=<\/style>)/;

/**
 * Removes from each content page's inline style sheet what the page does not use. The pages are built with one shared style
 * sheet, and a server's first response holds some 14 KB (RFC 6928).
 */
export async function removeUnusedCss(client: URL): Promise<void> {
  const folder = fileURLToPath(client);
  const names = (await readdir(folder, { recursive: true })).filter((name) =>
    name.endsWith('.html'),
  );
  for (const name of names) {
    const page = await readFile(`${folder}/${name}`, 'utf8');
    if (style.test(page)) await writeFile(`${folder}/${name}`, withoutUnusedCss(page));
  }
}

/** What of a page style rules can match. */
interface Drawn {
  classes: Set<string>;
  /** Names of elements. */
  elements: Set<string>;
  letters: number[];
  isEnglish: boolean;
  /** Has a field with parts of its own: a calendar, a file's button, arrows. */
  hasPartedField: boolean;
}

/**
 * Returns the page without rules for classes, elements, letters and field parts that it does not have, and without unused
 * keyframes, registered properties and variables.
 */
export function withoutUnusedCss(page: string): string {
  const markup = page.replace(style, '');
  const drawn: Drawn = {
    classes: classesOf(page),
    elements: namesIn(markup, /<([a-z][a-z\d]*)/g),
    letters: [...new Set(Array.from(markup, (letter) => letter.codePointAt(0)!))],
    isEnglish: /<html[^>]* lang="en"/.test(page),
    hasPartedField: /<input[^>]* type="(date|time|datetime-local|month|number|search|file)"/.test(
      markup,
    ),
  };
  return page.replace(style, (css) => withoutUnusedNames(withoutUnusedRules(css, drawn), markup));
}

function withoutUnusedRules(css: string, drawn: Drawn): string {
  return transformed(css, {
    visitor: {
      Rule: {
        style(rule) {
          const selectors = rule.value.selectors.filter((one) => canMatch(one, drawn));
          if (selectors.length === rule.value.selectors.length) return undefined;
          return selectors.length > 0 ? { ...rule, value: { ...rule.value, selectors } } : [];
        },
        'font-face': ({ value }) => (hasLetters(value, drawn) ? undefined : []),
      },
    },
  });
}

function canMatch(selector: Selector, { classes, elements, hasPartedField }: Drawn): boolean {
  return selector.every((part) => {
    if (part.type === 'class') return classes.has(part.name);
    if (part.type === 'type') return elements.has(part.name);
    return hasPartedField || part.type !== 'pseudo-element' || !isPartOfField(part);
  });
}

const isPartOfField = (part: { kind: string; name?: string }) =>
  part.kind === 'file-selector-button' ||
  /^-webkit-(search|date|calendar|inner-spin|outer-spin)/.test(part.name ?? '');

/**
 * An English page shows the one Arabic word of its language switch in a system font; an Arabic page shows its few Latin
 * letters so, because a browser would otherwise fetch the whole Latin font for them.
 */
function hasLetters({ properties }: FontFaceRule, { letters, isEnglish }: Drawn): boolean {
  return properties.every(({ type, value }) => {
    if (type === 'font-family')
      return !(isEnglish ? /^Plex (Arabic|Figures)/ : /^Plex$/).test(value);
    if (type !== 'unicode-range') return true;
    return value.some(({ start, end }) => letters.some((one) => one >= start && one <= end));
  });
}

/** Removes unused variables, registered properties and keyframes, repeatedly, because variables use each other. */
function withoutUnusedNames(css: string, markup: string): string {
  const used = namesIn(css + markup, /var\((--[\w-]+)/g);
  const variables = namesIn(css, /(--[\w-]+)(?=:|\{)/g).difference(used);
  const motions = namesIn(css, /@keyframes ([\w-]+)/g).difference(
    namesIn(css, /(?<!@keyframes )(?<![\w-])([\w-]+)/g),
  );
  const unusedSymbols = [...variables, ...motions];
  const left = transformed(css, { unusedSymbols });
  return unusedSymbols.length === 0 ? left : withoutUnusedNames(left, markup);
}

const namesIn = (text: string, pattern: RegExp) =>
  new Set(Array.from(text.matchAll(pattern), ([, name]) => name!));

/** Vite's, so that nothing is written in a shorter way that its browsers do not know. */
const targets = { chrome: 111 << 16, firefox: 114 << 16, safari: (16 << 16) | (4 << 8) };

function transformed(css: string, options: Partial<TransformOptions<never>>): string {
  const code = Buffer.from(css);
  // Vite has written light-dark() for these browsers already.
  const exclude = Features.LightDark;
  const settings = { filename: 'page.css', code, minify: true, targets, exclude };
  return transform({ ...settings, ...options }).code.toString();
}

function classesOf(page: string): Set<string> {
  const lists = [...page.matchAll(/ class="([^"]*)"/g)].map(([, list]) =>
    plain(list!).split(/\s+/),
  );
  return new Set(lists.flat());
}

const entities: Record<string, string> = { amp: '&', gt: '>', lt: '<', quot: '"', '#x27': "'" };
const plain = (text: string) =>
  text.replaceAll(/&([\w#]+);/g, (_, name: string) => entities[name]!);
