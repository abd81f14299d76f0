import { expect, test } from 'vitest';
import { withOwnStyle } from './page-style.ts';

const page = (css: string, body: string) => `<style>${css}</style><body>${body}</body>`;

test('a page keeps the rules of its own classes, of elements and of states, and no others', () => {
  const css =
    '@layer base,utilities;@layer base{a{color:red}}@layer utilities{.mt-1\\.5{margin:6px}.gone{margin:0}' +
    '@media (width>=40rem){.sm\\:flex{display:flex}.sm\\:gone{display:none}}' +
    '@media print{.gone{display:none}}.group:is(:where(.x)[open] *){color:blue}}';
  expect(withOwnStyle(page(css, '<p class="mt-1.5 sm:flex group"></p>'))).toContain(
    '<style>@layer base,utilities;@layer base{a{color:red}}@layer utilities{.mt-1\\.5{margin:6px}' +
      '@media (width>=40rem){.sm\\:flex{display:flex}}.group:is(:where(.x)[open] *){color:blue}}</style>',
  );
});

test('an English page does without the fonts of Arabic', () => {
  const face = (family: string) => `@font-face{font-family:${family};src:url(x)}`;
  const css = face('Plex') + face('Plex Arabic') + face('Plex Figures');
  const [english, arabic] = ['en', 'ar'].map((language) =>
    withOwnStyle(`<html lang="${language}">${page(css, '')}`),
  );
  expect(english).toContain(`<style>${face('Plex')}</style>`);
  expect(arabic).toContain(`<style>${css}</style>`);
});

test('a class whose name is escaped in the page is found in the style', () => {
  const css = '.\\[\\&\\>p\\]\\:mt-2>p{margin:8px}.other{margin:0}';
  expect(withOwnStyle(page(css, '<div class="[&amp;&gt;p]:mt-2"></div>'))).toContain(
    '<style>.\\[\\&\\>p\\]\\:mt-2>p{margin:8px}</style>',
  );
});

test('a motion and a registered property stay where something on the page uses them', () => {
  const css =
    '@layer properties{*{--a:0;--b:0}}.x{animation:spread 1s;margin:var(--a)}' +
    '@keyframes spread{0%{opacity:0}}@keyframes fade{0%{opacity:0}}' +
    '@property --a{syntax:"*"}@property --b{syntax:"*"}';
  expect(withOwnStyle(page(css, '<p class="x"></p>'))).toContain(
    '<style>@layer properties{*{--a:0;--b:0}}.x{animation:spread 1s;margin:var(--a)}' +
      '@keyframes spread{0%{opacity:0}}@property --a{syntax:"*"}</style>',
  );
});
