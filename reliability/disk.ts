import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statfsSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SkippedError } from './scenario.ts';

/** A file system of its own, in a file of this machine. */
export interface Disk extends Disposable {
  /** Where it is mounted. */
  path: string;
  /** Flushes everything. */
  flush(): void;
  /** No byte that was not flushed is there any more; every access fails until `plugIn`. */
  cutPower(): void;
  /** Mounts it again as after the power cut: the file system recovers by its journal. Nothing may use it meanwhile. */
  plugIn(): void;
  /** A file takes all room but so many bytes. */
  fill(left: number): void;
  empty(): void;
}

/** ext4's own forced shutdown, without a last flush of its journal: EXT4_IOC_SHUTDOWN with EXT4_GOING_FLAGS_NOLOGFLUSH. */
const shutDown =
  'open(my $root, "<", $ARGV[0]) or die $!; my $flag = pack("L", 2); ioctl($root, 0x8004587D, $flag) or die $!';

/** @throws SkippedError where this process may not mount. */
export function openDisk(megabytes: number): Disk {
  const folder = mkdtempSync(join(tmpdir(), 'hamla-disk-'));
  const image = join(folder, 'image');
  const path = join(folder, 'mounted');
  const ballast = join(path, 'ballast');
  const mount = () => run('mount', '-o', 'loop', image, path);
  const unmount = () => {
    // What was killed may still be ending.
    for (let tries = 1; ; tries += 1)
      try {
        return run('umount', path);
      } catch (error) {
        if (tries === 200) throw error;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
      }
  };
  const remove = () => rmSync(folder, { recursive: true, force: true });
  writeFileSync(image, '');
  truncateSync(image, megabytes * 2 ** 20);
  mkdirSync(path);
  try {
    run('mkfs.ext4', '-q', '-m', '0', '-E', 'lazy_itable_init=0,lazy_journal_init=0', image);
    mount();
  } catch {
    remove();
    throw new SkippedError('this machine mounts no file system of ours (root on Linux may)');
  }
  return {
    path,
    flush: () => run('sync', '-f', path),
    cutPower: () => run('perl', '-e', shutDown, path),
    plugIn: () => {
      unmount();
      mount();
    },
    fill: (left) => {
      rmSync(ballast, { force: true });
      for (let tries = 1; ; tries += 1) {
        const { bavail, bsize } = statfsSync(path);
        try {
          return run('fallocate', '-l', String(Math.max(bsize, bavail * bsize - left)), ballast);
        } catch (error) {
          // Somebody else took of the room meanwhile.
          if (tries === 10) throw error;
        }
      }
    },
    empty: () => rmSync(ballast, { force: true }),
    [Symbol.dispose]: () => {
      unmount();
      remove();
    },
  };
}

function run(program: string, ...args: string[]): void {
  execFileSync(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
}
