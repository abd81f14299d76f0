import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_AMOUNT_HALALAS } from '../money.ts';
import { amountInWords } from './amount-in-words.ts';

test.each([
  [0, 'صفر ريال سعودي'],
  [1_00, 'ريال سعودي واحد'],
  [2_00, 'ريالان سعوديان'],
  [3_00, 'ثلاثة ريالات سعودية'],
  [10_00, 'عشرة ريالات سعودية'],
  [11_00, 'أحد عشر ريالًا سعوديًا'],
  [12_00, 'اثنا عشر ريالًا سعوديًا'],
  [18_00, 'ثمانية عشر ريالًا سعوديًا'],
  [21_00, 'واحد وعشرون ريالًا سعوديًا'],
  [100_00, 'مائة ريال سعودي'],
  [101_00, 'مائة ريال سعودي وريال سعودي واحد'],
  [102_00, 'مائة ريال سعودي وريالان سعوديان'],
  [103_00, 'مائة وثلاثة ريالات سعودية'],
  [200_00, 'مائتا ريال سعودي'],
  [250_00, 'مائتان وخمسون ريالًا سعوديًا'],
  [1000_00, 'ألف ريال سعودي'],
  [2000_00, 'ألفا ريال سعودي'],
  [2100_00, 'ألفان ومائة ريال سعودي'],
  [11_000_00, 'أحد عشر ألف ريال سعودي'],
  [11_500_00, 'أحد عشر ألفًا وخمسمائة ريال سعودي'],
  [200_000_00, 'مائتا ألف ريال سعودي'],
  [102_000_00, 'مائة ألف وألفا ريال سعودي'],
  [3_000_000_00, 'ثلاثة ملايين ريال سعودي'],
  [1_000_000_000_00 / 10, 'مائة مليون ريال سعودي'],
  [3333_34, 'ثلاثة آلاف وثلاثمائة وثلاثة وثلاثون ريالًا سعوديًا وأربع وثلاثون هللة'],
])('%i halalas are in Arabic "%s"', (halalas, words) => {
  expect(amountInWords(halalas, 'ar')).toBe(words);
});

test.each([
  [1, 'هللة واحدة'],
  [2, 'هللتان'],
  [3, 'ثلاث هللات'],
  [8, 'ثماني هللات'],
  [10, 'عشر هللات'],
  [11, 'إحدى عشرة هللة'],
  [12, 'اثنتا عشرة هللة'],
  [18, 'ثماني عشرة هللة'],
  [21, 'إحدى وعشرون هللة'],
  [28, 'ثمانٍ وعشرون هللة'],
  [50, 'خمسون هللة'],
])('a halala is feminine and takes the number so: %i are "%s"', (halalas, words) => {
  expect(amountInWords(halalas, 'ar')).toBe(words);
  expect(amountInWords(5_00 + halalas, 'ar')).toBe(`خمسة ريالات سعودية و${words}`);
});

test.each([
  [0, 'zero Saudi riyals'],
  [1, 'one halala'],
  [1_00, 'one Saudi riyal'],
  [3333_34, 'three thousand three hundred thirty-three Saudi riyals and thirty-four halalas'],
  [1_000_015_00, 'one million fifteen Saudi riyals'],
])('%i halalas are in English "%s"', (halalas, words) => {
  expect(amountInWords(halalas, 'en')).toBe(words);
});

test('no two amounts read the same, in either language', () => {
  const amount = fc.integer({ min: 0, max: MAX_AMOUNT_HALALAS });
  fc.assert(
    fc.property(amount, amount, fc.constantFrom('en', 'ar'), (one, other, language) => {
      const isSame = amountInWords(one, language) === amountInWords(other, language);
      expect(isSame).toBe(one === other);
    }),
  );
});

test('an invalid amount has no words', () => {
  for (const wrong of [-1, 0.5, NaN, MAX_AMOUNT_HALALAS + 1]) {
    expect(() => amountInWords(wrong, 'ar')).toThrow(RangeError);
  }
});
