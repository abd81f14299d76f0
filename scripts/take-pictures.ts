import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { readCommandLine } from '#server/commands/command-line.ts';
import { chromium, type Browser, type Page } from 'playwright-core';
import { languages, type Language } from '#domain/languages.ts';
import { demoAgencies, demoCompanies, demoPassword, languageOf } from '#server/demo/people.ts';
import { findBrowser } from '../e2e/find-browser.ts';
import { sessionKey } from '../e2e/people.ts';
import { fontsAreDrawn } from '../e2e/screens/matrix.ts';
import { wordsIn } from '../e2e/screens/words.ts';

/**
 * Takes the pictures of the product from the filled demo: the scenes of the home page (web/public/scenes, each language
 * and theme) and the README's. Part of `npm run screenshots`; `--demo=URL` takes them from a demo that is running.
 */
const { values } = readCommandLine({
  usage: 'Usage: npm run screenshots -- [--demo URL]',
  options: { demo: { type: 'string' } },
});
const root = join(import.meta.dirname, '..');
const themes = ['light', 'dark'] as const;
const QUALITY = 0.7;
/** Of the page at both sides of a part, pixels. */
const MARGIN = 4;
/** A window so tall that nothing pinned to its foot covers a part. */
const HEIGHT = 3200;

/** What is shown, of whom: the first company or agency of the demo that writes the language. */
const scenes: {
  name: string;
  role: 'company' | 'agency';
  heading: string;
  /** The text above which the picture ends, so many pixels higher; without it the whole part is shown. */
  until?: string;
  gap?: number;
  /** It lies on this colour on the home page, not on that of the page. */
  ground?: '--raised';
}[] = [
  {
    name: 'budget',
    role: 'company',
    heading: 'Available Budget',
    until: 'How it adds up',
    gap: 18,
  },
  { name: 'owed', role: 'company', heading: 'What you owe' },
  {
    name: 'timeline',
    role: 'company',
    heading: 'Payment Timeline',
    until: 'Next Payments',
    gap: 8,
  },
  {
    name: 'payment',
    role: 'agency',
    heading: 'Expected Payment Soon (Net 95%)',
    until: 'View details',
    ground: '--raised',
  },
];

const demo = values.demo ? { url: values.demo, stop: async () => {} } : await startDemo();
const browser = await chromium.launch(await findBrowser());
try {
  await mkdir(join(root, 'web/public/scenes'), { recursive: true });
  const sizes: Record<string, Partial<Record<Language, { width: number; height: number }>>> = {};
  for (const language of languages) {
    const words = await wordsIn(language);
    for (const theme of themes)
      for (const { name, role, heading, until, gap = 0, ground } of scenes) {
        const page = await open(browser, { role, language, theme, width: 400 });
        await page.goto(`${demo.url}/dashboard/${role}`);
        await atRest(page);
        if (ground) await layOn(page, ground);
        const section = page.locator('section', {
          has: page.getByRole('heading', { level: 2, name: words(heading) }),
        });
        const box = (await section.boundingBox())!;
        const end = until && (await section.getByText(words(until)).first().boundingBox());
        const clip = {
          x: box.x - MARGIN,
          y: box.y,
          width: box.width + 2 * MARGIN,
          height: Math.round((end ? end.y - gap : box.y + box.height) - box.y),
        };
        const png = await page.screenshot({ clip, fullPage: true, animations: 'disabled' });
        const { webp, width, height } = await asWebp(page, png);
        await writeFile(join(root, `web/public/scenes/${name}-${language}-${theme}.webp`), webp);
        // Shown at half of its size, so that it is sharp on a dense screen.
        (sizes[name] ??= {})[language] = { width: width / 2, height: height / 2 };
        await page.context().close();
      }
  }
  await writeFile(
    join(root, 'web/src/site/scene-sizes.json'),
    `${JSON.stringify(sizes, null, 2)}\n`,
  );
  const page = await open(browser, {
    role: 'company',
    language: 'en',
    theme: 'light',
    width: 1280,
  });
  await page.setViewportSize({ width: 1280, height: 1000 });
  await page.goto(`${demo.url}/dashboard/company`);
  await atRest(page);
  const { webp } = await asWebp(page, await page.screenshot({ animations: 'disabled' }));
  await writeFile(join(root, 'docs/images/company-dashboard.webp'), webp);
} finally {
  await browser.close();
  await demo.stop();
}

/** A demo of its own, filled now; stopped and removed afterwards. */
async function startDemo(): Promise<{ url: string; stop: () => Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'hamla-pictures-'));
  const child = spawn(process.execPath, ['dist/server/commands/demo.js'], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir, PORT: '0', DATABASE_URL: '', SITE_URL: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
    await rm(dataDir, { recursive: true, force: true });
  };
  for await (const line of createInterface({ input: child.stdout })) {
    process.stdout.write(`${line}\n`);
    const url = /is open at (\S+)/.exec(line)?.[1];
    if (url) return { url, stop };
  }
  await stop();
  throw new Error('The demo did not start.');
}

/** A page of the demo's person, in a language and a theme. */
async function open(
  one: Browser,
  look: { role: 'company' | 'agency'; language: Language; theme: 'light' | 'dark'; width: number },
): Promise<Page> {
  const { role, language, theme, width } = look;
  const people = role === 'company' ? demoCompanies : demoAgencies;
  const { email } = people.find((person) => languageOf(person) === language)!;
  const response = await fetch(`${demo.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: demoPassword }),
  });
  if (!response.ok) throw new Error(`${email} cannot sign in: ${await response.text()}`);
  const context = await one.newContext({
    viewport: { width, height: HEIGHT },
    deviceScaleFactor: width === 400 ? 2 : 1,
    colorScheme: theme,
    locale: language === 'ar' ? 'ar-SA' : 'en-GB',
    timezoneId: 'Asia/Riyadh',
    reducedMotion: 'reduce',
  });
  await context.addInitScript(
    ([key, session, chosen]) => {
      localStorage.setItem(key!, session!);
      localStorage.setItem('hamla.language', chosen!);
    },
    [sessionKey, await response.text(), language],
  );
  return context.newPage();
}

async function atRest(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 2 }).first().waitFor();
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
  await fontsAreDrawn(page);
}

/** Gives the page another colour behind its parts: at their sides and corners. */
function layOn(page: Page, colour: string): Promise<void> {
  return page.evaluate(
    (name) => document.documentElement.style.setProperty('--paper', `var(${name})`),
    colour,
  );
}

/** Encoded by the browser itself. */
async function asWebp(page: Page, png: Buffer) {
  const encoded = await page.evaluate(
    async ([source, quality]) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [image.width, image.height];
      canvas.getContext('2d')!.drawImage(image, 0, 0);
      const data = canvas.toDataURL('image/webp', quality);
      return { data, width: image.width, height: image.height };
    },
    [`data:image/png;base64,${png.toString('base64')}`, QUALITY] as const,
  );
  const webp = Buffer.from(encoded.data.split(',')[1]!, 'base64');
  return { webp, width: encoded.width, height: encoded.height };
}
