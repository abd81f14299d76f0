import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A copy of the checkout at `root` in a temporary folder, with what is not committed yet and the same packages.
 * Faults are planted there, never in the checkout itself.
 */
export function copyCheckout(root: string): { folder: string; remove: () => void } {
  // The real path: a test runner does not accept files behind a link as its own.
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'hamla-faults-')));
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const files = execFileSync('git', list, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 });
  for (const file of new Set(files.split('\0')))
    if (file !== '' && existsSync(join(root, file))) cpSync(join(root, file), join(folder, file));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
