import type { Match, ZxcvbnFactory } from '@zxcvbn-ts/core';
import {
  arabicLettersOfDigits,
  lettersOfLookalikes,
  isSeparator,
  VOWEL_MASK,
  normalPassword as normal,
  positionsOf,
  rangeIn,
  readAs,
  withoutSeparators,
  type Reading,
} from './password-spelling.ts';
import { saudiWords } from './saudi-words.ts';

/** Why a password is easy to guess; `WeakPasswordReason` of a refusal. */
type PasswordWeakness =
  /** The owner's name, address or company, or the product's name. */
  | 'personal'
  /** Repeats, sequences, keyboard rows, common words. */
  | 'predictable';

interface PasswordStrength {
  /** Guesses needed by an attacker who knows common password patterns. */
  guesses: number;
  /** The patterns that were found, the most important first; empty if none. */
  weaknesses: PasswordWeakness[];
}

interface EstimatedPassword extends PasswordStrength {
  /** Whether the whole password is in the list of the most common breached ones. */
  isCommon: boolean;
}

/** Fewer guesses than for six random characters are too few. */
export const PASSWORD_MIN_GUESSES = 1_000_000;

/** Most characters estimated at once: the estimator's time grows with the square of them. */
const PIECE_LENGTH = 40;
/** Guesses for a character outside every pattern; zxcvbn-ts's own value. */
const GUESSES_OF_A_CHARACTER = 10;
/** A word among this many most common passwords counts as guessed at once. */
const GUESSED_AT_ONCE = 5_000;
const GUESSES_OF_A_DATE = 10_000;
const GUESSES_OF_A_YEAR = 50;
/**
 * Least length of a match. Shorter ones occur in random characters too; rare or altered words more often than plain
 * ones.
 */
const SHORTEST = { commonWord: 4, word: 5, keyboard: 6, repeat: 3, sequence: 3 };
const SHORTEST_WITH_STEPS = 5;
const SHORTEST_PERSONAL = 3;
/** Least length of a match that is found only without separators or in another reading. */
const SHORTEST_HIDDEN = 4;
const SHORTEST_MASKED = 6;
const GUESSES_OF_HIDING = 10;

interface Estimator {
  factory: ZxcvbnFactory;
  /** The most common passwords that are words long enough to be recognised with a masked letter. */
  commonWords: string[];
}

let estimator: Promise<Estimator> | undefined;

/** Loaded with the first new password, so that the dictionaries take no memory on an idle server. */
function loadEstimator(): Promise<Estimator> {
  estimator ??= Promise.all([import('@zxcvbn-ts/core'), import('@zxcvbn-ts/language-common')]).then(
    ([{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }]) => ({
      factory: new ZxcvbnFactory({
        dictionary: { ...dictionary, saudi: [...saudiWords] },
        graphs: adjacencyGraphs,
      }),
      commonWords: Object.entries(dictionary)
        .filter(([name]) => name.startsWith('passwords'))
        .flatMap(([, words]) => words.slice(0, GUESSED_AT_ONCE).map(String))
        .filter((word) => /^[a-z]+$/.test(word) && word.length >= SHORTEST_MASKED),
    }),
  );
  return estimator;
}

/**
 * Parts of the owner's names, addresses and telephone numbers, whole and word by word, in lower case. Telephone numbers
 * also without the country code.
 */
function partsOf(texts: readonly string[]): string[] {
  const parts = texts.flatMap((text) => {
    const lower = normal(text);
    const compact = lower.replaceAll(/[^\p{L}\p{N}]/gu, '');
    const national = /\d{9}$/.exec(compact)?.[0];
    const numbers = national ? ['', '0', '966', '00966'].map((code) => code + national) : [];
    return [lower, compact, ...numbers, ...lower.split(/[^\p{L}\p{N}]+/u)];
  });
  return [...new Set(parts)].filter((part) => part.length >= SHORTEST_PERSONAL);
}

/**
 * Estimates a password's strength with zxcvbn-ts. Repeats, sequences, keyboard rows, the most common passwords with
 * simple substitutions, Saudi words and parts of the owner's data add nothing: the rest must be strong enough alone
 * (docs/decisions/0032-password-strength.md).
 * @param personal names and addresses of the owner, such as the email address and the company's name.
 */
export async function estimatePassword(
  password: string,
  personal: readonly string[],
): Promise<EstimatedPassword> {
  const { factory, commonWords } = await loadEstimator();
  const own = partsOf(personal);
  const typed = normal(password);
  // Personal parts are removed before the split, because a long one could lie across two pieces.
  const letters = own
    .filter((part) => part.length > PIECE_LENGTH / 2)
    .reduce((text, part) => text.replaceAll(withAnythingBetween(part), ''), typed);
  const removed: PasswordWeakness[] = letters === typed ? [] : ['personal'];
  if (letters === '') return { guesses: 1, weaknesses: removed, isCommon: false };
  // zxcvbn-ts's public function returns the matches of its cheapest result only; all of them are needed here.
  const partsIn = async (text: string) => (await factory['main'](text, own)) as Match[];
  let strongest: PasswordStrength = { guesses: 0, weaknesses: [] };
  let isCommon = false;
  for (let start = 0; start < letters.length; start += PIECE_LENGTH) {
    const piece = letters.slice(start, start + PIECE_LENGTH);
    const matches = await partsIn(piece);
    isCommon ||= piece === typed && matches.some(isWholePassword(piece.length));
    const parts = [
      ...matches.flatMap(asPart),
      ...(await partsBetweenSeparators(piece, partsIn)),
      ...partsOfReadings(piece, { own, commonWords }),
    ];
    const strength = cheapestWay(piece, parts);
    if (strength.guesses > strongest.guesses || start === 0) strongest = strength;
    if (strongest.guesses >= PASSWORD_MIN_GUESSES) break;
  }
  const weaknesses = [...new Set([...removed, ...strongest.weaknesses])];
  return { guesses: strongest.guesses, weaknesses, isCommon };
}

const withAnythingBetween = (part: string) =>
  new RegExp(Array.from(part, (letter) => RegExp.escape(letter)).join('[^\\p{L}\\p{N}]*'), 'gu');

/** Patterns that appear without spaces, points and other separators, such as 12-34-56. */
async function partsBetweenSeparators(
  piece: string,
  matchesIn: (text: string) => Promise<Match[]>,
): Promise<Part[]> {
  const compact = readAs(piece, withoutSeparators);
  if (compact.text === piece || compact.text.length < SHORTEST_HIDDEN) return [];
  return (await matchesIn(compact.text))
    .flatMap(asPart)
    .filter(({ start, end }) => end - start >= SHORTEST_HIDDEN)
    .map((part) => ({
      ...part,
      ...rangeIn(compact, part.start, part.end),
      guesses: part.guesses * GUESSES_OF_HIDING,
    }));
}

/** Words with letters written as digits (as in Arabic with Latin letters) or masked by a mark, as in Pa55w.rd. */
function partsOfReadings(
  piece: string,
  { own, commonWords }: { own: readonly string[]; commonWords: readonly string[] },
): Part[] {
  const find = (
    reading: Reading,
    words: readonly string[],
    shortest: number,
    weakness: PasswordWeakness,
  ) =>
    words
      .filter((word) => word.length >= shortest)
      .flatMap((word) =>
        positionsOf(word, reading.text).map((place) => ({
          ...rangeIn(reading, place, place + word.length),
          guesses: GUESSES_OF_HIDING,
          weakness,
        })),
      );
  const arabic = /\p{L}/u.test(piece) && /[2-9]/.test(piece) ? arabicLettersOfDigits : [];
  const masked = readAs(
    piece,
    (character) =>
      lettersOfLookalikes[character] ?? (isSeparator(character) ? VOWEL_MASK : character),
  );
  return [
    ...arabic.flatMap((letters) => {
      const reading = readAs(
        piece,
        (character) => letters[character] ?? withoutSeparators(character),
      );
      return [
        ...find(reading, saudiWords, SHORTEST_HIDDEN, 'predictable'),
        ...find(reading, own, SHORTEST_HIDDEN, 'personal'),
      ];
    }),
    ...(masked.text.includes(VOWEL_MASK)
      ? [
          ...find(masked, saudiWords, SHORTEST_MASKED, 'predictable'),
          ...find(masked, commonWords, SHORTEST_MASKED, 'predictable'),
          ...find(masked, own, SHORTEST_MASKED, 'personal'),
        ]
      : []),
  ];
}

/** A match of the whole password without substitutions. */
const isWholePassword = (length: number) => (match: Match) =>
  match.pattern === 'dictionary' &&
  String(match.dictionaryName).startsWith('passwords') &&
  !match.l33t &&
  !match.reversed &&
  match.j - match.i + 1 === length;

interface Part {
  start: number;
  /** Index after the last character. */
  end: number;
  guesses: number;
  weakness: PasswordWeakness | null;
}

/** The guesses for a match of the estimator; none when the match is too short to mean anything. */
function asPart(match: Match): Part[] {
  const part = { start: match.i, end: match.j + 1 };
  const length = part.end - part.start;
  const predictable = (shortest: number): Part[] =>
    length < shortest ? [] : [{ ...part, guesses: 1, weakness: 'predictable' }];
  switch (match.pattern) {
    case 'date':
      return [{ ...part, guesses: GUESSES_OF_A_DATE, weakness: null }];
    case 'regex':
      return [{ ...part, guesses: GUESSES_OF_A_YEAR, weakness: null }];
    case 'repeat':
      return predictable(SHORTEST.repeat);
    case 'spatial':
      return predictable(SHORTEST.keyboard);
    case 'sequence': {
      const step = match.token.charCodeAt(1) - match.token.charCodeAt(0);
      return predictable(Math.abs(step) === 1 ? SHORTEST.sequence : SHORTEST_WITH_STEPS);
    }
    case 'dictionary':
      return asWord(match as WordMatch, part, length);
    default:
      return [];
  }
}

interface WordMatch extends Match {
  dictionaryName: string;
  matchedWord: string;
  rank: number;
  reversed: boolean;
  l33t: boolean;
}

function asWord(match: WordMatch, part: { start: number; end: number }, length: number): Part[] {
  const { dictionaryName, matchedWord, rank } = match;
  if (dictionaryName === 'userInputs' || productNames.has(matchedWord)) {
    return [{ ...part, guesses: 1, weakness: 'personal' }];
  }
  const isSaudi = dictionaryName === 'saudi';
  const isCommon = isSaudi || (dictionaryName.startsWith('passwords') && rank <= GUESSED_AT_ONCE);
  // Reversed words and words with substitutions occur in random characters more often.
  const twists = Number(match.reversed) + Number(match.l33t);
  if (length < (isCommon ? SHORTEST.commonWord : SHORTEST.word) + twists) return [];
  return [{ ...part, guesses: isCommon ? 1 : rank, weakness: isCommon ? 'predictable' : null }];
}

const productNames = new Set(['hamla', 'hamlah', '7amla', '7amlah', 'حملة', 'حمله'].map(normal));

/** The least guesses by which parts and single characters cover the whole piece. */
function cheapestWay(piece: string, parts: readonly Part[]): PasswordStrength {
  const ways: { guesses: number; weaknesses: ReadonlySet<PasswordWeakness> }[] = [
    { guesses: 1, weaknesses: new Set() },
  ];
  for (let end = 1; end <= piece.length; end += 1) {
    const before = ways[end - 1]!;
    let best = { guesses: before.guesses * GUESSES_OF_A_CHARACTER, weaknesses: before.weaknesses };
    for (const part of parts) {
      if (part.end !== end) continue;
      const { guesses, weaknesses } = ways[part.start]!;
      if (guesses * part.guesses >= best.guesses) continue;
      best = {
        guesses: guesses * part.guesses,
        weaknesses: part.weakness ? new Set([...weaknesses, part.weakness]) : weaknesses,
      };
    }
    ways.push(best);
  }
  const { guesses, weaknesses } = ways[piece.length]!;
  const order: PasswordWeakness[] = ['personal', 'predictable'];
  return { guesses, weaknesses: order.filter((one) => weaknesses.has(one)) };
}
