import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isLatinName } from './latin-name.ts';
import { latinName } from './transliteration.ts';

test.each([
  ['Sada Creative', 'Sada Creative'],
  ['Noon & Sons — Médias', 'Noon and Sons - Medias'],
  ['شركة نجد للتجارة', 'Sharikat Najd Lil Tijara'],
  ['وكالة صدى الإبداعية', 'Wakalat Sda Al Ibdaiya'],
  ['مُؤَسَّسَة الـريـاض ١٢', 'Muassasat Al Riyadh 12'],
  ['شركة Blue Ink المحدودة', 'Sharikat Blue Ink Al Mahduda'],
  ['خطوة ثابتة، جدة', 'Khtwa Thabta, Jeddah'],
  ['مؤسسة عبد الله للدعاية', 'Muassasat Abdullah Lil Diaya'],
  ['عبدالله', 'Abdullah'],
  ['عبد الرحمن عبدالعزيز', 'Abdulrahman Abdulaziz'],
  ['فضل الله للتسويق', 'Fadlallah Lil Taswiq'],
  ['هبة الله', 'Hibatallah'],
  ['فضلالله', 'Fadlallah'],
  ['سعد الله سعد', 'Saadallah Saad'],
  ['عبد المعطي', 'Abdulmaty'],
  ['شركة عبد الله وعبد الرحمن', 'Sharikat Abdullah wa Abdulrahman'],
  ['وفضل الله لعبدالعزيز', 'wa Fadlallah Li Abdulaziz'],
  ['هبه الله', 'Hibatallah'],
  ['عبد ٱلله', 'Abdullah'],
  ['عبيدالله أمة الله', 'Ubaydallah Amatallah'],
  ['نور الله', 'Nwr Allah'],
  ['عبد الإله الحكيم', 'Abdulilah Al Hkym'],
])('%s is %s in a payment file', (name, expected) => {
  expect(latinName(name)).toBe(expected);
  expect(isLatinName(expected)).toBe(true);
});

test('nothing is left of a name in neither script', () => {
  expect(latinName('有限公司 🎉')).toBe('');
});

test('whatever somebody is called, what is left is a name that banks take, and stays as it is', () => {
  const arabic = fc.string({
    unit: fc.constantFrom(...Array.from('ابتثجحخدذرزسشصضطظعغفقكلمنهويىةءأإآ ')),
  });
  const anything = fc
    .array(fc.integer({ max: 0x10ffff, min: 1 }), { maxLength: 300 })
    .map((points) => String.fromCodePoint(...points));
  fc.assert(
    fc.property(fc.oneof(fc.string(), anything, arabic), (name) => {
      const result = latinName(name);
      expect(result).toMatch(/^(?! )[A-Za-z0-9/\-?:().,'+ ]{0,140}(?<! )$/);
      expect(latinName(result)).toBe(result);
      expect(isLatinName(result)).toBe(/[A-Za-z]/.test(result));
    }),
  );
});

test.each(['', ' Sada', 'صدى', 'Sada & Sons', '12-34', 'a\nb', 'x'.repeat(141)])(
  '%j is no name that banks take',
  (name) => {
    expect(isLatinName(name)).toBe(false);
  },
);
