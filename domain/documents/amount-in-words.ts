import type { Language } from '../languages.ts';
import { assertAmount, type Halalas } from '../money.ts';

/**
 * An amount in words, as a promissory note must carry it: "three thousand Saudi riyals and five halalas", "ثلاثة آلاف
 * ريال سعودي وخمس هللات". Arabic in the nominative, number and counted noun agreeing as grammar has it.
 * Throws RangeError on no amount and above MAX_AMOUNT_HALALAS.
 */
export function amountInWords(amount: Halalas, language: Language): string {
  assertAmount(amount);
  const [riyals, halalas] = [Math.floor(amount / 100), amount % 100];
  const say = language === 'ar' ? arabicCount : englishCount;
  const parts = [
    ...(riyals > 0 || halalas === 0 ? [say(riyals, 'riyal')] : []),
    ...(halalas > 0 ? [say(halalas, 'halala')] : []),
  ];
  return parts.join(language === 'ar' ? ' و' : ' and ');
}

type Unit = 'riyal' | 'halala';

const SCALES = [1_000_000_000, 1_000_000, 1000] as const;

const englishSmall =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const englishTens = ['', '', ...'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')];
const englishScales = ['billion', 'million', 'thousand'];

function englishCount(count: number, unit: Unit): string {
  const noun = unit === 'riyal' ? 'Saudi riyal' : 'halala';
  return `${englishNumber(count)} ${noun}${count === 1 ? '' : 's'}`;
}

function englishNumber(count: number): string {
  const words: string[] = [];
  let rest = count;
  SCALES.forEach((scale, index) => {
    const groups = Math.floor(rest / scale);
    if (groups > 0) words.push(`${englishBelowThousand(groups)} ${englishScales[index]}`);
    rest %= scale;
  });
  if (rest > 0 || words.length === 0) words.push(englishBelowThousand(rest));
  return words.join(' ');
}

function englishBelowThousand(count: number): string {
  const hundreds = Math.floor(count / 100);
  const rest = count % 100;
  const words = hundreds > 0 ? [`${englishSmall[hundreds]} hundred`] : [];
  if (rest >= 20) {
    const one = rest % 10;
    words.push(`${englishTens[Math.floor(rest / 10)]}${one > 0 ? `-${englishSmall[one]}` : ''}`);
  } else if (rest > 0 || hundreds === 0) {
    words.push(englishSmall[rest]!);
  }
  return words.join(' ');
}

/** How Arabic counts one thing: by itself, in two, from three to ten, from eleven to 99, and after a hundred. */
interface Counted {
  feminine: boolean;
  one: string;
  /** Two of it; before a noun that it owns, the dual loses its last letter. */
  two: string;
  twoBefore: string;
  few: string;
  many: string;
  /** After a whole hundred or thousand, and before a noun that it counts. */
  hundred: string;
}

const units: Record<Unit, Counted> = {
  riyal: {
    feminine: false,
    one: 'ريال سعودي واحد',
    two: 'ريالان سعوديان',
    twoBefore: 'ريالان سعوديان',
    few: 'ريالات سعودية',
    many: 'ريالًا سعوديًا',
    hundred: 'ريال سعودي',
  },
  halala: {
    feminine: true,
    one: 'هللة واحدة',
    two: 'هللتان',
    twoBefore: 'هللتان',
    few: 'هللات',
    many: 'هللة',
    hundred: 'هللة',
  },
};

const scaleNouns: readonly Counted[] = [
  scaleNoun('مليار', 'مليارات', 'مليارًا'),
  scaleNoun('مليون', 'ملايين', 'مليونًا'),
  scaleNoun('ألف', 'آلاف', 'ألفًا'),
];

function scaleNoun(one: string, few: string, many: string): Counted {
  return {
    feminine: false,
    one,
    two: `${one}ان`,
    twoBefore: `${one}ا`,
    few,
    many,
    hundred: one,
  };
}

/** Three to ten of a masculine thing; a feminine thing is counted by the same word without its last letter. */
const masculine = [
  '',
  '',
  '',
  'ثلاثة',
  'أربعة',
  'خمسة',
  'ستة',
  'سبعة',
  'ثمانية',
  'تسعة',
  'عشرة',
] as const;
const tens = [
  '',
  '',
  'عشرون',
  'ثلاثون',
  'أربعون',
  'خمسون',
  'ستون',
  'سبعون',
  'ثمانون',
  'تسعون',
] as const;
const hundreds = [
  '',
  'مائة',
  'مائتان',
  'ثلاثمائة',
  'أربعمائة',
  'خمسمائة',
  'ستمائة',
  'سبعمائة',
  'ثمانمائة',
  'تسعمائة',
] as const;

/**
 * A number of things: the groups of three figures, joined by "and", each with its scale; the last one counts the noun.
 * A scale right before the noun belongs to it: "ألفا ريال", but "ألفان ومائة ريال".
 */
function arabicCount(count: number, unit: Unit): string {
  const noun = units[unit];
  if (count === 0) return `صفر ${noun.hundred}`;
  const parts: string[] = [];
  let rest = count;
  SCALES.forEach((scale, index) => {
    const groups = Math.floor(rest / scale);
    rest %= scale;
    if (groups > 0) parts.push(...arabicGroup(groups, scaleNouns[index]!, rest === 0));
  });
  if (rest === 0) return `${parts.join(' و')} ${noun.hundred}`;
  return [...parts, ...arabicGroup(rest, noun, false)].join(' و');
}

/** One group, 1 to 999, of a noun. `owned`: another noun follows it directly, and the words lean on that one. */
function arabicGroup(count: number, noun: Counted, owned: boolean): string[] {
  const rest = count % 100;
  const hundred = hundreds[Math.floor(count / 100)]!;
  const whole = `${hundred === 'مائتان' ? 'مائتا' : hundred} ${noun.hundred}`;
  if (rest === 0) return [whole];
  if (rest <= 2) {
    const oneOrTwo = rest === 1 ? noun.one : owned ? noun.twoBefore : noun.two;
    return hundred === '' ? [oneOrTwo] : [whole, oneOrTwo];
  }
  const after = rest <= 10 ? noun.few : owned ? noun.hundred : noun.many;
  const words = [hundred, arabicBelowHundred(rest, noun.feminine)].filter((word) => word !== '');
  return [`${words.join(' و')} ${after}`];
}

/** 3 to 99 of something; three to ten take the other gender than what they count. */
function arabicBelowHundred(count: number, feminine: boolean): string {
  if (count <= 10) return threeToTen(count, feminine);
  const one = count % 10;
  if (count < 20) {
    if (one === 1) return feminine ? 'إحدى عشرة' : 'أحد عشر';
    if (one === 2) return feminine ? 'اثنتا عشرة' : 'اثنا عشر';
    return feminine ? `${threeToTen(one, true)} عشرة` : `${threeToTen(one, false)} عشر`;
  }
  const ten = tens[Math.floor(count / 10)]!;
  if (one === 0) return ten;
  return `${beforeTens(one, feminine)} و${ten}`;
}

function threeToTen(count: number, feminine: boolean): string {
  return feminine ? masculine[count]!.slice(0, -1) : masculine[count]!;
}

function beforeTens(one: number, feminine: boolean): string {
  if (one === 1) return feminine ? 'إحدى' : 'واحد';
  if (one === 2) return feminine ? 'اثنتان' : 'اثنان';
  // Standing alone, the feminine eight drops its last letter for a tanwin.
  return one === 8 && feminine ? 'ثمانٍ' : threeToTen(one, feminine);
}
