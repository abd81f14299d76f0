import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ObjectStore } from './object-store.ts';

/** Stores objects as files of a local folder that only this account can read. */
export function openFolder(root: string): ObjectStore {
  const fileOf = (key: string) => {
    if (!/^[0-9a-f-]+(\/[0-9a-f-]+)*$/.test(key)) throw new Error(`${key} is no key of an object`);
    return join(root, key);
  };
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
  };
}

const draftOf = (file: string) => `${file}.part`;

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
