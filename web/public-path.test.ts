import { expect, test } from 'vitest';
import { languageOfPath, publicPath } from './src/public-path.ts';

test('a public page has one address a language: English without a prefix, Arabic under /ar', () => {
  for (const [path, english, arabic] of [
    ['/', '/', '/ar'],
    ['/ar', '/', '/ar'],
    ['/terms', '/terms', '/ar/terms'],
    ['/ar/terms/', '/terms', '/ar/terms'],
    ['/#contact', '/#contact', '/ar#contact'],
    ['/ar#contact', '/#contact', '/ar#contact'],
    ['/articles', '/articles', '/ar/articles'],
  ] as const) {
    expect(publicPath('en', path)).toBe(english);
    expect(publicPath('ar', path)).toBe(arabic);
    expect(languageOfPath(arabic.split('#', 1)[0]!)).toBe('ar');
    expect(languageOfPath(english)).toBe('en');
  }
});
