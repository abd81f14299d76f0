import type { APIRequestContext } from '@playwright/test';

import { operations } from '#api/operations.ts';

import { newPerson } from './people.ts';
import { expect, test } from './product.ts';

/** What comes after a first view by itself, and on a slow machine already during it. */
const afterwards = /^\/assets\/(auth-client\.client|toasts)-/;

for (const [role, language] of [
  ['company', 'en'],
  ['agency', 'ar'],
] as const) {
  test(`the shell of the ${role}'s dashboard names the code of the first view, all of it and no other, and begins to read its data, which nobody reads again`, async ({
    browser,
    product,
    request,
  }) => {
    const path = `/dashboard/${role}`;
    const shell = await (await request.get(path)).text();
    const named = filesIn(shell, /rel="modulepreload" href="([^"]+)"\/>/g);
    const texts = JSON.parse(/k\.href=(\{[^}]*\})/.exec(shell)![1]!) as Record<string, string>;
    named.push(texts[language]!);

    const begins = filesIn(shell, /(?:import|from|import\() ?"([^"]+)"/g);
    const screen = screenModules(shell, `dashboards/${role}-dashboard`);
    const needed = await withImports(request, [...begins, ...screen, texts[language]!]);
    expect(named.toSorted()).toEqual([...needed].toSorted());

    const person = await newPerson(product.url, role);
    const page = await person.open(browser, '/healthz', { locale: language });
    const asked: string[] = [];
    page.on('request', (one) => asked.push(new URL(one.url()).pathname));
    await page.goto(path);
    await page.locator('main h2').first().waitFor();
    const scripts = asked.filter((file) => file.endsWith('.js'));
    const late = await withImports(
      request,
      scripts.filter((file) => afterwards.test(file)),
    );
    const unnamed = scripts.filter((file) => !needed.has(file) && !late.has(file));
    expect(unnamed).toEqual([]);
    // The live line, once it stands, asks again for what it has missed.
    const live = asked.indexOf(operations.subscribe_events.path);
    const before = live < 0 ? asked : asked.slice(0, live);
    const read = operations[`${role}_dashboard`].path;
    expect(before.filter((one) => one === read)).toHaveLength(1);
  });
}

const filesIn = (text: string, address: RegExp) =>
  Array.from(text.matchAll(address), ([, file]) => file!);

/** The code of a screen and of the screens round it, by the router's own list, which stands in the shell. */
function screenModules(shell: string, id: string): string[] {
  const list = /window\.__reactRouterManifest=(\{.*?\});?\s*<\/script>/.exec(shell)![1]!;
  const { routes } = JSON.parse(list) as {
    routes: Record<string, { module: string; parentId?: string }>;
  };
  const modules: string[] = [];
  for (let route = routes[id]; route; route = routes[route.parentId ?? '']) {
    modules.push(route.module);
  }
  return modules;
}

/** The scripts and all that they import at once, themselves or through others. */
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
