import { expect, test } from 'vitest';
import { foldedText } from './folded-text.ts';

test.each([
  ['وكالة الأمل للإعلان', 'وكاله الامل للاعلان'],
  ['مقهى نجد', 'مقهي نجد'],
  ['مُحَمَّد', 'محمد'],
  ['شـركة  نجـد', 'شركه نجد'],
  ['مؤسسة ١٢٣', 'موسسه 123'],
  ['۴۵۶ شركة کریم', '456 شركه كريم'],
  ['آفاق رئيسية لبناء', 'افاق رييسيه لبنا'],
  ['ﷲ ﻼ', 'الله لا'],
  ['Café SADA\u200F', 'cafe sada'],
  ['Sаdа', 'sada'],
  ['ＳＡＤＡ\u00A0\t1', 'sada 1'],
])('searches compare “%s” as “%s”', (text, folded) => {
  expect(foldedText(text)).toBe(folded);
  expect(foldedText(folded)).toBe(folded);
});
