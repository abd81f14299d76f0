/**
 * `npm run bench:web`: the built web measured against its budgets (budgets.ts) with the compression, the caching and the
 * data of the real server, in the processor's own time (processor-time.ts). Prints each figure beside its budget, and as
 * the last line "N passed, N failed"; ends with 1 when a budget is exceeded. `--write` puts the figures into
 * docs/performance.md.
 */
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { contentPages } from '#api/content-pages.ts';
import { languages, type Language } from '#domain/languages.ts';
import { findBrowser } from '#e2e/find-browser.ts';
import { sessionKey } from '#e2e/people.ts';
import { startScreensFixture, type Name } from '#e2e/screens/screens-fixture.ts';
import { readCommandLine } from '#server/commands/command-line.ts';
import { say, writeSection } from '../tools/documents.ts';
import { mediansOf } from '../tools/figures.ts';
import { freePort } from '../../server/testing/free-port.ts';
import { budgets, categories, exceededBy, figureOf, type View } from './budgets.ts';
import { look } from './lighthouse/lighthouse-run.ts';
import { changeScreen, type Change } from './screen-change.ts';
import { measurementTables } from './section.ts';

const { values: options } = readCommandLine({
  usage: 'Usage: npm run bench:web -- [--write]',
  options: { write: { type: 'boolean', default: false } },
});
const views: View[] = [];

await using opened = new AsyncDisposableStack();
const started = await startScreensFixture();
opened.defer(() => started.stop());
const { url: site, people } = started.fixture;
await using profile = await mkdtempDisposable(join(tmpdir(), 'hamla-bench-'));
const port = await freePort();
const { executablePath, args } = await findBrowser();
await using browser = await chromium.launchPersistentContext(profile.path, {
  executablePath,
  args: [...args, `--remote-debugging-port=${port}`],
  timezoneId: 'Asia/Riyadh',
});
for (const language of languages) {
  const prefix = language === 'en' ? '' : `/${language}`;
  for (const path of contentPages) {
    const address = `${prefix}${path}`.replace(/(?<=.)\/$/, '');
    await measureView('page', address, address);
  }
}
for (const language of languages) {
  await signIn('busyCompany', language);
  await measureView('dashboard', `company ${language}`, '/dashboard/company');
  await signIn('busyAgency', language);
  await measureView('dashboard', `agency ${language}`, '/dashboard/agency');
}
await measureScreenChanges();
const failed = views.flatMap(exceededBy).length;
if (failed > 0) process.exitCode = 1;
if (options.write) await writeSection('bench:web', measurementTables(views));
const measured = views.flatMap(({ kind }) => Object.keys(budgets[kind])).length;
say(`\n${measured - failed} passed, ${failed} failed`);

/** Measures once, and twice more if that exceeds a budget. */
async function measureView(
  kind: 'page' | 'dashboard',
  subject: string,
  path: string,
): Promise<void> {
  const lookOnce = () => look(site + path, port, kind === 'page' ? categories : ['performance']);
  const looks = [await lookOnce()];
  if (exceededBy({ kind, subject, figures: looks[0]!.figures }).length > 0)
    looks.push(await lookOnce(), await lookOnce());
  add({ kind, subject, figures: mediansOf(looks.map(({ figures }) => figures)) });
  if (kind === 'page') for (const audit of looks.at(-1)!.lost) say(`          ${audit}`);
}

function add(view: View): void {
  views.push(view);
  const exceeded = exceededBy(view);
  for (const [figure, budget] of Object.entries(budgets[view.kind])) {
    const verdict = exceeded.includes(figure) ? 'EXCEEDED' : 'within  ';
    const name = `${view.kind} ${view.subject} ${figure}`.padEnd(52);
    const shown = figureOf(figure, view.figures[figure]!).padStart(12);
    say(`${verdict}  ${name} ${shown}  budget ${figureOf(figure, budget)}`);
  }
}

/** Stores the person's session in the browser, from a page that loads nothing of the web. */
async function signIn(name: Name, language: Language): Promise<void> {
  const page = await browser.newPage();
  await page.goto(`${site}/healthz`);
  await page.evaluate(
    ([key, session, chosen]) => {
      localStorage.setItem(key!, session!);
      localStorage.setItem('hamla.language', chosen!);
    },
    [sessionKey, JSON.stringify(people[name].session), language],
  );
  await page.close();
}

async function measureScreenChanges(): Promise<void> {
  const dashboard = { path: '/dashboard/company', shown: 'main h2' };
  const others = {
    'ticket page': { path: '/tickets/', shown: 'main section' },
    settings: { path: '/settings', shown: 'main form' },
  };
  await signIn('busyCompany', 'en');
  for (const [title, other] of Object.entries(others)) {
    const page = await browser.newPage();
    const { went, came } = await thereAndBack(page, dashboard, other).catch((error: unknown) => {
      // A failed change must not stop the other measurements.
      say(`          ${String(error).split('\n', 1)[0]}`);
      return { went: Infinity, came: Infinity };
    });
    const kind = 'screen change';
    add({ kind, subject: `dashboard to ${title}`, figures: { content: went } });
    add({ kind, subject: `${title} to dashboard`, figures: { content: came } });
    await page.close();
  }
}

/** The medians of seven changes to a screen and of seven changes back, after both have been seen once. */
async function thereAndBack(page: Page, start: Change, there: Change) {
  await page.goto(site + start.path);
  await page.locator(start.shown).first().waitFor();
  const changes: { went: number; came: number }[] = [];
  for (let round = 0; round < 8; round += 1) {
    const went = await changeScreen(page, there);
    await page.waitForTimeout(300);
    const came = await changeScreen(page, start);
    await page.waitForTimeout(300);
    changes.push({ went, came });
  }
  // The first round fetches data that later rounds have cached.
  return mediansOf(changes.slice(1));
}
