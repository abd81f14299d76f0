import { languages } from '#domain/languages.ts';
import { operations } from '#api/operations.ts';
import { applicationFirstPaint, prefetchScript } from '../src/first-paint.ts';
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
  await copyHelpers(client);
  const shell = await readFile(new URL('__spa-fallback.html', client), 'utf8');
  const built = await readBuiltRoutes(client);
  const pathOf = (route: Route): string => {
    const parent = route.parentId ? routes[route.parentId] : undefined;
    return [parent ? pathOf(parent) : '', route.path ?? ''].filter(Boolean).join('/');
  };
  const texts = {
    first: await textsOf(client, ['first']),
    all: await textsOf(client, ['first', 'further']),
  };
  const lean = await withoutDetours(client, shell);
  const shells: Record<string, string> = {};
  await mkdir(new URL('__shells/', client), { recursive: true });
  for (const route of Object.values(routes)) {
    const path = `/${pathOf(route)}`;
    if (!route.path || route.path.includes('*') || contentPaths.includes(path)) continue;
    shells[path] = `/__shells/${path.slice(1).replaceAll(/[/:]+/g, '-')}.html`;
    const read = reads[path];
    const script = prefetchScript(read ? texts.first : texts.all, read);
    const whole = await withRouteModules(client, begun(lean, script), routesTo(route.id, built));
    await writeFile(new URL(shells[path].slice(1), client), whole);
  }
  const file = new URL('application-paths.json', buildDirectory);
  await writeFile(file, `${JSON.stringify(shells, null, 2)}\n`);
}

/** What the first view of a screen reads, begun by its shell. */
const reads: Record<string, { path: string; role: string }> = {
  '/dashboard/company': { path: operations.company_dashboard.path, role: 'company' },
  '/dashboard/agency': { path: operations.agency_dashboard.path, role: 'agency' },
};

/** The files of each language's texts, of the parts that texts.ts makes. */
async function textsOf(client: URL, parts: string[]): Promise<Record<string, string[]>> {
  const names = await readdir(new URL('assets/', client));
  const fileOf = (text: string) => {
    const found = names.filter((name) => new RegExp(`^${text}-[\\w-]{8}\\.js$`).test(name));
    if (found.length !== 1) throw new Error(`the build has ${found.length} files of ${text}`);
    return `/assets/${found[0]}`;
  };
  return Object.fromEntries(
    languages.map((language) => [language, parts.map((part) => fileOf(`${language}-${part}`))]),
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

/** A screen's route after those round it. */
function routesTo(id: string, built: Record<string, BuiltRoute>): [string, BuiltRoute][] {
  const route = built[id];
  if (!route) return [];
  return [...(route.parentId ? routesTo(route.parentId, built) : []), [id, route]];
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
  const routes = leanRoutes(await read(list[1]!));
  const without = idle(shell, list[1]!)
    .replace(list[0], '')
    .replace('</head>', () => `<script>${routes}</script></head>`);
  return sole ? idle(without, entry[1]!).replace(entry[0], `import("/assets/${sole}");`) : without;
}

/** Routes whose code a link prefetches: ticket-link.tsx. */
const prefetched = new Set(['tickets/page/ticket-page']);

/**
 * The router's list without the files that a route's code imports, which the shell names: a slow phone reads all of it
 * before it asks for the code.
 */
function leanRoutes(text: string): string {
  const [begin, end] = [text.indexOf('{'), text.lastIndexOf('}') + 1];
  const list = JSON.parse(text.slice(begin, end)) as {
    entry: { imports: string[] };
    routes: Record<string, BuiltRoute>;
  };
  list.entry.imports = [];
  for (const [id, route] of Object.entries(list.routes)) {
    if (!prefetched.has(id)) delete route.imports;
  }
  return text.slice(0, begin) + JSON.stringify(list) + text.slice(end);
}

/** React looks for the link and would write it again: it stays, and fetches nothing. */
function idle(shell: string, file: string): string {
  const link = `<link rel="modulepreload" href="${file}"`;
  return shell.replace(`${link}/>`, `${link} media="not all"/>`);
}

/** A file that gives under other names what one other file has: the router asks for it, and it would take a request. */
const passesOn = /^(?:import"[^"]+";)*export\{([^}]*)\}from"\.\/([\w.-]+)";?\s*$/;

/**
 * The shell that names the code of its screen and of the screens round it, and gives the router those of their modules
 * that only pass on what another file has.
 */
async function withRouteModules(
  client: URL,
  shell: string,
  routes: [string, BuiltRoute][],
): Promise<string> {
  const files: string[] = [];
  const imports: string[] = [];
  const modules: string[] = [];
  for (const [id, { module, imports: others = [] }] of routes) {
    files.push(...others);
    const code = await readFile(new URL(module.slice(1), client), 'utf8');
    const [, names, from] = passesOn.exec(code) ?? [];
    if (names === undefined) {
      files.push(module);
      continue;
    }
    const route = `route${modules.length}`;
    const pairs = names.split(',').map((name) => name.split(' as ') as [string, string?]);
    const taken = pairs.map(([name], place) => `${name} as ${route}_${place}`);
    imports.push(`import {${taken.join(',')}} from "/assets/${from}";`);
    const given = pairs.map(([name, as = name], place) => `${as}:${route}_${place}`);
    modules.push(`${JSON.stringify(id)}:{${given.join(',')}}`);
  }
  const own =
    /import \* as route0 from "([^"]+)";\s*window\.__reactRouterRouteModules = \{[^}]*\};/;
  const root = own.exec(shell);
  if (!root || !modules.length)
    throw new Error("the shell does not give the router its root's code");
  const given = `${imports.join('')}window.__reactRouterRouteModules={${modules.join(',')}};`;
  return withPreloads(
    client,
    idle(shell, root[1]!).replace(own, () => given),
    files,
  );
}

const helpersFile = /\brolldown-runtime-[\w-]+\.js$/;
const importOfHelpers = /import\{([^}]*)\}from"\.\/rolldown-runtime-[\w-]+\.js";/;

/**
 * Copies the bundler's few helpers into the files of every first view (vite.config.ts): on their own they would be a file
 * and a request more.
 */
async function copyHelpers(client: URL): Promise<void> {
  const assets = new URL('assets/', client);
  const names = await readdir(assets);
  const read = (name: string) => readFile(new URL(name, assets), 'utf8');
  const helpers = names.find((name) => helpersFile.test(name));
  const [, body, given] =
    /^(.*)export\{([^}]*)\};?\s*$/s.exec(helpers ? await read(helpers) : '') ?? [];
  if (given === undefined) throw new Error("the build has no file of the bundler's helpers");
  const own = `(()=>{${body}return{${given.replaceAll(/([\w$]+) as ([\w$]+)/g, '$2:$1')}}})()`;
  for (const name of names.filter((one) => /^(react|entry\.client)-.*\.js$/.test(one))) {
    const copied = (await read(name)).replace(
      importOfHelpers,
      (_, taken: string) => `const{${taken.replaceAll(' as ', ':')}}=${own};`,
    );
    await writeFile(new URL(name, assets), copied);
  }
}

const preload = /<link rel="modulepreload" href="([^"]+)"\/>/g;

/**
 * The shell that names, beside the application's own code, that of its screen, the largest file first: a browser opens
 * six connections, and what comes late over a connection of its own decides when the view is there.
 */
async function withPreloads(client: URL, shell: string, code: string[]): Promise<string> {
  const named = Array.from(shell.matchAll(preload), ([, file]) => file!);
  const files = await Promise.all(
    [...new Set([...named, ...code])].map(async (file) => ({
      file,
      text: await readFile(new URL(file.slice(1), client), 'utf8'),
    })),
  );
  const links = files
    .filter(
      ({ file }) => !helpersFile.test(file) || files.some(({ text }) => importOfHelpers.test(text)),
    )
    .toSorted((a, b) => b.text.length - a.text.length)
    .map(({ file }) => `<link rel="modulepreload" href="${file}"/>`);
  // Before the scripts of the shell, which take a slow phone a while.
  return shell.replaceAll(preload, '').replace('<script>', () => `${links.join('')}<script>`);
}
