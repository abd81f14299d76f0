import { expect, test } from 'vitest';
import { withoutUnusedCss } from './unused-css.ts';

const page = (css: string, body: string) => `<style>${css}</style><body>${body}</body>`;

test('a page keeps the rules of its own classes, of elements and of states, and no others', () => {
  const css =
    '@layer base{a{color:red}}@layer utilities{.mt-1\\.5{margin:6px}.gone{margin:0}' +
    '@media (width>=40rem){.sm\\:flex{display:flex}.sm\\:gone{display:none}}' +
    '@media print{.gone{display:none}}.group:is(:where(.x)[open] *){color:red}}';
  expect(withoutUnusedCss(page(css, '<p class="mt-1.5 sm:flex group"><a></a></p>'))).toContain(
    '<style>@layer base{a{color:red}}@layer utilities{.mt-1\\.5{margin:6px}' +
      '@media (width>=40rem){.sm\\:flex{display:flex}}.group:is(:where(.x)[open] *){color:red}}</style>',
  );
});

test('an English page does without the fonts of Arabic, an Arabic one without that of English', () => {
  const face = (family: string) => `@font-face{font-family:${family};src:url(x)}`;
  const css = face('Plex') + face('Plex Arabic') + face('Plex Figures');
  const [english, arabic] = ['en', 'ar'].map((language) =>
    withoutUnusedCss(`<html lang="${language}">${page(css, '')}`),
  );
  expect(english).toContain(`<style>${face('Plex')}</style>`);
  expect(arabic).toContain(`<style>${face('Plex Arabic')}${face('Plex Figures')}</style>`);
});

test('a page keeps the fonts whose letters it has', () => {
  const face = (range: string) =>
    `@font-face{font-family:Plex Arabic;src:url(x);unicode-range:${range}}`;
  const css = face('U+621-63A,U+66E') + face('U+600-60B,U+6B0') + '@font-face{src:local(Arial)}';
  expect(withoutUnusedCss(`<html lang="ar">${page(css, 'حملة')}`)).toContain(
    `<style>${face('U+621-63A,U+66E')}@font-face{src:local(Arial)}</style>`,
  );
});

test('elements and parts of fields that a page does not have leave its style, also out of lists', () => {
  const css =
    'h1,h2{margin:0}hr{height:0}:is(hr,a):focus{color:red}[hidden]{display:none}' +
    '::-webkit-datetime-edit{padding:0}::placeholder{opacity:1}@media print{tr,li{break-inside:avoid}}';
  expect(withoutUnusedCss(page(css, '<h2></h2><li><input type="range"></li>'))).toContain(
    '<style>h2{margin:0}:is(hr,a):focus{color:red}[hidden]{display:none}::placeholder{opacity:1}' +
      '@media print{li{break-inside:avoid}}</style>',
  );
  expect(
    withoutUnusedCss(page('::-webkit-datetime-edit{padding:0}', '<input type="date">')),
  ).toContain('::-webkit-datetime-edit');
});

test('a variable stays where something asks for it, also through another one or in an element', () => {
  const css =
    ':root{--a:1px;--b:var(--a);--c:var(--d);--d:2px;--e:3px;--tw-f: ;color:red}p{margin:var(--b)}';
  expect(withoutUnusedCss(page(css, '<p style="top:var(--e)"></p>'))).toContain(
    '<style>:root{--a:1px;--b:var(--a);--e:3px;color:red}p{margin:var(--b)}</style>',
  );
});

test('a class whose name is escaped in the page is found in the style', () => {
  const css = '.\\[\\&\\>p\\]\\:mt-2>p{margin:8px}.other{margin:0}';
  expect(withoutUnusedCss(page(css, '<div class="[&amp;&gt;p]:mt-2"><p></p></div>'))).toContain(
    '<style>.\\[\\&\\>p\\]\\:mt-2>p{margin:8px}</style>',
  );
});

test('a motion and a registered property stay where something on the page uses them', () => {
  const css =
    '@layer properties{*{--a:0;--b:0}}.x{animation:spread 1s;margin:var(--a)}' +
    '@keyframes spread{0%{opacity:0}}@keyframes fade{0%{opacity:0}}' +
    '@property --a{syntax:"*";inherits:false}@property --b{syntax:"*";inherits:false}';
  expect(withoutUnusedCss(page(css, '<p class="x"></p>'))).toContain(
    '<style>@layer properties{*{--a:0}}.x{margin:var(--a);animation:1s spread}' +
      '@keyframes spread{0%{opacity:0}}@property --a{syntax:"*";inherits:false}</style>',
  );
});
