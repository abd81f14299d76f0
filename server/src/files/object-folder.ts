import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { ListedStore, StoredObject } from './object-store.ts';

/**
 * As `openFolder`, for many objects at once: `put` writes drafts, and `flush` flushes them to disk together and makes them
 * objects. A disk takes a tenth of the time for that. `removeDrafts` is for a folder that nobody else writes.
 */
export function openLateFolder(
  root: string,
): ListedStore & { flush(): Promise<void>; removeDrafts(): Promise<void> } {
  const store = openFolder(root);
  let written = new Set<string>();
  return {
    ...store,
    put: async (key, bytes) => {
      const file = fileIn(root, key);
      await mkdir(dirname(file), { recursive: true, mode: 0o700 });
      await writeFile(draftOf(file), bytes, { mode: 0o600 });
      written.add(file);
    },
    flush: async () => {
      const files = [...written];
      written = new Set();
      for (let from = 0; from < files.length; from += FLUSHED_TOGETHER)
        await Promise.all(
          files.slice(from, from + FLUSHED_TOGETHER).map((file) => sync(draftOf(file))),
        );
      for (const file of files) await rename(draftOf(file), file);
      const folders = new Set(files.flatMap((file) => [dirname(file), dirname(dirname(file))]));
      for (const folder of folders) await sync(folder);
    },
    removeDrafts: async () => {
      for (const path of await readdir(root, { recursive: true }))
        if (path.endsWith(DRAFT)) await rm(join(root, path), { force: true });
    },
  };
}

const FLUSHED_TOGETHER = 32;

const fileIn = (root: string, key: string) => {
  if (!/^[0-9a-z-]+(\/[0-9a-z-]+)*$/.test(key)) throw new Error(`${key} is no key of an object`);
  return join(root, key);
};

/** Stores objects as files of a local folder that only this account can read. */
export function openFolder(root: string): ListedStore {
  const fileOf = (key: string) => fileIn(root, key);
  return {
    put: async (key, bytes) => {
      const file = fileOf(key);
      const folder = dirname(file);
      // A temporary file is not an object; a crash leaves at most this one, and `remove` deletes it too.
      const draft = draftOf(file);
      try {
        if (await mkdir(folder, { recursive: true, mode: 0o700 })) await sync(root);
        await write(draft, bytes);
        await rename(draft, file);
        await sync(folder);
      } catch (error) {
        await rm(draft, { force: true }).catch(() => undefined);
        throw error;
      }
    },
    get: async (key) => {
      try {
        return await readFile(fileOf(key));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw error;
      }
    },
    remove: async (key) => {
      const file = fileOf(key);
      await rm(draftOf(file), { force: true });
      await rm(file, { force: true });
    },
    list: (folder) => filesBelow(root, join(root, folder)),
  };
}

/** Without drafts. A file that is deleted meanwhile is left out. */
async function filesBelow(root: string, folder: string): Promise<StoredObject[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    },
  );
  const files = entries.filter((entry) => entry.isFile() && !entry.name.endsWith(DRAFT));
  const found = await Promise.all(
    files.map(async ({ parentPath, name }) => {
      const path = join(parentPath, name);
      const made = await stat(path).catch(() => undefined);
      return made && { key: relative(root, path), modified_ms: made.mtimeMs };
    }),
  );
  return found.filter((file) => file !== undefined);
}

const DRAFT = '.part';
const draftOf = (file: string) => `${file}${DRAFT}`;

async function write(file: string, bytes: Buffer): Promise<void> {
  const handle = await open(file, 'w', 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A folder's entry survives a power failure only after the folder was synced. */
async function sync(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
