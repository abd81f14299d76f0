import { globSync, readFileSync } from 'node:fs';
import { parsePo } from 'pofile-ts';
import { expect, test } from 'vitest';
import { errorMessages } from '#api/error-messages.ts';
import { ownWords } from './api-error.ts';

/**
 * A response can be lost after the commit (docs/decisions/0030-unknown-outcomes.md): whoever then reads that nothing was done reads
 * what nobody knows. So each sentence that says that something was not done is listed here, with why it is known.
 */

const known: Record<string, string> = {
  'Failed to set role': 'The words of SPEC section 8.',
  'Failed to save profile': 'The words of SPEC section 8.',
  'Failed to create ticket. Please try again.': 'The words of SPEC section 8.',
  'The service is busy right now. Nothing was changed; try again in a moment.':
    'The server says it, and only where nothing was committed.',
  'This statement cannot be read. Nothing was imported.': 'The server says it of a refused file.',
  'This file does not show whether the day or the month comes first in its dates. Choose. Nothing was imported yet.':
    'The server says it of a refused file.',
  'This file was imported before. Nothing has changed': 'The server says that it knows the file.',
  'The upload was cancelled. Nothing is saved yet':
    'An upload changes a profile only when the profile is saved.',
  '{name} could not be uploaded because there is no connection. Try again once you are back online.':
    'An upload counts only when something names it.',
  '{name} could not be uploaded. {reason}': 'An upload counts only when something names it.',
  'This file was loaded before. Nothing has changed': 'The server says that it knows the file.',
  'The document could not be created. Please try again.':
    'A document is made for its reader alone; nothing of it is stored.',
  'Nothing has been sent. Its payouts wait for the next run.': 'The status of a cancelled run.',
  'Nothing is sent yet. Another person releases the run.': 'A question, before anything is done.',
  'No statement has been imported yet.': 'What the server has just read.',
  'Our own account is not set: set PLATFORM_IBAN on the server.': 'What the server has just read.',
  "The platform's VAT number is not set: this run cannot be released":
    'What the server has just read.',
  'This run would charge VAT, and our VAT number is not set: set PLATFORM_VAT_NUMBER on the server.':
    'What the server has just read.',
  'The account to transfer to is not set up yet.': 'What the server has just read.',
  'A transfer with its reference that reaches us after that day is not lost: it pays what is due first, like any other transfer.':
    'What becomes of a transfer by the rule, before one is made.',
  'What you owe has changed in the meantime. Nothing was created; check the new amounts and choose again.':
    'The server says it, and only where nothing was committed.',
  '(not done yet)': 'What the server has just read.',
  "It is not a company's payment. Nothing is recorded.": 'A question, before anything is done.',
  'That device has to log in again. Nothing is lost.': 'A question, before anything is done.',
  'Not sent, and is your credit again': 'What the server has just read.',
  'Bank: the refund failed': 'The name of an event of the history.',
  'Approved, not yet sent': 'What the server has just read.',
  'The refund is not sent': 'The server has recorded that it is not.',
  'Your budget is not set yet, so our team reviews this ticket with your documents first. Your revenue of the last 6 months in the profile sets your budget.':
    'What the server has just read.',
  'Every device, this one too, has to log in again. Nothing is lost.':
    'A question, before anything is done.',
  'Mails that did not go': 'What the server has just read.',
  'The 50 mails that failed first are shown.': 'What the server has just read.',
  'Restored from a backup: nothing is sent or paid': 'What the server has just read.',
  'This installation was restored from a backup. Nothing is sent or paid until two members of staff have confirmed the restore.':
    'What the server has just read.',
};

const done =
  'approved|cancelled|changed|created|done|imported|lost|made|recorded|rejected|saved|sent|set|submitted|uploaded';
const claimsInEnglish = new RegExp(
  `nothing (was|is|has|has been) (${done})|(was|were|is|are|been) not (yet )?(${done})|could not be (approved|cancelled|changed|created|recorded|rejected|saved|sent|submitted|uploaded)|failed to`,
  'i',
);
const claimsInArabic =
  /ل[من] (يتغير|يُرسل|يُحفظ|يُقدَّم|يُسجَّل|يُستورد|تُرسل|يتم|يضيع|تفقد)|لا يُرسل شيء|تعذّر (حفظ|إرسال|إلغاء|تسجيل|رفع|إنشاء|اعتماد|رفض) /;

interface Sentence {
  en: string;
  ar: string;
}

/** Every sentence of the screens, of the product's own refusals, and of the browser alone. */
function sentences(): Sentence[] {
  const root = new URL('../../locales', import.meta.url).pathname;
  const itemsOf = (file: string) => parsePo(readFileSync(file, 'utf8')).items;
  const catalogues = globSync(`${root}/en/*.po`).flatMap((file) => {
    const arabic = itemsOf(file.replace('/en/', '/ar/'));
    return itemsOf(file).map(({ msgid, msgctxt, msgstr }) => ({
      en: msgstr.join(' '),
      ar: arabic.find((item) => item.msgid === msgid && item.msgctxt === msgctxt)!.msgstr.join(' '),
    }));
  });
  const codes = Object.keys(errorMessages.en) as (keyof typeof errorMessages.en)[];
  return [
    ...catalogues,
    ...codes.map((code) => ({ en: errorMessages.en[code], ar: errorMessages.ar[code] })),
    ...(['offline', 'failed', 'unknown'] as const).map((name) => ({
      en: ownWords.en[name],
      ar: ownWords.ar[name],
    })),
  ];
}

/** Sentences that say "score": of the credit bureau's, which stands beside our own budget assessment. */
const ofBureau = [
  'Credit Score',
  'Your credit score will be available soon.',
  'Test score: it is invented and says nothing about the company.',
  'Your consent is withdrawn, and the score is deleted',
  'We ask {name} nothing more, and its score is deleted. Your analysis and your budget stay as they are.',
  '{name} is asked only with your consent. Without it your analysis goes on; it lacks this score.',
  'The company has not agreed that it is asked: the analysis lacks its score.',
];
const saysScore = ({ en, ar }: Sentence) =>
  /\bscores?\b/i.test(en.replaceAll(/\{\w+\}/g, '')) ||
  /تقييم\S* (ال)?ائتماني/.test(ar.replaceAll('معلومات ائتمانية', ''));

test('a score is the credit bureau’s alone: what sets the budget is called neither score nor credit assessment', () => {
  const said = sentences().filter(saysScore);
  expect(said.map(({ en }) => en)).toEqual(expect.arrayContaining(ofBureau));
  expect(said.filter(({ en }) => !/bureau/i.test(en) && !ofBureau.includes(en))).toEqual([]);
});

/** Each place in the code of the screens that says since when something is overdue. */
test('overdue is said to be so since the day after the due date, wherever it is said', () => {
  const root = new URL('../', import.meta.url).pathname;
  const places = globSync(`${root}/**/*.tsx`).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/overdue since(?!<\/Trans>)[^/]*\/>/gi)].map(
      ([place]) => place,
    ),
  );
  expect(places.length).toBeGreaterThan(4);
  expect(places.filter((place) => !place.includes('firstDayLate('))).toEqual([]);
});

const claims = ({ en, ar }: Sentence) => claimsInEnglish.test(en) || claimsInArabic.test(ar);

test('no sentence says that something was not done unless it is known', () => {
  const all = sentences();
  expect(all.length).toBeGreaterThan(1_500);
  expect(all.filter(claims).map(({ en }) => en)).toEqual(
    expect.arrayContaining(Object.keys(known)),
  );
  expect(all.filter((sentence) => claims(sentence) && !(sentence.en in known))).toEqual([]);
});

const onRepaying = ({ en, ar }: Sentence) =>
  /(whatever|whether or not|whether) the company|stays yours|(your|agency's) risk|risk of late/i.test(
    en,
  ) || /ما تسدده الشركة|سددت الشركة أم|مخاطر تأخر|بقيت مستحقاتك/.test(ar);

test('one sentence alone says what the company’s repaying changes for its agency, and that a payment may be stopped', () => {
  const [promise, ...others] = sentences().filter(onRepaying);
  expect(others).toEqual([]);
  expect(promise?.en).toMatch(/we may stop a payment.*within seven days two of our people/);
  expect(promise?.ar).toMatch(/قد نوقف صرف المستحقات.*اثنان من فريقنا خلال سبعة أيام/);
});

test.each([
  ['Something went wrong on our side. Nothing was changed; please try again.', ''],
  ['The ticket could not be cancelled. Please try again.', ''],
  ['Your changes were not saved.', ''],
  ['', 'حدث خطأ من جهتنا. لم يتغير شيء؛ حاول مرة أخرى.'],
  ['', 'تعذّر إلغاء طلب التمويل. حاول مرة أخرى.'],
])('is told apart: %s%s', (en, ar) => {
  expect(claims({ en, ar })).toBe(true);
});
