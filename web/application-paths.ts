import { languages } from '#domain/languages.ts';
import { operations } from '#api/operations.ts';
import { applicationFirstPaint, beginScreen } from './src/first-paint.ts';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';

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
  const shells: Record<string, string> = {};
  await mkdir(new URL('__shells/', client), { recursive: true });
  for (const route of Object.values(routes)) {
    const path = `/${pathOf(route)}`;
    if (!route.path || route.path.includes('*') || contentPaths.includes(path)) continue;
    shells[path] = `/__shells/${path.slice(1).replaceAll(/[/:]+/g, '-')}.html`;
    await writeFile(
      new URL(shells[path].slice(1), client),
      withPreloads(begun(shell, beginScreen(texts, reads[path])), codeOf(route.id, built)),
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

function withPreloads(shell: string, code: string[]): string {
  const links = [...new Set(code)]
    .filter((file) => !shell.includes(`<link rel="modulepreload" href="${file}"/>`))
    .map((file) => `<link rel="modulepreload" href="${file}"/>`);
  return shell.replace('</head>', `${links.join('')}</head>`);
}
