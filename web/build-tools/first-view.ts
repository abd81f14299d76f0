import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const source = join(root, 'web/src');

/** An import or a re-export of values; imports of types do not reach the browser. */
const importOfValues = /^(?:import|export)(?! type\b)(?:[^'";]*\bfrom)? ?'([^']+)';$/gm;

/** What the browser runs for every screen of a company or an agency. */
const frame = [
  'root.tsx',
  'entry.client.tsx',
  'app.tsx',
  'accounts/guard.tsx',
  'frame/party-frame.tsx',
];

/** Our own modules, as absolute paths, that the first view of a dashboard runs. */
const modules = reachedFrom([
  ...frame,
  'dashboards/company-dashboard.tsx',
  'dashboards/agency-dashboard.tsx',
]);

/** Whether the first view of a dashboard runs a module. */
export const isInFirstView = (file: string) => modules.has(file);

/** The modules and all that they import at once, themselves or through others; not what they load later. */
function reachedFrom(starts: readonly string[]): ReadonlySet<string> {
  const found = new Set(starts.map((path) => join(source, path)));
  for (const file of found) {
    for (const imported of importsOf(file)) found.add(imported);
  }
  return found;
}

function importsOf(file: string): string[] {
  const names = Array.from(
    readFileSync(file, 'utf8').matchAll(importOfValues),
    ([, name]) => name!,
  );
  return names
    .filter((name) => /^[.#].*\.tsx?$/.test(name))
    .map((name) =>
      name.startsWith('#') ? join(root, name.slice(1)) : resolve(dirname(file), name),
    );
}
