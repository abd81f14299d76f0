import { readCommandLine } from '#server/commands/command-line.ts';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** One clause of the specification: its id, such as `5.ticket.3`, and a digest of its text. */
type Clause = { id: string; digest: string };

const root = join(import.meta.dirname, '..');
/** The specification is not kept here: it lies beside the repository, or where SPECIFICATION says. */
const specificationPath = process.env['SPECIFICATION'] ?? join(root, '../shared/SPEC.md');
const listPath = join(root, 'docs/spec-clauses.txt');

/** Short subjects for headings and leads that are long, or that are no words. */
const shortSubjects: Record<string, string> = {
  '/': 'home',
  'any other path': 'not-found',
  'Protected (sign-in needed)': 'protected',
  'New ticket dialog fields': 'dialog',
  'Profile wizard (both roles)': 'wizard',
  'New ticket': 'ticket',
  'Sign-in resolution': 'resolve',
  'Provider authentication endpoints': 'provider',
};

function subjectOf(words: string): string {
  return (
    shortSubjects[words] ??
    words
      .replaceAll(/\(.*?\)/g, '')
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '')
  );
}

/** What a lead enumerates is a clause each: claims of the marketing copy, errors and endpoints of the provider. */
const enumerations = /^(Marketing copy|Provider-level errors|Provider authentication endpoints)\b/;

const plain = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

/** Splits at a separator that stands in no brackets. */
function splitOutsideBrackets(text: string, separator: RegExp): string[] {
  const parts: string[] = [];
  let part = '';
  for (const piece of text.split(new RegExp(`(${separator.source})`))) {
    const isOpen = part.split('(').length > part.split(')').length;
    if (!isOpen && new RegExp(`^${separator.source}$`).test(piece)) {
      parts.push(part);
      part = '';
    } else part += piece;
  }
  return [...parts, part].map(plain).filter((one) => one !== '');
}

/** Sentences, and the parts of one between semicolons; enumerations item by item. */
function clausesOf(text: string): string[] {
  return plain(text)
    .split(/(?<=\.)\s+(?=[A-Z])/)
    .flatMap((sentence) => splitOutsideBrackets(sentence, /;\s/))
    .flatMap((part) => (enumerations.test(part) ? splitOutsideBrackets(part, /,\s/) : [part]));
}

/** What one line of the specification says: under which subject, and whether it is one clause as a whole. */
type Said = { subject?: string; text: string; isWhole?: boolean };

function saidInTable(line: string, hasMessages: boolean): Said {
  const [first = '', ...cells] = line.split('|').slice(1, -1).map(plain);
  if (hasMessages) return { subject: first, text: `${first}: ${cells.join(' ')}`, isWhole: true };
  return { subject: first, text: cells.join(' ') };
}

function saidInText(line: string): Said {
  const [, lead, rest = ''] = /^\*\*(.+?)\*\*(.*)$/.exec(line) ?? [];
  // Nothing but bold words is a heading of its own.
  if (lead !== undefined) return { subject: lead, text: rest === '' ? '' : `${lead}${rest}` };
  const [, step] = /^\d+\.\s(.*)$/.exec(line) ?? [];
  if (step !== undefined) return { text: step, isWhole: true };
  return { text: line.replace(/^- /, '') };
}

/** The text of each clause in its order, and the place where it stands: the section, or `section.subject`. */
function* placedTexts(specification: string): Generator<{ place: string; text: string }> {
  let section = '0';
  let heading = '';
  let subject = '';
  let hasMessages = false;
  for (const row of specification.split('\n')) {
    const line = row.trim();
    if (line === '' || line.startsWith('# ') || /^\|[-| ]+\|$/.test(line)) continue;
    const [, marks, words = ''] = /^(##+)\s+(.*)$/.exec(line) ?? [];
    if (marks !== undefined) {
      if (marks === '##') section = words.split('.')[0] ?? '';
      heading = subject = marks === '##' ? '' : subjectOf(words);
    } else if (/^\| (Route|Situation) \|/.test(line)) hasMessages = line.includes('Message');
    else {
      const said = line.startsWith('|') ? saidInTable(line, hasMessages) : saidInText(line);
      if (said.subject !== undefined) subject = subjectOf(said.subject);
      else if (!/^(-|\d+\.) /.test(line)) subject = heading;
      const place = subject === '' ? section : `${section}.${subject}`;
      const texts = said.isWhole ? [plain(said.text)] : clausesOf(said.text);
      yield* texts.map((text) => ({ place, text }));
    }
  }
}

/**
 * The clauses of the specification in their order: each sentence, each part between semicolons, each bullet, each numbered
 * step and each row of a table. The id is the number of the section, the subject (the heading, the bold lead or the first
 * cell of a row) and the number under that subject; what only leads into a list has the number 0.
 */
export function parseClauses(specification: string): Clause[] {
  const counts = new Map<string, number>();
  return [...placedTexts(specification)].map(({ place, text }) => {
    const isLead = text.endsWith(':') && !counts.has(place);
    const number = isLead ? 0 : (counts.get(place) ?? 0) + 1;
    counts.set(place, number);
    const digest = createHash('sha256').update(text).digest('hex').slice(0, 12);
    return { id: `${place}.${number}`, digest };
  });
}

/** The clauses of the specification where it is at hand, beside the repository. */
export function specificationClauses(): Clause[] | undefined {
  return existsSync(specificationPath)
    ? parseClauses(readFileSync(specificationPath, 'utf8'))
    : undefined;
}

/** The clauses that docs/spec-clauses.txt lists: a line each, id and digest. */
export function listedClauses(): Clause[] {
  return readFileSync(listPath, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [id = '', digest = ''] = line.split(' ');
      return { id, digest };
    });
}

/** What differs between the list and the specification, an id a line: added, changed or removed. */
export function clauseDifferences(listed: Clause[], found: Clause[]): string[] {
  const before = new Map(listed.map(({ id, digest }) => [id, digest]));
  const now = new Set(found.map(({ id }) => id));
  return [
    ...found.filter(({ id }) => !before.has(id)).map(({ id }) => `${id} was added`),
    ...found
      .filter(({ id, digest }) => before.has(id) && before.get(id) !== digest)
      .map(({ id }) => `${id} was changed`),
    ...listed.filter(({ id }) => !now.has(id)).map(({ id }) => `${id} was removed`),
  ];
}

if (process.argv[1] === import.meta.filename) {
  readCommandLine({ usage: 'Usage: npm run record-clauses' });
  const clauses = specificationClauses();
  if (clauses === undefined) throw new Error(`There is no specification at ${specificationPath}`);
  const lines = clauses.map(({ id, digest }) => `${id} ${digest}`);
  writeFileSync(
    listPath,
    `# Clauses of the specification: id and digest of the text. Written by: npm run record-clauses\n${lines.join('\n')}\n`,
  );
}
