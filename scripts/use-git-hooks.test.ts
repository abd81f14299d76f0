import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

const script = join(import.meta.dirname, 'use-git-hooks.mjs');
let clone: string;
beforeEach(() => {
  clone = mkdtempSync(join(tmpdir(), 'hamla-clone-'));
});
afterEach(() => rmSync(clone, { recursive: true, force: true }));

// Ignores the settings of this machine and a repository around the folder.
const env = { PATH: process.env.PATH, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
const git = (...args: string[]) => spawnSync('git', args, { cwd: clone, env, encoding: 'utf8' });

/** The path of hooks after an npm command's preparation. */
function hooksAfter(npm_lifecycle_event: string, more: Record<string, string> = {}): string {
  const load = `import(${JSON.stringify(script)}).then(({ useGitHooks }) => useGitHooks(process.env))`;
  execFileSync(process.execPath, ['--eval', load], {
    cwd: clone,
    env: { ...env, npm_lifecycle_event, ...more },
  });
  return git('config', 'core.hooksPath').stdout.trim();
}

test('running the development server or the tests turns the commit check on in a clone', () => {
  for (const command of ['predev', 'pretest', 'pretest:file']) {
    git('init', '--quiet');
    expect(hooksAfter(command)).toBe('scripts/git-hooks');
    rmSync(join(clone, '.git'), { recursive: true });
  }
});

test('neither a start of the product nor continuous integration changes the settings of git', () => {
  git('init', '--quiet');
  expect(hooksAfter('prestart')).toBe('');
  expect(hooksAfter('pretest', { CI: 'true' })).toBe('');
});

test('hooks that a developer has chosen stay', () => {
  git('init', '--quiet');
  git('config', 'core.hooksPath', '.git/hooks');
  expect(hooksAfter('pretest')).toBe('.git/hooks');
});

test('a folder that is no clone is left alone', () => {
  expect(hooksAfter('pretest')).toBe('');
});
