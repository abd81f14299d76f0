import type { APIRequestContext, Page } from '@playwright/test';

import { operations } from '#api/operations.ts';

import { newPerson } from './people.ts';
import { expect, test } from './product.ts';

/** Files that load after the first view without a click; on a slow machine they may start during it. */
const afterwards =
  /^\/assets\/(auth-client\.client|live-updates|toasts|company-lists|agency-lists|assessment-details|timeline-line|payment-schedule|\w\w-further)-/;

/**
 * Largest compressed size of a first-view file, bytes. A slow connection delivers two files of up to some 74 KB in the
 * same round trips; a larger file adds 150 ms to every dashboard (docs/performance.md).
 */
const FILE_BYTES = 74 * 1024;

for (const [role, language] of [
  ['company', 'en'],
  ['agency', 'ar'],
] as const) {
  test(`the HTML of the ${role}'s dashboard lists exactly the code of the first view, of a limited size, and begins to read its data, which is not read again; fonts come after the figures`, async ({
    browser,
    product,
    request,
  }) => {
    const path = `/dashboard/${role}`;
    const shell = await (await request.get(path)).text();
    // The keyboard of a phone takes room from the page, so that what is fixed to its foot stands above the keyboard.
    expect(shell).toContain('interactive-widget=resizes-content');
    const named = filesIn(shell, /rel="modulepreload" href="([^"]+)"\/>/g);
    const files = JSON.parse(/of (\{[^}]*\})\[l\]/.exec(shell)![1]!) as Record<string, string[]>;
    const texts = files[language]!;
    named.push(...texts);

    const begins = filesIn(shell, /(?:import|from|import\() ?"([^"]+)"/g);
    const screen = screenModules(shell, `dashboards/${role}-dashboard`);
    const needed = await withImports(request, [...begins, ...screen, ...texts]);
    expect(named.toSorted()).toEqual([...needed].toSorted());
    for (const file of needed) {
      const sent = await request.get(file, { headers: { 'accept-encoding': 'br' } });
      expect(
        Number(sent.headers()['content-length']),
        `${file} makes the first view of the dashboards slower: load what was added after it (web/build-tools/first-view.ts)`,
      ).toBeLessThanOrEqual(FILE_BYTES);
    }

    const person = await newPerson(product.url, role);
    const page = await person.open(browser, '/healthz', { locale: language });
    const asked: string[] = [];
    page.on('request', (one) => asked.push(new URL(one.url()).pathname));
    await markFonts(page);
    await page.goto(path);
    await page.locator('main h2').first().waitFor();
    const scripts = asked.filter((file) => file.endsWith('.js'));
    const late = await withImports(
      request,
      scripts.filter((file) => afterwards.test(file)),
    );
    const unnamed = scripts.filter((file) => !needed.has(file) && !late.has(file));
    expect(unnamed).toEqual([]);
    // Once the live connection is open, it refetches what it may have missed.
    const live = asked.indexOf(operations.subscribe_events.path);
    const before = live < 0 ? asked : asked.slice(0, live);
    const read = operations[`${role}_dashboard`].path;
    expect(before.filter((one) => one === read)).toHaveLength(1);
    await expect(page.locator('html')).toHaveAttribute('data-fonts', 'after the figures');
  });
}

/**
 * Records on the document whether fonts were requested before or after the figures were shown. Animation frames and idle
 * callbacks run at once, as a busy browser may run them while React still renders.
 */
async function markFonts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const atOnce = (work: (time: number) => void) => {
      queueMicrotask(() => work(0));
      return 0;
    };
    Object.assign(window, { requestAnimationFrame: atOnce, requestIdleCallback: atOnce });
    const hear = new MutationObserver(() => {
      if (!document.querySelector('link[rel=stylesheet][href*="/faces-"]')) return;
      hear.disconnect();
      const isShown = document.querySelector('main h2') !== null;
      document.documentElement.dataset.fonts = `${isShown ? 'after' : 'before'} the figures`;
    });
    hear.observe(document, { childList: true, subtree: true });
  });
}

const filesIn = (text: string, address: RegExp) =>
  Array.from(text.matchAll(address), ([, file]) => file!);

/**
 * The modules of a screen and its parent routes, from the router's manifest in the shell, without modules that the shell
 * already passes to the router.
 */
function screenModules(shell: string, id: string): string[] {
  const list = /window\.__reactRouterManifest=(\{.*?\});?\s*<\/script>/.exec(shell)![1]!;
  const { routes } = JSON.parse(list) as {
    routes: Record<string, { module: string; parentId?: string }>;
  };
  const given = /__reactRouterRouteModules=(.*?);<?/.exec(shell)![1]!;
  const modules: string[] = [];
  for (let at: string | undefined = id; at !== undefined; at = routes[at]!.parentId) {
    if (!given.includes(`"${at}":{`)) modules.push(routes[at]!.module);
  }
  return modules;
}

/** The scripts with everything that they import statically, directly or indirectly. */
async function withImports(request: APIRequestContext, files: string[]): Promise<Set<string>> {
  const found = new Set(files);
  for (const file of found) {
    const script = await (await request.get(file)).text();
    for (const name of filesIn(script, /\b(?:import|from)"\.\/([^"]+)"/g)) {
      found.add(`/assets/${name}`);
    }
  }
  return found;
}
