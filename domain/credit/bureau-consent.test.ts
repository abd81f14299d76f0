import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { CONSENT_WORDS_VERSION, consentWords } from './bureau-consent.ts';

const bureau = { name: 'Bureau One', name_ar: 'المكتب الأول' };

/** SHA-256 of the words of each version, in both languages. A line that stands here never changes. */
const digests: Record<number, string> = {
  1: 'bc74ed8ec4188bd9f9c1869296584f1cf4b5c2155e1f27582429ea213807e16b',
};

test('changed words have a new version, because a consent keeps the version that was read', () => {
  const words = [...consentWords(bureau, 'en'), ...consentWords(bureau, 'ar')].join('\n');
  expect(createHash('sha256').update(words).digest('hex')).toBe(digests[CONSENT_WORDS_VERSION]);
});

test('the words name the bureau, the purpose and the withdrawal', () => {
  const [asked, purpose, withdrawal] = consentWords(bureau, 'en');
  expect(asked).toContain('Bureau One');
  expect(purpose).toContain('purpose is the credit analysis');
  expect(withdrawal).toContain('withdraw');
  expect(consentWords(bureau, 'ar')[0]).toContain('المكتب الأول');
});
