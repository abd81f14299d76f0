import { readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { chromium } from 'playwright-core';
import { readCommandLine } from '#server/commands/command-line.ts';
import { findBrowser } from '../e2e/find-browser.ts';

readCommandLine({ usage: 'Usage: node scripts/draw-share-pictures.ts' });

/**
 * Draws what is shown when a page is shared, web/public/share-<language>.png, from the home page as it is built: its
 * name, its claim and its motif. To be run again when one of them changes: `node scripts/draw-share-pictures.ts`.
 */
const built = join(import.meta.dirname, '../dist/web/client');
const types: Record<string, string> = {
  '.html': 'text/html',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
  '.js': 'text/javascript',
};

const browser = await chromium.launch(await findBrowser());
const page = await browser.newPage({
  viewport: { width: 1200, height: 630 },
  colorScheme: 'light',
  locale: 'en',
});
await page.route('**', async (route) => {
  const { pathname } = new URL(route.request().url());
  const file = extname(pathname) ? pathname : `${pathname}/index.html`;
  const body = await readFile(join(built, file)).catch(() => null);
  await (body
    ? route.fulfill({ body, contentType: types[extname(file)] ?? 'image/svg+xml' })
    : route.abort());
});

for (const [language, path] of [
  ['en', '/'],
  ['ar', '/ar'],
]) {
  await page.goto(`http://hamla.test${path}`);
  await page.evaluate(() => {
    const part = (selector: string) => document.querySelector(selector)!.cloneNode(true) as Element;
    const [name, claim, motif] = [part('header a'), part('h1'), part('main svg')];
    const frame = document.createElement('div');
    frame.style.cssText =
      'position:fixed;inset:0;z-index:99;display:grid;grid-template-columns:1.35fr 1fr;grid-template-rows:auto 1fr;gap:0 56px;padding:64px 72px;background:var(--paper)';
    (name as HTMLElement).style.cssText = 'grid-column:1/-1;zoom:1.9;justify-self:start';
    (claim as HTMLElement).style.cssText = 'align-self:end;font-size:88px;max-width:none';
    (motif as HTMLElement).style.cssText = 'align-self:end;width:100%;height:auto';
    frame.append(name, claim, motif);
    document.body.replaceChildren(frame);
  });
  await page.evaluate(() => document.fonts.ready);
  const picture = await page.screenshot();
  await writeFile(join(import.meta.dirname, `../web/public/share-${language}.png`), picture);
}
await browser.close();
