import { readdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const style = /(<style>)([\s\S]*?)(<\/style>)/;

/**
 * Reduces the inline style of each content page to the rules that the page uses. The pages are built with one shared style
 * sheet, and a server's first response holds some 14 KB (RFC 6928).
 */
export async function pruneStyles(client: URL): Promise<void> {
  const folder = fileURLToPath(client);
  const names = (await readdir(folder, { recursive: true })).filter((name) =>
    name.endsWith('.html'),
  );
  for (const name of names) {
    const page = await readFile(`${folder}/${name}`, 'utf8');
    if (style.test(page)) await writeFile(`${folder}/${name}`, withOwnStyle(page));
  }
}

/** The elements, classes and letters of a page that style rules can match. */
interface Drawn {
  classes: Set<string>;
  /** Names of elements. */
  elements: Set<string>;
  letters: Set<number>;
  isEnglish: boolean;
  /** Has a field with parts of its own: a calendar, a file's button, arrows. */
  hasPartedField: boolean;
}

/**
 * Returns the page without rules for classes, elements, letters and field parts that it does not have, and without unused
 * keyframes, registered properties and variables.
 */
export function withOwnStyle(page: string): string {
  const markup = page.replace(style, '');
  const drawn: Drawn = {
    classes: classesOf(page),
    elements: new Set(Array.from(markup.matchAll(/<([a-z][a-z\d]*)/g), ([, name]) => name!)),
    letters: new Set(Array.from(markup, (letter) => letter.codePointAt(0)!)),
    isEnglish: /<html[^>]* lang="en"/.test(page),
    hasPartedField: /<input[^>]* type="(date|time|datetime-local|month|number|search|file)"/.test(
      markup,
    ),
  };
  return page.replace(style, (_whole, begin: string, css: string, end: string) => {
    const kept = change(css, (rule) => ownPart(rule, drawn));
    const used = change(kept, (rule) => {
      const named = /^@(?:keyframes|property) ([\w-]+)/.exec(rule)?.[1];
      return named === undefined || isNamedElsewhere(kept, named) ? rule : '';
    });
    return begin + withoutIdleVariables(used, markup) + end;
  });
}

/** The part of a rule that applies to the page; empty: none. */
function ownPart(rule: string, drawn: Drawn): string {
  if (rule.startsWith('@font-face')) return hasLetters(rule, drawn) ? rule : '';
  const name = /^\.((?:\\.|[\w-])+)/.exec(rule)?.[1]?.replaceAll(/\\(.)/g, '$1');
  if (name !== undefined) return drawn.classes.has(name) ? rule : '';
  if (!/^[a-z:]/.test(rule)) return rule;
  const head = rule.slice(0, rule.indexOf('{'));
  const own = selectorsOf(head).filter((selector) => {
    const element = /^[a-z][a-z\d]*/.exec(selector)?.[0];
    if (element !== undefined && !drawn.elements.has(element)) return false;
    return drawn.hasPartedField || !partOfField.test(selector);
  });
  return own.length > 0 ? own.join(',') + rule.slice(head.length) : '';
}

const partOfField =
  /::(file-selector|-webkit-(search|date|calendar|inner-spin|outer-spin))|optgroup/;

/**
 * An English page shows the one Arabic word of its language switch in a system font; an Arabic page shows its few Latin
 * letters so, because a browser would otherwise fetch the whole Latin font for them.
 */
function hasLetters(face: string, { letters, isEnglish }: Drawn): boolean {
  if (isEnglish ? /font-family:Plex (Arabic|Figures)/.test(face) : /font-family:Plex;/.test(face))
    return false;
  const ranges = /unicode-range:([^;}]+)/.exec(face)?.[1];
  return (
    ranges === undefined ||
    ranges.split(',').some((range) => {
      const [from, to] = range.trim().slice(2).split('-');
      const [first, last] = [Number.parseInt(from!, 16), Number.parseInt(to ?? from!, 16)];
      return [...letters].some((letter) => letter >= first && letter <= last);
    })
  );
}

/** The selectors of a list; a comma inside brackets is their own. */
function selectorsOf(head: string): string[] {
  let depth = 0;
  const found = [''];
  for (const sign of head) {
    if (sign === '(' || sign === '[') depth += 1;
    if (sign === ')' || sign === ']') depth -= 1;
    if (sign === ',' && depth === 0) found.push('');
    else found[found.length - 1] += sign;
  }
  return found.map((selector) => selector.trim());
}

/** Removes unused variables, repeatedly, because variables use each other. */
function withoutIdleVariables(css: string, markup: string): string {
  const asked = new Set(
    Array.from((css + markup).matchAll(/var\((--[\w-]+)/g), ([, name]) => name!),
  );
  const left = css.replaceAll(/(?<=[{;])(--[\w-]+):[^;{}]*(;|(?=\}))/g, (whole, name: string) =>
    asked.has(name) ? whole : '',
  );
  return left === css ? css : withoutIdleVariables(left, markup);
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

/** Whether a rule uses it; its own declaration and Tailwind's reset of the properties layer do not count. */
function isNamedElsewhere(css: string, name: string): boolean {
  const uses = css.matchAll(
    new RegExp(`(?<!@keyframes |@property )(?<![\\w-])${name}(?![\\w-])`, 'g'),
  );
  const [start, end] = resetOf(css);
  return [...uses].some(({ index }) => index < start || index >= end);
}

function resetOf(css: string): [start: number, end: number] {
  const start = css.indexOf('@layer properties{');
  if (start < 0) return [0, 0];
  return [start, start + rulesOf(css.slice(start))[0]!.length];
}

/** Applies `part` to each rule, also inside layers and media queries, and removes empty ones. */
function change(css: string, part: (rule: string) => string): string {
  return rulesOf(css)
    .map((rule) => {
      const head = /^\s*@(?:layer|media|supports)[^{;]*\{/.exec(rule)?.[0];
      if (head === undefined) return part(rule.trimStart());
      const inner = change(rule.slice(head.length, -1), part);
      return inner ? `${head}${inner}}` : '';
    })
    .join('');
}

/** The rules of a style sheet, each whole: `.a{…}`, `@media …{…}`, `@layer a;`, and declarations between nested ones. */
function rulesOf(css: string): string[] {
  const rules: string[] = [];
  let [depth, start] = [0, 0];
  for (let place = 0; place < css.length; place += 1) {
    const sign = css[place];
    if (sign === '\\') place += 1;
    else if (sign === '{') depth += 1;
    else if (sign === '}') depth -= 1;
    if (depth === 0 && (sign === '}' || sign === ';')) {
      rules.push(css.slice(start, place + 1));
      start = place + 1;
    }
  }
  if (start < css.length) rules.push(css.slice(start));
  return rules;
}
