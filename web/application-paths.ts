import { writeFile } from 'node:fs/promises';

interface Route {
  id: string;
  path?: string;
  parentId?: string;
}

/**
 * Writes `application-paths.json` beside `client/`: the paths of the screens that the browser draws itself, `:x` for a
 * parameter. The server answers them with the application's shell, and any other unknown path with the 404 page.
 */
export async function writeApplicationPaths(
  buildDirectory: URL,
  routes: Record<string, Route>,
  contentPaths: readonly string[],
): Promise<void> {
  const pathOf = (route: Route): string => {
    const parent = route.parentId ? routes[route.parentId] : undefined;
    return [parent ? pathOf(parent) : '', route.path ?? ''].filter(Boolean).join('/');
  };
  const paths = Object.values(routes)
    .filter((route) => route.path && !route.path.includes('*'))
    .map((route) => `/${pathOf(route)}`)
    .filter((path) => !contentPaths.includes(path));
  const file = new URL('application-paths.json', buildDirectory);
  await writeFile(file, `${JSON.stringify([...new Set(paths)].sort(), null, 2)}\n`);
}
