import { expect, test } from 'vitest';
import { isEmail, plainEmail } from './email-address.ts';

test.each([
  ['a mark of the reading direction after it', 'Sara@najd.sa\u200f', 'Sara@najd.sa'],
  ['an embedding round it', '\u202asara@najd.sa\u202c', 'sara@najd.sa'],
  ['an isolate round it', '\u2068sara@najd.sa\u2069', 'sara@najd.sa'],
  ['a space without width in it', 'sara\u200b@najd.sa', 'sara@najd.sa'],
  ['a byte order mark and a soft hyphen', '\ufeffsara@na\u00adjd.sa', 'sara@najd.sa'],
  ['spaces and a full stop', ' sara@najd.sa. ', 'sara@najd.sa'],
  ['a mark between full stop and space', 'sara@najd.sa.\u200f ', 'sara@najd.sa'],
  ['an Arabic domain', 'sara@مثال.السعودية', 'sara@xn--mgbh0fb.xn--mgberp4a5d4ar'],
  [
    'an Arabic domain in ASCII',
    'sara@xn--mgbh0fb.xn--mgberp4a5d4ar',
    'sara@xn--mgbh0fb.xn--mgberp4a5d4ar',
  ],
  ['a domain in wide letters', 'sara@ｎａｊｄ.sa', 'sara@najd.sa'],
])('an address with %s is one, in one form: %j', (_what, typed, plain) => {
  expect(plainEmail(typed)).toBe(plain);
  expect(isEmail(plain)).toBe(true);
});

test.each([
  ["o'neil+1@mail.najd.com.sa", true],
  ['sara@najd', false],
  ['sara@najd.xn--', false],
  ['.sara@najd.sa', false],
  ['sara.@najd.sa', false],
  ['sa..ra@najd.sa', false],
  ['sara najd@najd.sa', false],
  ['سارة@najd.sa', false],
  ['sara@مثال.السعودية/najd.sa', false],
  ['sara@najd.sa@مثال.السعودية', false],
])('%j is accepted as an email address: %j', (typed, isOne) => {
  expect(isEmail(plainEmail(typed))).toBe(isOne);
});
