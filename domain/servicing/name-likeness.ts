import { foldedText } from '../folded-text.ts';

/** What many names have in common says nothing about whose they are. */
const common = new Set(
  (
    'company co corporation corp est establishment ltd limited llc lc trading trade group holding for and the of ' +
    'saudi arabia ksa commercial services service شركه موسسه المحدوده محدوده مجموعه القابضه قابضه للتجاره ' +
    'التجاريه التجاره السعوديه المساهمه مساهمه ذات مسووليه مسيوليه شخص واحد ذمم ذ م خدمات للخدمات و في'
  ).split(' '),
);

/**
 * How much two names of companies are alike, from 0 to 1: capitals, marks, the forms of Arabic letters, the order of
 * the words and what most names hold ("Company", "شركة") do not count. 0 where nothing else is left of either.
 */
export function nameLikeness(one: string, other: string): number {
  const [a, b] = [pairs(distinguishingName(one)), pairs(distinguishingName(other))];
  if (a.length === 0 || b.length === 0) return 0;
  const left = new Map<string, number>();
  for (const pair of a) left.set(pair, (left.get(pair) ?? 0) + 1);
  let shared = 0;
  for (const pair of b) {
    const count = left.get(pair) ?? 0;
    if (count === 0) continue;
    left.set(pair, count - 1);
    shared += 1;
  }
  return (2 * shared) / (a.length + b.length);
}

/** Names at least this similar are spellings of one name. */
export const NAMES_ALIKE_FROM = 0.75;

/** Names of one script that are less similar than this belong to two parties. */
export const NAMES_DIFFER_BELOW = 0.3;

/** Whether two names share a script; the similarity of names in different scripts means nothing. */
export function sameScript(one: string, other: string): boolean {
  return [/\p{Script=Latin}/u, /\p{Script=Arabic}/u].some(
    (script) => script.test(one) && script.test(other),
  );
}

/** The distinguishing part of a name, in one spelling; empty when there is none. */
export function distinguishingName(name: string): string {
  return foldedText(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !common.has(word))
    .map((word) => word.replace(/^ال(?=\p{L}{3})/u, ''))
    .toSorted()
    .join(' ');
}

function pairs(text: string): string[] {
  const padded = text === '' ? '' : ` ${text} `;
  return Array.from({ length: Math.max(padded.length - 1, 0) }, (_, at) =>
    padded.slice(at, at + 2),
  );
}
