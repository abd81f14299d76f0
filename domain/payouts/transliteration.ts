import { latinDigits } from '../digits.ts';
import { LATIN_NAME_MAX_LENGTH } from './latin-name.ts';

/** Words of business names, as they are usually written in Latin letters: Arabic leaves short vowels out. */
const words: Readonly<Record<string, string>> = {
  شركة: 'Sharikat',
  مؤسسة: 'Muassasat',
  مجموعة: 'Majmuat',
  وكالة: 'Wakalat',
  مكتب: 'Maktab',
  مصنع: 'Masna',
  دار: 'Dar',
  بيت: 'Bayt',
  بن: 'Bin',
  بنت: 'Bint',
  أبو: 'Abu',
  عبد: 'Abd',
  محمد: 'Mohammed',
  أحمد: 'Ahmed',
  علي: 'Ali',
  حسن: 'Hasan',
  خالد: 'Khalid',
  فهد: 'Fahad',
  سعد: 'Saad',
  سعود: 'Saud',
  عمر: 'Omar',
  ناصر: 'Nasser',
  صالح: 'Saleh',
  سلطان: 'Sultan',
  نجد: 'Najd',
  حجاز: 'Hijaz',
  رياض: 'Riyadh',
  جدة: 'Jeddah',
  مكة: 'Makkah',
  سعودية: 'Saudia',
  عربية: 'Arabia',
  تجارة: 'Tijara',
  تسويق: 'Taswiq',
  إعلان: 'Ilan',
  إعلانية: 'Ilaniya',
  إعلام: 'Ilam',
  دعاية: 'Diaya',
  إبداع: 'Ibda',
  إبداعية: 'Ibdaiya',
  رقمية: 'Raqamiya',
  رقمي: 'Raqami',
  محدودة: 'Mahduda',
  الله: 'Allah',
  دين: 'Deen',
  و: 'wa',
};

/** Names of people that end with the name of God, which is written together with the word before it or apart. */
const namesWithAllah: Readonly<Record<string, string>> = {
  عبدالله: 'Abdullah',
  فضلالله: 'Fadlallah',
  هبةالله: 'Hibatallah',
  هبهالله: 'Hibatallah',
  نصرالله: 'Nasrallah',
  سعدالله: 'Saadallah',
  خلفالله: 'Khalafallah',
  ضيفالله: 'Dhaifallah',
  جارالله: 'Jarallah',
  رزقالله: 'Rizqallah',
  عطاالله: 'Ataallah',
  أمةالله: 'Amatallah',
  حبيبالله: 'Habiballah',
  حمدالله: 'Hamdallah',
  خيرالله: 'Khairallah',
  عبيدالله: 'Ubaydallah',
  عونالله: 'Awnallah',
  فتحالله: 'Fathallah',
};
const beforeAllah = Object.keys(namesWithAllah).map((name) => name.slice(0, -'الله'.length));
const spaceBeforeAllah = new RegExp(
  `(?<!\\p{L})[ول]?(?:عبد +(?=ال\\p{L})|(?:${beforeAllah.join('|')}) +(?=الله(?!\\p{L})))`,
  'gu',
);

/** Names of God behind عبد ال, which vowels fill. */
const behindAbdul: Readonly<Record<string, string>> = {
  رحمن: 'rahman',
  رحيم: 'rahim',
  عزيز: 'aziz',
  كريم: 'karim',
  مجيد: 'majeed',
  لطيف: 'latif',
  ملك: 'malik',
  سلام: 'salam',
  محسن: 'mohsen',
  هادي: 'hadi',
  وهاب: 'wahab',
  قادر: 'qader',
  حكيم: 'hakim',
  حميد: 'hamid',
  صمد: 'samad',
  جبار: 'jabbar',
  غني: 'ghani',
  رزاق: 'razzaq',
  خالق: 'khaliq',
  إله: 'ilah',
  اله: 'ilah',
};

/** Letter by letter, as the passports of the Gulf write them; what is missing here is left out. */
const letters: Readonly<Record<string, string>> = {
  ا: 'a',
  أ: 'a',
  إ: 'i',
  آ: 'aa',
  ء: '',
  ئ: 'i',
  ؤ: 'u',
  ب: 'b',
  پ: 'p',
  ت: 't',
  ث: 'th',
  ج: 'j',
  چ: 'ch',
  ح: 'h',
  خ: 'kh',
  د: 'd',
  ذ: 'th',
  ر: 'r',
  ز: 'z',
  ژ: 'zh',
  س: 's',
  ش: 'sh',
  ص: 's',
  ض: 'd',
  ط: 't',
  ظ: 'z',
  ع: 'a',
  غ: 'gh',
  ف: 'f',
  ڤ: 'v',
  ق: 'q',
  ك: 'k',
  ک: 'k',
  گ: 'g',
  ل: 'l',
  م: 'm',
  ن: 'n',
  ه: 'h',
  ة: 'a',
  و: 'w',
  ى: 'a',
  ي: 'y',
  ی: 'y',
};

/**
 * A name in the letters that a payment file carries: Latin ones stay, without their accents, Arabic ones are transliterated,
 * everything else is left out. Empty where nothing is left. It is a proposal: who knows the name corrects it.
 */
export function latinName(name: string): string {
  return (
    latinDigits(name.normalize('NFKC'))
      .replaceAll('&', ' and ')
      .replaceAll('،', ',')
      .replaceAll('؛', ',')
      .replaceAll('؟', '?')
      .replaceAll('ٱ', 'ا')
      .replace(/[‘’`]/gu, "'")
      .replace(/[–—_]/gu, '-')
      // Vowel signs and the stroke that lengthens a word; controls of direction stand inside words as well.
      .replace(/\u0640|(?=\p{Script=Arabic}|\p{Script=Inherited})\p{M}|\p{Cf}/gu, '')
      .replace(spaceBeforeAllah, (part) => part.trim())
      .replace(/\p{Script=Arabic}+/gu, latinWord)
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .replace(/[^A-Za-z0-9/\-?:().,'+]+/gu, ' ')
      .trim()
      .slice(0, LATIN_NAME_MAX_LENGTH)
      .trim()
  );
}

/** Tells whether a name has Arabic letters: nobody sends its transliteration to a bank before somebody has compared it. */
export const needsTransliteration = (name: string): boolean => /\p{Script=Arabic}/u.test(name);

/** One Arabic word; the article and "for the" before it are words of their own. */
function latinWord(word: string): string {
  const whole = words[word] ?? namesWithAllah[word];
  if (whole !== undefined) return whole;
  const [, joined, name] = /^([ول])(عبدال..+|\p{L}+الله)$/u.exec(word) ?? [];
  if (joined && name && (name.startsWith('عبد') || Object.hasOwn(namesWithAllah, name)))
    return `${joined === 'و' ? 'wa' : 'Li'} ${latinWord(name)}`;
  if (/^عبدال../u.test(word)) {
    const of = word.slice(5);
    return `Abdul${behindAbdul[of] ?? latinWord(of).toLowerCase()}`;
  }
  if (/^(?:ال|لل)./u.test(word) && word.length > 3) {
    return `${word.startsWith('ا') ? 'Al' : 'Lil'} ${latinWord(word.slice(2))}`;
  }
  const spelled = Array.from(word, (letter) => letters[letter] ?? '').join('');
  return spelled.slice(0, 1).toUpperCase() + spelled.slice(1);
}
