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
} from '#domain/accounts/password-spelling.ts';
import { saudiPatterns, saudiWords } from '#domain/accounts/saudi-words.ts';

/** Why a part of a password adds no strength; `WeakPasswordReason` of a refusal. */
type PasswordWeakness =
  /** The owner's name, address or company, or the product's name. */
  | 'personal'
  /** Repeats, sequences, keyboard rows, common words. */
  | 'predictable';

interface PasswordStrength {
  /** Guesses needed by an attacker who knows common password patterns. */
  guesses: number;
  /** The parts that add no strength, as they were typed. */
  weakParts: { text: string; weakness: PasswordWeakness }[];
}

interface EstimatedPassword extends PasswordStrength {
  /** Whether the whole password is in the list of the most common breached ones. */
  isCommon: boolean;
  /** As many characters outside every pattern at its end reach the floor. */
  missing: number;
}

/** Most characters estimated at once: the estimator's time grows with the square of them. */
const PIECE_LENGTH = 40;
/** Guesses for a character outside every pattern; zxcvbn-ts's own value. */
const GUESSES_OF_A_CHARACTER = 10;
/** A word among this many most common passwords counts as guessed at once, where it is the only listed word. */
const GUESSED_AT_ONCE = 5_000;
/** One among these does so beside other words too. */
const GUESSED_ALWAYS = 1_000;
/** A Saudi word beside other words. */
const PLACE_OF_A_SAUDI_WORD = 100;
const GUESSES_OF_A_DATE = 10_000;
const GUESSES_OF_A_YEAR = 50;
/**
 * Least length of a match. Shorter ones occur in random characters too; rare or altered words more often than plain
 * ones.
 */
const SHORTEST = { commonWord: 4, word: 5, keyboard: 6, repeat: 3, sequence: 3 };
const SHORTEST_WITH_STEPS = 5;
const SHORTEST_PERSONAL = 3;
/** Of a Saudi word that stands between other characters than letters, as in ksa@2030. */
const SHORTEST_ALONE = 3;
/** Least length of a match that is found only without separators or in another reading. */
const SHORTEST_HIDDEN = 4;
const SHORTEST_MASKED = 6;
const GUESSES_OF_HIDING = 10;

interface Estimator {
  factory: ZxcvbnFactory;
  /** The most common passwords that are words long enough to be recognised with a masked letter. */
  commonWords: ListedWord[];
}

interface ListedWord {
  word: string;
  /** Its guesses beside other words. */
  place: number;
}

const listedSaudiWords: ListedWord[] = saudiWords.map((word) => ({
  word,
  place: PLACE_OF_A_SAUDI_WORD,
}));

let estimator: Promise<Estimator> | undefined;

/** Loaded before the first new password, so that the dictionaries take no memory on an idle server or page. */
export function loadEstimator(): Promise<Estimator> {
  estimator ??= Promise.all([import('@zxcvbn-ts/core'), import('@zxcvbn-ts/language-common')]).then(
    ([{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }]) => ({
      factory: new ZxcvbnFactory({
        dictionary: { ...dictionary, saudi: [...saudiWords], patterns: [...saudiPatterns] },
        graphs: adjacencyGraphs,
      }),
      commonWords: Object.entries(dictionary)
        .filter(([name]) => name.startsWith('passwords'))
        .flatMap(([, words]) => words.slice(0, GUESSED_AT_ONCE).map(String))
        .map((word, index) => ({ word, place: placeOf(index + 1) }))
        .filter(({ word }) => /^[a-z]+$/.test(word) && word.length >= SHORTEST_MASKED),
    }),
  );
  return estimator;
}

/** The guesses of a common password beside other words. */
const placeOf = (rank: number) => (rank <= GUESSED_ALWAYS ? 1 : rank);

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
 * simple substitutions and parts of the owner's data add nothing, nor does a single listed word; of several, each counts
 * its place in its list (docs/decisions/0088-password-strength.md).
 * @param personal names and addresses of the owner, such as the email address and the company's name.
 * @param floor the guesses that are enough.
 */
export async function estimatePassword(
  password: string,
  personal: readonly string[],
  floor: number,
): Promise<EstimatedPassword> {
  const { factory, commonWords } = await loadEstimator();
  const own = partsOf(personal);
  const typed = normal(password);
  // Personal parts are removed before the split, because a long one could lie across two pieces.
  const removed: PasswordStrength['weakParts'] = [];
  const letters = own
    .filter((part) => part.length > PIECE_LENGTH / 2)
    .reduce(
      (text, part) =>
        text.replaceAll(withAnythingBetween(part), (found) => {
          removed.push({ text: found, weakness: 'personal' });
          return '';
        }),
      typed,
    );
  const shown = letters.length === password.length ? password : letters;
  // zxcvbn-ts's public function returns the matches of its cheapest result only; all of them are needed here.
  const partsIn = async (text: string) => (await factory['main'](text, own)) as Match[];
  let strongest: PasswordStrength = { guesses: 1, weakParts: [] };
  let last = strongest;
  let isCommon = false;
  for (let start = 0; start < letters.length; start += PIECE_LENGTH) {
    const piece = letters.slice(start, start + PIECE_LENGTH);
    const matches = await partsIn(piece);
    isCommon ||= piece === typed && matches.some(isWholePassword(piece.length));
    const parts = [
      ...matches.flatMap((match) => asPart(match, piece)),
      ...yearsIn(piece),
      ...(await partsBetweenSeparators(piece, partsIn)),
      ...partsOfReadings(piece, { own, commonWords }),
    ].toSorted((a, b) => Number(isPersonal(b)) - Number(isPersonal(a)));
    const { guesses, weakParts } = cheapestWay(piece, parts);
    last = {
      guesses,
      weakParts: weakParts.map((part) => ({
        text: shown.slice(start + part.start, start + part.end),
        weakness: part.weakness,
      })),
    };
    if (last.guesses > strongest.guesses || start === 0) strongest = last;
    if (strongest.guesses >= floor) break;
  }
  // More characters stand in the last piece, or in one of their own.
  const beginning = letters.length % PIECE_LENGTH === 0 ? 1 : last.guesses;
  const few = Math.ceil(Math.log10(floor / beginning) / Math.log10(GUESSES_OF_A_CHARACTER));
  return {
    guesses: strongest.guesses,
    weakParts: [...removed, ...strongest.weakParts],
    isCommon,
    // The lists also have most of the commonest passwords with one more character.
    missing: isCommon ? few + 1 : few,
  };
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
    .flatMap((match) => asPart(match, compact.text))
    .filter(({ start, end }) => end - start >= SHORTEST_HIDDEN)
    .map((part) => ({
      ...part,
      ...rangeIn(compact, part.start, part.end),
      guesses: part.guesses * GUESSES_OF_HIDING,
      listed: part.listed && {
        word: part.listed.word,
        place: part.listed.place * GUESSES_OF_HIDING,
      },
    }));
}

/** Words with letters written as digits (as in Arabic with Latin letters) or masked by a mark, as in Pa55w.rd. */
function partsOfReadings(
  piece: string,
  { own, commonWords }: { own: readonly string[]; commonWords: readonly ListedWord[] },
): Part[] {
  const find = (reading: Reading, words: readonly ListedWord[], shortest: number) =>
    words
      .filter(({ word }) => word.length >= shortest)
      .flatMap(({ word, place }) =>
        positionsOf(word, reading.text).map((at): Part => ({
          ...rangeIn(reading, at, at + word.length),
          guesses: GUESSES_OF_HIDING,
          weakness: 'predictable',
          listed: { word, place: place * GUESSES_OF_HIDING },
        })),
      );
  const findOwn = (reading: Reading, shortest: number) =>
    find(
      reading,
      own.map((word) => ({ word, place: 1 })),
      shortest,
    ).map((part): Part => ({ ...part, weakness: 'personal', listed: null }));
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
        ...find(reading, listedSaudiWords, SHORTEST_HIDDEN),
        ...findOwn(reading, SHORTEST_HIDDEN),
      ];
    }),
    ...(masked.text.includes(VOWEL_MASK)
      ? [
          ...find(masked, [...listedSaudiWords, ...commonWords], SHORTEST_MASKED),
          ...findOwn(masked, SHORTEST_MASKED),
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

/** Named first, where a common word is the owner's too. */
const isPersonal = ({ weakness }: Part) => weakness === 'personal';

interface Part {
  start: number;
  /** Index after the last character. */
  end: number;
  guesses: number;
  weakness: PasswordWeakness | null;
  /** The word that it is; null for what counts the same beside every word. */
  listed: ListedWord | null;
}

/** Years of the two centuries; zxcvbn-ts knows those before 2030. */
const yearsIn = (piece: string): Part[] =>
  Array.from(piece.matchAll(/(?=(?:19|20)\d\d)/g), ({ index }) => ({
    start: index,
    end: index + 4,
    guesses: GUESSES_OF_A_YEAR,
    weakness: null,
    listed: null,
  }));

/** The guesses for a match of the estimator; none when the match is too short to mean anything. */
function asPart(match: Match, text: string): Part[] {
  const part = { start: match.i, end: match.j + 1, listed: null };
  const length = part.end - part.start;
  const predictable = (shortest: number): Part[] =>
    length < shortest ? [] : [{ ...part, guesses: 1, weakness: 'predictable' }];
  switch (match.pattern) {
    case 'date':
      return [{ ...part, guesses: GUESSES_OF_A_DATE, weakness: null }];
    case 'repeat':
      return predictable(SHORTEST.repeat);
    case 'spatial':
      return predictable(SHORTEST.keyboard);
    case 'sequence': {
      const step = match.token.charCodeAt(1) - match.token.charCodeAt(0);
      return predictable(Math.abs(step) === 1 ? SHORTEST.sequence : SHORTEST_WITH_STEPS);
    }
    case 'dictionary':
      return asWord(match as WordMatch, text);
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

function asWord(match: WordMatch, text: string): Part[] {
  const { i: start, dictionaryName, matchedWord, rank } = match;
  const end = match.j + 1;
  if (dictionaryName === 'userInputs' || productNames.has(matchedWord)) {
    return [{ start, end, guesses: 1, weakness: 'personal', listed: null }];
  }
  const isSaudi = dictionaryName === 'saudi';
  const isPassword = dictionaryName.startsWith('passwords');
  const isCommon =
    isSaudi || dictionaryName === 'patterns' || (isPassword && rank <= GUESSED_AT_ONCE);
  // Reversed words and words with substitutions occur in random characters more often.
  const twists = Number(match.reversed) + Number(match.l33t);
  const isAlone = isSaudi && !/\p{L}/u.test(`${text[start - 1] ?? ''}${text[end] ?? ''}`);
  const shortest = isAlone ? SHORTEST_ALONE : isCommon ? SHORTEST.commonWord : SHORTEST.word;
  if (end - start < shortest + twists) return [];
  const isWord = dictionaryName !== 'patterns' && /\p{L}/u.test(matchedWord);
  const place = isSaudi ? PLACE_OF_A_SAUDI_WORD : isPassword ? placeOf(rank) : rank;
  return [
    {
      start,
      end,
      guesses: isCommon ? 1 : rank,
      weakness: isCommon ? 'predictable' : null,
      listed: isWord ? { word: matchedWord, place } : null,
    },
  ];
}

const productNames = new Set(['hamla', 'hamlah', '7amla', '7amlah', 'حملة', 'حمله'].map(normal));

interface Way {
  guesses: number;
  weakParts: { start: number; end: number; weakness: PasswordWeakness }[];
}

/** The least guesses: with one listed word, however often it stands there, or with each word at its place. */
function cheapestWay(piece: string, parts: readonly Part[]): Way {
  const words = new Set(parts.flatMap(({ listed }) => listed?.word ?? []));
  const beside = parts.map((part): Part => {
    if (!part.listed) return part;
    const { place } = part.listed;
    return {
      ...part,
      guesses: place,
      weakness: place >= PLACE_OF_A_SAUDI_WORD ? null : part.weakness,
    };
  });
  const ways = [
    ...Array.from(words, (word) =>
      coverage(
        piece,
        parts.filter(({ listed }) => listed === null || listed.word === word),
      ),
    ),
    coverage(piece, beside),
  ];
  return ways.reduce((best, way) => (way.guesses < best.guesses ? way : best));
}

/** The least guesses by which parts and single characters cover the whole piece. */
function coverage(piece: string, parts: readonly Part[]): Way {
  const ways: Way[] = [{ guesses: 1, weakParts: [] }];
  for (let end = 1; end <= piece.length; end += 1) {
    const before = ways[end - 1]!;
    let best = { guesses: before.guesses * GUESSES_OF_A_CHARACTER, weakParts: before.weakParts };
    for (const { start, weakness, ...part } of parts) {
      if (part.end !== end) continue;
      const { guesses, weakParts } = ways[start]!;
      if (guesses * part.guesses >= best.guesses) continue;
      best = {
        guesses: guesses * part.guesses,
        weakParts: weakness ? [...weakParts, { start, end, weakness }] : weakParts,
      };
    }
    ways.push(best);
  }
  return ways[piece.length]!;
}
