import type { Match, ZxcvbnFactory } from '@zxcvbn-ts/core';
import {
  arabicLettersOfDigits,
  exchanged,
  isSeparator,
  masks,
  normalPassword as normal,
  placesOf,
  rangeIn,
  readAs,
  withoutSeparators,
  type Reading,
} from './password-spelling.ts';
import { saudiWords } from './saudi-words.ts';

/** What makes a password easy to guess; `WeakPasswordReason` of a refusal. */
type PasswordWeakness =
  /** Its own owner's name, address or company, or the product's name. */
  | 'personal'
  /** Repeats, sequences, rows of the keyboard, common words. */
  | 'predictable';

interface PasswordStrength {
  /** How many guesses somebody needs who knows how people choose passwords. */
  guesses: number;
  /** What counted for nothing, most telling first; empty where nothing did. */
  weaknesses: PasswordWeakness[];
}

interface EstimatedPassword extends PasswordStrength {
  /** Whether it stands in the list of passwords that breaches have shown most often, as a whole. */
  isCommon: boolean;
}

/** Fewer estimated guesses than six random characters need is too few. */
export const PASSWORD_MIN_GUESSES = 1_000_000;

/** Characters that are looked at together: the estimator's time grows with the square of them. */
const PIECE_LENGTH = 40;
/** What a character costs that belongs to no pattern; the estimator's own figure. */
const GUESSES_OF_A_CHARACTER = 10;
/** A word among so many of the most common passwords is guessed at once. */
const GUESSED_AT_ONCE = 5_000;
const GUESSES_OF_A_DATE = 10_000;
const GUESSES_OF_A_YEAR = 50;
/** Shorter matches happen in random characters too; rarer or twisted words more often than plain ones. */
const SHORTEST = { commonWord: 4, word: 5, keyboard: 6, repeat: 3, sequence: 3 };
const SHORTEST_WITH_STEPS = 5;
const SHORTEST_PERSONAL = 3;
/** What is found only without the characters between, or in another reading. */
const SHORTEST_HIDDEN = 4;
const SHORTEST_MASKED = 6;
const GUESSES_OF_HIDING = 10;

interface Estimator {
  factory: ZxcvbnFactory;
  /** The most common passwords that are words long enough to be known with a letter masked. */
  commonWords: string[];
}

let estimator: Promise<Estimator> | undefined;

/** Loaded by the first who chooses a password: an idle server's memory does not pay for the dictionaries. */
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
 * Parts of names, addresses and telephone numbers by which somebody would guess: whole, and word by word; lower case.
 * Of a telephone number also what is the same with and without the country's code.
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
 * Estimates a password's strength with zxcvbn-ts. Repeats, sequences, rows of the keyboard, the most common passwords
 * with their simple substitutions, Saudi words and what is the owner's own count for nothing: what is left must be good
 * enough by itself (docs/decisions/0032-password-strength.md).
 * @param personal names and addresses of the owner, such as the e-mail address and the company's name.
 */
export async function estimatePassword(
  password: string,
  personal: readonly string[],
): Promise<EstimatedPassword> {
  const { factory, commonWords } = await loadEstimator();
  const own = partsOf(personal);
  const typed = normal(password);
  // A part that may be longer than a piece, with something between its letters, would be found in none of them.
  const letters = own
    .filter((part) => part.length > PIECE_LENGTH / 2)
    .reduce((text, part) => text.replaceAll(withAnythingBetween(part), ''), typed);
  const removed: PasswordWeakness[] = letters === typed ? [] : ['personal'];
  if (letters === '') return { guesses: 1, weaknesses: removed, isCommon: false };
  // Its public call gives the matches of one way to guess; all of them are needed here.
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

/** What is a pattern without the spaces, points and other marks between its characters, such as 12-34-56. */
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

/** Words whose letters are written as digits, as Arabic is in Latin letters, or masked by a mark, as in Pa55w.rd. */
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
        placesOf(word, reading.text).map((place) => ({
          ...rangeIn(reading, place, place + word.length),
          guesses: GUESSES_OF_HIDING,
          weakness,
        })),
      );
  const arabic = /\p{L}/u.test(piece) && /[2-9]/.test(piece) ? arabicLettersOfDigits : [];
  const masked = readAs(
    piece,
    (character) => exchanged[character] ?? (isSeparator(character) ? masks : character),
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
    ...(masked.text.includes(masks)
      ? [
          ...find(masked, saudiWords, SHORTEST_MASKED, 'predictable'),
          ...find(masked, commonWords, SHORTEST_MASKED, 'predictable'),
          ...find(masked, own, SHORTEST_MASKED, 'personal'),
        ]
      : []),
  ];
}

/** As it stands in the list, without exchanged letters. */
const isWholePassword = (length: number) => (match: Match) =>
  match.pattern === 'dictionary' &&
  String(match.dictionaryName).startsWith('passwords') &&
  !match.l33t &&
  !match.reversed &&
  match.j - match.i + 1 === length;

interface Part {
  start: number;
  /** Behind the last character. */
  end: number;
  guesses: number;
  weakness: PasswordWeakness | null;
}

/** What a match of the estimator costs a guesser; none where it is too short to mean anything. */
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
  // Read backwards or with its letters exchanged, a word is found in random characters sooner.
  const twists = Number(match.reversed) + Number(match.l33t);
  if (length < (isCommon ? SHORTEST.commonWord : SHORTEST.word) + twists) return [];
  return [{ ...part, guesses: isCommon ? 1 : rank, weakness: isCommon ? 'predictable' : null }];
}

const productNames = new Set(['hamla', 'hamlah', '7amla', '7amlah', 'حملة', 'حمله'].map(normal));

/** The fewest guesses by which the whole can be put together from parts and single characters. */
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
