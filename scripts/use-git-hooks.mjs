import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/**
 * Has git run scripts/git-hooks in the clone that is the working directory, where it is a developer's: of somebody who runs
 * `npm run dev` or tests. A path of hooks that is set stays, so `git config core.hooksPath .git/hooks` declines for good.
 * @param {NodeJS.ProcessEnv} env
 */
export function useGitHooks(env) {
  const isDeveloper = /^pre(dev|test)\b/.test(env.npm_lifecycle_event ?? '');
  // Without a folder .git this is an archive, or a work tree, which shares the settings of its clone.
  if (!isDeveloper || env.CI || !existsSync('.git/config')) return;
  // Git ends with 1 if nothing is set; without git there is no status.
  if (spawnSync('git', ['config', 'core.hooksPath']).status !== 1) return;
  spawnSync('git', ['config', 'core.hooksPath', 'scripts/git-hooks']);
}
