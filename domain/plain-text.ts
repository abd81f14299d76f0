/**
 * Text that people type, made plain: nothing in it may hide or turn what stands beside it. What a script needs stays: the marks
 * RLM, LRM and ALM, and the joiners of Arabic letters and of emoji.
 */

/**
 * Overrides, embeddings and isolates of the reading direction, and characters that are drawn as nothing: they let a text read as
 * another. The selector of emoji stays, and so do the marks and joiners; the blank Braille pattern and annotations go too.
 */
const hiddenCharacters =
  /(?![\u061C\u200C-\u200F]|\uFE0F)\p{Default_Ignorable_Code_Point}|[\u2800\uFFF9-\uFFFB]/gu;

/** More marks on one letter than any script sets: they are drawn over the lines above and below. */
const tooManyMarks = /((?:[\u061C\u200C-\u200F]*\p{M}){4})(?:[\u061C\u200C-\u200F]*\p{M})+/gu;

/** What is seen by itself. NUL counts as seen, so that it is refused by name. */
const visible = /[^\s\p{M}\u061C\u200C-\u200F]/u;

/** Control characters but tab and line feed. NUL is left: whatever stands before the database refuses it by name. */
// oxlint-disable-next-line no-control-regex
const controls = /[\u0001-\u0008\u000E-\u001F\u007F-\u0084\u0086-\u009F]/gu;

/** What ends a line, in any system and in Unicode. */
const lineEnds = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/gu;

const withFewMarks = (text: string): string => text.replace(tooManyMarks, '$1');

/** The text without characters that disguise it, and with four marks on a letter at most. Its lines and its control characters stay. */
export const withoutHiddenCharacters = (text: string): string =>
  withFewMarks(text.replace(hiddenCharacters, ''));

/**
 * Text of several lines, such as a description or a reason: every line ends in a line feed, a tab is a space. Empty where nothing
 * in it is seen.
 */
export function multiLineText(text: string): string {
  const plain = withoutHiddenCharacters(text)
    .replace(lineEnds, '\n')
    .replace(/\t/gu, ' ')
    .replace(controls, '');
  return visible.test(plain) ? withFewMarks(plain) : '';
}

/** Text of one line, such as a name: what ended a line is a space. */
export const oneLineText = (text: string): string =>
  multiLineText(text).replace(/ *\n[ \n]*/gu, ' ');

/**
 * The same in all texts of what was parsed from JSON, the names of its members too; what is no text stays.
 * @param value as JSON.parse gives it.
 */
export function oneLineTexts(value: unknown): unknown {
  if (typeof value === 'string') return oneLineText(value);
  if (Array.isArray(value)) return value.map(oneLineTexts);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [oneLineText(name), oneLineTexts(inner)]),
  );
}
