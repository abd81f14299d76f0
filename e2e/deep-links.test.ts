import { globSync, readFileSync } from 'node:fs';

import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import type { RouteConfigEntry } from '@react-router/dev/routes';

import routes from '#web/routes.ts';
import { newPerson, newStaff, type Person } from './people.ts';
import { expect, staffedTest as test } from './product.ts';

const frames = { party: 'frame/party-frame.tsx', console: 'operations/console-layout.tsx' };

/** What the web shows in place of a text that it has not loaded. */
const textIds = new Set(
  globSync('web/locales/en/*.po')
    .flatMap((file) => Array.from(readFileSync(file, 'utf8').matchAll(/^msgid "(.+)"$/gm)))
    .map(([, text]) => generateMessageId(JSON.parse(`"${text}"`))),
);

const people: {
  role: string;
  frame: keyof typeof frames;
  locale: string;
  create: (product: Parameters<typeof newStaff>[0]) => Promise<Person>;
}[] = [
  { role: 'company', frame: 'party', locale: 'en', create: ({ url }) => newPerson(url, 'company') },
  { role: 'agency', frame: 'party', locale: 'ar', create: ({ url }) => newPerson(url, 'agency') },
  { role: 'staff', frame: 'console', locale: 'ar', create: newStaff },
];

for (const { role, frame, locale, create } of people) {
  test(`each address of the ${role}'s frame, entered directly, shows its heading with its texts, ${locale}`, async ({
    browser,
    product,
  }) => {
    const person = await create(product);
    const page = await person.open(browser, '/healthz', { locale });
    const paths = pathsIn(frames[frame]);
    expect(paths.length).toBeGreaterThan(15);
    for (const path of paths) {
      await test.step(path, async () => {
        await page.goto(path);
        await page.locator('main h1').first().waitFor();
        const shown = await page.locator('body').innerText();
        const missing = shown.split(/\s+/).filter((word) => textIds.has(word));
        expect(missing, path).toEqual([]);
      });
    }
  });
}

/** The addresses in a frame, as the router has them; what they name does not exist. */
function pathsIn(frame: string): string[] {
  const found = routes.flatMap((route) => withChildren(route));
  const { children = [] } = found.find(({ file }) => file === frame)!;
  return children
    .flatMap((route) => withChildren(route))
    .flatMap(({ path }) => path ?? [])
    .map((path) => `/${path.replaceAll(/:\w+/g, '1')}`);
}

const withChildren = (route: RouteConfigEntry): RouteConfigEntry[] => [
  route,
  ...(route.children ?? []).flatMap((child) => withChildren(child)),
];
