import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { estimatePassword } from './password-strength.ts';
import { findWeakness } from './weak-password.ts';

const sara = [
  'sara.ahmadi@najdroast.example',
  'Najd Roastery',
  'Sara Al-Ahmadi',
  'Zarqalo Instruments and Astrolabes',
  '+966 56 123 9874',
];
const weaknessOf = (password: string, personal: string[] = [], role: string | null = 'company') =>
  findWeakness(password, { personal, role });
const isGood = async (...of: Parameters<typeof weaknessOf>) => (await weaknessOf(...of)) === null;

describe('passwords that are too easy to guess', () => {
  test.each([
    ['a sequence', '654321'],
    ['a sequence of letters', 'abcdef'],
    ['a repeated digit', '00000000'],
    ['a repeated letter', 'aaaaaa'],
    ['six spaces', '      '],
    ['a repeated pair', 'ababab'],
    ['two repeats', 'aaabbb'],
    ['a row of the keyboard', 'qwertyui'],
    ['a row of the Arabic keyboard', 'ضصثقفغ'],
    ['a common password with an addition', 'Password@123'],
    ['a common password with substitutions', 'P@ssw0rd!'],
    ['a common password backwards', 'drowssap12'],
    ['a Saudi word with an addition', 'Saudi@123'],
    ['a Saudi word with substitutions', '$@ud1@123'],
    ['a city and a year', 'Riyadh2024'],
    ['a city and a Hijri year', 'Jeddah1445'],
    ['a club', 'AlHilal1957'],
    ['a club in Arabic', 'الهلال١٩٥٧'],
    ['a bank', 'AlRajhi@2025'],
    ['a bank in Arabic', 'الراجحي12'],
    ['a name', 'Mohammed@1'],
    ['a name in Arabic', 'محمد12345'],
    ['Arabic-Indic digits in sequence', '١٢٣٤٥٦'],
    ['a number that begins as telephone numbers do', '0501234567'],
    ['one common word and a year', 'Elephant-2024'],
    ['a Saudi word and a year to come', 'Saudi2030!'],
    ['three letters that stand alone and a year', 'KSA@2030'],
    ['one Saudi word twice', 'hilal-hilal-7'],
    ['a city and a Hijri year with a mark', 'Jeddah-1445'],
    ['a Saudi word and a number that many choose', 'Saudi-11223344'],
    ['a Saudi word beside a very common one', 'Admin@Saudi'],
    ['a greeting in two words', 'السلام عليكم'],
    ['a row of Arabic-Indic digits that many choose', '١٤٧٢٥٨٣٦٩'],
    ['the same in the digits of Persian', '۱۴۷۲۵۸۳۶۹'],
    ['the name of the product', 'Hamla2026!'],
    ['the name of the product in Arabic', 'حملة-حملة-12'],
    ['a long repetition', 'حملة-'.repeat(40)],
    ['a sequence with spaces between', '1 2 3 4 5 6'],
    ['a sequence with points between', '1.2.3.4.5.6'],
    ['a short sequence with commas between', '1,2,3,4,5'],
    ['a sequence in pairs', '12-34-56'],
    ['letters in sequence with lines between', 'a-b-c-d-e'],
    ['a common password with spaces between', 'p a s s w o r d'],
    ['common words with spaces between', 'I love you'],
    ['a Saudi name in two words', 'Abdul_Aziz'],
    ['a telephone number in groups', '0501 234 567'],
    ['a sequence with what is not seen between', '1\u200b2\u200b3\u200b4\u200b5\u200b6'],
    ['a sequence with joiners between', '1\u200d2\u200d3\u200d4\u200d5\u200d6'],
    ['a sequence with marks of direction between', '1\u200e2\u200e3\u200e4\u200e5\u200e6'],
    ['nothing that is seen', '\u200f\u200f\u200f\u200f\u200f\u200f'],
    ['a common password with marks on its letters', 'p\u0301asswo\u0308rd1'],
    ['a common password with Cyrillic letters', 'pаsswоrd1'],
    ['a name with marks on its letters', 'مُحَمَّد12'],
    ['a name with 3 for its first letter', '3bdullah'],
    ['the same with the vowel too', '3abdullah'],
    ['a name with 7', 'Mo7ammed'],
    ['a name with 7, in another spelling', 'ma7ammad'],
    ['a Saudi word with 3', 'sa3udi123'],
    ['a name with 5', '5alid123'],
    ['a common password with a mark for a letter', 'Pa55w.rd'],
    ['a common password with another mark for a letter', 'm*nkey99'],
    ['two characters and what is not seen', 'k7\u200b\u200d\u200e\u2060\u3164\ufeff'],
    ['a row of the Arabic keyboard backwards', 'كمنتالبيس'],
    ['another part of it backwards', 'طكمنتال'],
    ['a short name and a number', 'nora12'],
    ['another one', 'noor99'],
  ])('a password is too easy to guess when it is %s: %s', async (_what, password) => {
    expect(await isGood(password)).toBe(false);
  });

  test.each([
    ['the own email address', 'sara.ahmadi@najdroast.example'],
    ['the own name', 'SaraAlAhmadi'],
    ['the own company', 'Najd-Roastery-7'],
    ['the own company with substitutions', 'N@jdR0astery1'],
    ['the own company with points between its letters', 'z.a.r.q.a.l.o'],
    [
      'the same, longer than what is looked at together',
      Array.from('ZarqaloInstrumentsandAstrolabes').join('-'),
    ],
    ['the own telephone number in groups', '0561 239 874'],
    ['the same with the code of the country', '00966-561-239-874'],
  ])(
    'a password with parts of its owner is too easy to guess for the owner only, %s: %s',
    async (_what, password) => {
      expect((await weaknessOf(password, sara))?.reasons).toContain('personal');
    },
  );
});

describe('passwords that are good enough', () => {
  test.each([
    ['six random characters', 'kT4vQz'],
    ['six random small letters and digits', 'kx93hw'],
    ['six random characters with a short word in them', 'BkYsnB'],
    ['six random characters with a short word read backwards', 'ybaBmG'],
    ['six characters of two scripts', 'ظ7!Qz-'],
    ['ten random characters with many marks', '1G`m*x!n?d'],
    ['the password of the demo', 'Hamla-demo-2026'],
    ['a passphrase', 'correct horse battery staple'],
    ['what is left without a Saudi word', 'najd-palm-71'],
    ['two Saudi words', 'Qahwa-7-hilal'],
    ['a city, a word and a number', 'Riyadh-bikes-77'],
    ['a city, a number and a word', 'Jeddah#55tree'],
    ['a Saudi word and five random characters', 'saudi-kT4v'],
    ['a less common word and a year', 'Degree-2024'],
    ['random characters around a common password', 'Kx7passwordRt9'],
    ['random characters around the own name', 'Kx7SaraRt9w'],
  ])('a password is good enough when it is %s: %s', async (_what, password) => {
    expect(await isGood(password, sara)).toBe(true);
  });

  test('a password is good enough however long it is and whatever precedes its good part', async () => {
    expect(await isGood(`${'a'.repeat(80)}kT4vQz9pLm2`)).toBe(true);
  });
});

test.each([
  ['letters and digits', /^[a-zA-Z0-9]{6,12}$/],
  ['small letters and digits', /^[a-z0-9]{6,12}$/],
  ['everything that a keyboard has', /^[!-~]{6,12}$/],
  ['Arabic letters and digits', /^[ء-غف-ي0-9]{6,12}$/],
])('at most five of a hundred random passwords of %s are refused', async (_what, characters) => {
  // A fixed sample, because the test measures how often random passwords contain a pattern.
  const passwords = fc.sample(fc.stringMatching(characters), { numRuns: 400, seed: 26 });
  const good = await Promise.all(passwords.map((password) => isGood(password, sara)));
  expect(good.filter((one) => !one).length).toBeLessThanOrEqual(20);
});

test('the name of the product counts as a common word in a password', async () => {
  expect((await weaknessOf('Hamla2026!'))?.reasons).toEqual(['personal']);
});

test("the owner's name of more than forty characters adds no strength to a password", async () => {
  const name = 'Qvorth Zbelmn Kwaxtip Drofuly Hsinper Vaquomj Company';
  expect(await isGood(name)).toBe(true);
  expect(await isGood(name, [name])).toBe(false);
});

test("common words and parts of the owner's name add no strength to a password", async () => {
  const words = fc.constantFrom(
    'saudi',
    'alhilal',
    'password',
    'najd',
    'ahmadi',
    '123456',
    'الهلال',
  );
  await fc.assert(
    fc.asyncProperty(words, fc.stringMatching(/^[2-9]{0,3}$/), async (word, rest) => {
      const { guesses } = await estimatePassword(`${word}${rest}`, sara, Infinity);
      expect(guesses).toBeLessThanOrEqual(10 ** rest.length);
    }),
    { numRuns: 60 },
  );
});

test('a breached password is distinguished from one that only contains it', async () => {
  expect((await weaknessOf('PassWord'))?.reasons).toEqual(['pwned']);
  expect((await weaknessOf('PassWord-x7'))?.reasons).toEqual(['predictable']);
  // Sunshine is in the list; reversed it is not.
  expect((await weaknessOf('enihsnus'))?.reasons).toEqual(['predictable']);
});

test("a common word of the owner's is told as the owner's", async () => {
  expect((await weaknessOf('finance2026', ['finance@najd.example']))?.reasons).toEqual([
    'personal',
  ]);
});

test('an account that can become staff needs ten times as many guesses', async () => {
  expect(await isGood('saudi-kT4v', [], null)).toBe(false);
  expect(await isGood('saudi-kT4vQ', [], null)).toBe(true);
});

test('a refused password is told which of its parts add no strength, in both languages', async () => {
  const words = async (password: string) =>
    (await weaknessOf(password, ['Sara Al-Ahmadi']))?.messages;
  expect(await words('Password@123')).toEqual({
    en: 'Common words, repeats and sequences add no strength to a password: “\u2068Password\u2069”, “\u2068123\u2069”. Add 4 more letters or digits that nobody can guess.',
    ar: 'لا تُحتسب في كلمة المرور الكلمات الشائعة ولا التكرار ولا التسلسل: «\u2068Password\u2069»، «\u2068123\u2069». أضف 4 أحرف أو أرقام أخرى لا تتبع نمطًا.',
  });
  expect((await words('محمد١٢٣'))?.en).toContain('“\u2068محمد\u2069”, “\u2068١٢٣\u2069”');
  expect((await words('Ahmadi#2024'))?.en).toContain(
    'the name Hamla add no strength to a password: “\u2068Ahmadi\u2069”.',
  );
});

test('the addition that a refusal asks for is enough', async () => {
  const weak = fc.constantFrom(
    '123456',
    'Riyadh@2026',
    'ksa2030',
    'a'.repeat(40),
    'Ahmadi#2024',
    'hilal-hilal-7',
  );
  const additions = fc.constantFrom('zKqJbwm', 'mt7fvq9', 'ظ7!Qzغك');
  await fc.assert(
    fc.asyncProperty(
      weak,
      additions,
      fc.constantFrom('company', null),
      async (password, more, role) => {
        const asked = (await weaknessOf(password, sara, role))?.messages.en ?? '';
        const count = Number(/Add (\d)/.exec(asked)?.[1]);
        expect(await isGood(`${password}${more.slice(0, count)}`, sara, role)).toBe(true);
        expect(await isGood(`${password}${more.slice(0, count - 2)}`, sara, role)).toBe(false);
      },
    ),
    { numRuns: 60 },
  );
});
