/** Text of a body that may hold a number with an exponent, or one with more digits than a double keeps. */
const SUSPECT = /\d[eE]|[\d.]{16}/;

/** A number as JSON has it, without an exponent: what remains after the zeros that say nothing. */
const canonical = (source: string) =>
  source.includes('.') ? source.replace(/\.?0+$/, '') : source;

type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown;

/**
 * The body of a call, in which NaN, that no schema takes, stands for each number that is written with an exponent or that a
 * double does not hold exactly: an amount is never rounded.
 */
export function exactNumbers(text: string, parsed: unknown): unknown {
  if (!SUSPECT.test(text)) return parsed;
  const revive: Reviver = (_key, value, { source = '' }) =>
    typeof value === 'number' && String(value) !== canonical(source) ? NaN : value;
  return JSON.parse(text, revive as Parameters<typeof JSON.parse>[1]);
}
