import { readdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const style = /(<style>)([\s\S]*?)(<\/style>)/;

/**
 * Leaves in the style of each built page, which stands in the page itself, what that page draws: the pages of content
 * share one style sheet, and the first answer of a server carries some 14 KB in all (RFC 6928).
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

/** The same page without the rules of classes, motions, fonts and registered properties that nothing on it uses. */
export function withOwnStyle(page: string): string {
  const classes = classesOf(page);
  const isEnglish = /<html[^>]* lang="en"/.test(page);
  return page.replace(style, (_whole, begin: string, css: string, end: string) => {
    const kept = keep(css, (rule) => {
      // An English page writes the one Arabic word of its language switch in the device's own font.
      if (isEnglish && /^@font-face\{font-family:Plex (Arabic|Figures)/.test(rule)) return false;
      const name = /^\.((?:\\.|[\w-])+)/.exec(rule)?.[1]?.replaceAll(/\\(.)/g, '$1');
      return name === undefined || classes.has(name);
    });
    const used = keep(kept, (rule) => {
      const named = /^@(?:keyframes|property) ([\w-]+)/.exec(rule)?.[1];
      return named === undefined || isNamedElsewhere(kept, named);
    });
    return begin + used + end;
  });
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

/** By a rule, not by its own declaration nor by the reset of Tailwind's layer of properties. */
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

/** The rules that `isKept` is true of, also inside layers and media; what has become empty is gone. */
function keep(css: string, isKept: (rule: string) => boolean): string {
  return rulesOf(css)
    .map((rule) => {
      const head = /^\s*@(?:layer|media|supports)[^{;]*\{/.exec(rule)?.[0];
      if (head === undefined) return isKept(rule.trimStart()) ? rule : '';
      const inner = keep(rule.slice(head.length, -1), isKept);
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
