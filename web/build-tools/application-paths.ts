import { languages } from '#domain/languages.ts';
import { operations } from '#api/operations.ts';
import { applicationFirstPaint, prefetchScript } from '../src/first-paint.ts';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';

interface Route {
  id: string;
  path?: string;
  parentId?: string;
}

/** Of the router's own list for the browser: the files of a route's code, with what they import. */
interface BuiltRoute {
  parentId?: string;
  module: string;
  imports?: string[];
}

/**
 * Writes a shell for every screen that the browser draws itself, and beside `client/` the list `application-paths.json`
 * of them: `{"/dashboard/company": "/__shells/dashboard-company.html", …}`, `:x` for a parameter. A shell is the
 * application's empty page that also names the code of its screen, so that it is fetched at once and not after the
 * router has read which screen it is. The server answers any other unknown path with the 404 page.
 */
export async function writeApplicationPaths(
  buildDirectory: URL,
  routes: Record<string, Route>,
  contentPaths: readonly string[],
): Promise<void> {
  const client = new URL('client/', buildDirectory);
  const shell = await readFile(new URL('__spa-fallback.html', client), 'utf8');
  const built = await readBuiltRoutes(client);
  const pathOf = (route: Route): string => {
    const parent = route.parentId ? routes[route.parentId] : undefined;
    return [parent ? pathOf(parent) : '', route.path ?? ''].filter(Boolean).join('/');
  };
  const texts = await textsOf(client);
  const lean = await withoutDetours(client, shell);
  const shells: Record<string, string> = {};
  await mkdir(new URL('__shells/', client), { recursive: true });
  for (const route of Object.values(routes)) {
    const path = `/${pathOf(route)}`;
    if (!route.path || route.path.includes('*') || contentPaths.includes(path)) continue;
    shells[path] = `/__shells/${path.slice(1).replaceAll(/[/:]+/g, '-')}.html`;
    await writeFile(
      new URL(shells[path].slice(1), client),
      await withPreloads(
        client,
        begun(lean, prefetchScript(texts, reads[path])),
        codeOf(route.id, built),
      ),
    );
  }
  const file = new URL('application-paths.json', buildDirectory);
  await writeFile(file, `${JSON.stringify(shells, null, 2)}\n`);
}

/** What the first view of a screen reads, begun by its shell. */
const reads: Record<string, { path: string; role: string }> = {
  '/dashboard/company': { path: operations.company_dashboard.path, role: 'company' },
  '/dashboard/agency': { path: operations.agency_dashboard.path, role: 'agency' },
};

/** The file of each language's texts. */
async function textsOf(client: URL): Promise<Record<string, string>> {
  const names = await readdir(new URL('assets/', client));
  return Object.fromEntries(
    languages.map((language) => {
      const found = names.filter((name) => new RegExp(`^${language}-[\\w-]{8}\\.js$`).test(name));
      if (found.length !== 1) throw new Error(`the build has ${found.length} texts in ${language}`);
      return [language, `/assets/${found[0]}`];
    }),
  );
}

/** The shell whose first script goes on with another: before the style sheet, for which a further one would wait. */
function begun(shell: string, script: string): string {
  if (!shell.includes(applicationFirstPaint))
    throw new Error('the shell has lost its first script');
  return shell.replace(applicationFirstPaint, () => applicationFirstPaint + script);
}

async function readBuiltRoutes(client: URL): Promise<Record<string, BuiltRoute>> {
  const assets = new URL('assets/', client);
  const name = (await readdir(assets)).find((one) => /^manifest-\w+\.js$/.test(one));
  if (!name) throw new Error("the build has no list of the router's routes");
  const text = await readFile(new URL(name, assets), 'utf8');
  return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)).routes;
}

/** The code of a screen and of the screens round it. */
function codeOf(id: string, built: Record<string, BuiltRoute>): string[] {
  const route = built[id];
  if (!route) return [];
  const outer = route.parentId ? codeOf(route.parentId, built) : [];
  return [...outer, route.module, ...(route.imports ?? [])];
}

/**
 * The shell that holds the router's list itself and, in place of the application's first file when that only imports
 * another, this other one: a file of its own takes a connection for a round trip.
 */
async function withoutDetours(client: URL, shell: string): Promise<string> {
  const list = /import "(\/assets\/manifest-\w+\.js)";\n/.exec(shell);
  const entry = /import\("(\/assets\/entry\.client-[\w-]+\.js)"\);/.exec(shell);
  if (!list || !entry) throw new Error('the shell does not begin as the router used to write it');
  const read = (file: string) => readFile(new URL(file.slice(1), client), 'utf8');
  const sole = /^import"\.\/([\w.-]+)";?\s*$/.exec(await read(entry[1]!))?.[1];
  const routes = await read(list[1]!);
  const without = idle(shell, list[1]!)
    .replace(list[0], '')
    .replace('</head>', () => `<script>${routes}</script></head>`);
  return sole ? idle(without, entry[1]!).replace(entry[0], `import("/assets/${sole}");`) : without;
}

/** React looks for the link and would write it again: it stays, and fetches nothing. */
function idle(shell: string, file: string): string {
  const link = `<link rel="modulepreload" href="${file}"`;
  return shell.replace(`${link}/>`, `${link} media="not all"/>`);
}

const preload = /<link rel="modulepreload" href="([^"]+)"\/>/g;

/**
 * The shell that names, beside the application's own code, that of its screen, the largest file first: a browser opens
 * six connections, and what comes late over a connection of its own decides when the view is there.
 */
async function withPreloads(client: URL, shell: string, code: string[]): Promise<string> {
  const named = Array.from(shell.matchAll(preload), ([, file]) => file!);
  const sizes = await Promise.all(
    [...new Set([...named, ...code])].map(async (file) => {
      const { size } = await stat(new URL(file.slice(1), client));
      return { file, size };
    }),
  );
  const links = sizes
    .toSorted((a, b) => b.size - a.size)
    .map(({ file }) => `<link rel="modulepreload" href="${file}"/>`);
  return shell.replaceAll(preload, '').replace('</head>', () => `${links.join('')}</head>`);
}
