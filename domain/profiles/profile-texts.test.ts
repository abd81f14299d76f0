import { describe, expect, test } from 'vitest';
import { profileTextProblem, profileTextReaders } from './profile-texts.ts';

const { email: normalEmail, website: normalWebsite } = profileTextReaders;

describe('a text of a profile', () => {
  test('can be saved when it is blank, whatever its kind: it keeps what is stored', () => {
    expect(profileTextProblem('  \n', 5, () => null)).toBeNull();
  });

  test('is measured without the spaces around it', () => {
    expect(profileTextProblem(' Najd ', 4)).toBeNull();
    expect(profileTextProblem('Najd.', 4)).toBe('too_long');
  });

  test('cannot be saved if it is not of its kind or holds a character that the database cannot store', () => {
    expect(profileTextProblem('somewhere', 40, normalEmail)).toBe('unreadable');
    expect(profileTextProblem('Najd\0', 40)).toBe('unreadable');
  });
});

test('the email address of a profile is read in its plain form', () => {
  expect(normalEmail!('\u202aSara@najd.sa\u202c')).toBe('Sara@najd.sa');
  expect(normalEmail!('sara@najd')).toBeNull();
});

test.each([
  ['najd.sa', 'https://najd.sa'],
  ['http://najd.sa/about', 'http://najd.sa/about'],
  ['نجد.السعودية', 'https://نجد.السعودية'],
  ['javascript:alert(1)', null],
  ['najd', null],
  ['https://sara@najd.sa', null],
])('%j is read as the web address %j', (text, address) => {
  expect(normalWebsite!(text)).toBe(address);
});
