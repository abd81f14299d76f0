import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * The absolute path of the repository, to find migrations, SQL files and built assets. Works from the source and from
 * the bundle in `dist/server`.
 */
export const repositoryRoot = findRoot(import.meta.dirname);

function findRoot(start: string): string {
  for (let folder = start; ; folder = dirname(folder)) {
    const manifest = join(folder, 'package.json');
    if (existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).name === 'hamla') {
      return folder;
    }
    if (folder === dirname(folder)) throw new Error(`no package.json of hamla above ${start}`);
  }
}
