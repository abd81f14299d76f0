import { readFileSync } from 'node:fs';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { errorMessages } from '#api/error-messages.ts';
import { AppError } from '../app-error.ts';
import { arabicFieldMessage } from './arabic-field-messages.ts';
import { problemOf } from './errors.ts';
import { buildHttp } from './http.ts';
import { languageOf } from './language.ts';

const asked = (header?: string) => languageOf({ headers: { 'accept-language': header } });

test.each([
  [undefined, 'en'],
  ['', 'en'],
  ['*', 'en'],
  ['ar', 'ar'],
  ['ar-SA', 'ar'],
  ['AR-sa, en;q=0.8', 'ar'],
  ['en-GB, ar;q=0.9', 'en'],
  ['fr, ar;q=0.4, en;q=0.2', 'ar'],
  ['ar;q=0', 'en'],
  ['ar;q=x', 'en'],
  ['de', 'en'],
])('the Accept-Language header %j selects %s', (header, language) => {
  expect(asked(header)).toBe(language);
});

const withoutNames = (text: string) => text.replace(/\b(PDF|JPG|PNG|CSV|camt\.\d{3}|MT940)\b/g, '');

test('every error code has its own Arabic message without Latin letters', () => {
  for (const arabic of Object.values(errorMessages.ar)) {
    expect(arabic).toMatch(/[\u0600-\u06ff]/);
    expect(withoutNames(arabic)).not.toMatch(/[A-Za-z]/);
  }
});

test('the message of a problem and its fields is in the requested language; the codes stay', () => {
  const error = new AppError('validation_failed', {
    words: 'phone: is missing',
    fields: [{ field: 'phone', message: 'is missing' }],
  });
  expect(problemOf(error, 'en').message).toBe('phone: is missing');
  expect(problemOf(error, 'ar')).toMatchObject({
    code: 'validation_failed',
    title: 'بعض الحقول تحتاج إلى مراجعة.',
    message: 'بعض الحقول تحتاج إلى مراجعة.',
    fields: [{ field: 'phone', message: 'هذا الحقل مطلوب' }],
  });
});

/** Field messages in the source of these modules. */
const saidIn = (...modules: string[]) =>
  modules.flatMap((name) =>
    [
      ...readFileSync(new URL(`../../../../${name}.ts`, import.meta.url), 'utf8').matchAll(
        /['`](must (?:be|not|hold|say|add) [^'`]+)['`]/g,
      ),
    ].map(([, words = '']) => words.replaceAll(/\$\{[^}]+\}/g, '7')),
  );

test('every error of a bank statement file has its own Arabic message', () => {
  const said = saidIn(
    'domain/servicing/bank-statement-csv',
    'domain/servicing/camt-053',
    'server/src/servicing/parse-bank-statement',
  );
  expect(said.length).toBeGreaterThan(15);
  const general = arabicFieldMessage('something else');
  for (const words of said) {
    expect(arabicFieldMessage(words)).not.toBe(general);
    expect(withoutNames(arabicFieldMessage(words)).replace('SAR', '')).not.toMatch(/[A-Za-z]/);
  }
});

test('every field message of the contract has its own Arabic message', () => {
  const said = saidIn('api/profile-fields', 'api/tickets', 'api/wire');
  expect(said.length).toBeGreaterThan(5);
  const general = arabicFieldMessage('something else');
  for (const words of said.filter((text) => !text.includes('next_cursor'))) {
    expect(arabicFieldMessage(words)).not.toBe(general);
    expect(arabicFieldMessage(words)).not.toMatch(/[A-Za-z]/);
  }
  expect(arabicFieldMessage('must be at most 200 characters')).toContain('200');
  expect(arabicFieldMessage('must end in .pdf, .jpg, .jpeg, .png')).toContain('PDF');
  expect(arabicFieldMessage(errorMessages.en.file_empty)).toBe(errorMessages.ar.file_empty);
});

test('a response names its language and varies by Accept-Language', async () => {
  const log = pino({ level: 'silent' });
  const app = await buildHttp({ log, trustProxy: false, https: false });
  app.get('/api/nothing', { schema: { hide: true } }, () => {
    throw new AppError('not_found');
  });
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  for (const language of ['ar', 'en'] as const) {
    const reply = await fetch(`${origin}/api/nothing`, {
      headers: { 'accept-language': `${language}, de;q=0.5` },
    });
    expect(reply.headers.get('content-language')).toBe(language);
    expect(reply.headers.get('vary')).toContain('Accept-Language');
    expect(await reply.json()).toMatchObject({
      code: 'not_found',
      message: errorMessages[language].not_found,
    });
  }
  await app.close();
});
