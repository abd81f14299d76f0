import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const site = join(import.meta.dirname, '../web/src/site');
const wordsOf = (page: string) => readFileSync(join(site, page), 'utf8').replaceAll(/\s+/g, ' ');

/** SPEC section 1: what the marketing copy promises, and the answers that say so. */
test.each([
  [
    'no upfront payment, interest or hidden fee',
    /no upfront payment, 0% interest and no hidden fees/,
  ],
  ['a preliminary budget within minutes', /preliminary budget appears within minutes/],
  ['the final budget within about 24 hours', /the final one within about 24 hours/],
  [
    'to finance companies based in Saudi Arabia',
    /based in Saudi Arabia with a commercial registration/,
  ],
  ['a promissory note after the approval', /After the approval you sign a promissory note/],
  ['care for personal data under the Saudi law', /Saudi Personal Data Protection Law/],
])('the site promises %s', (_promise, words) => {
  expect(wordsOf('questions.tsx')).toMatch(words);
});
