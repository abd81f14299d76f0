import { randomUUID } from 'node:crypto';
import type { ObjectStore } from './object-store.ts';

/**
 * Returns a probe that puts, gets and removes a small object: all that the product does with a store, and no right more.
 * Its key is one for the process, so that a crash leaves one object at most.
 */
export function createStoreProbe(store: ObjectStore): () => Promise<void> {
  const key = randomUUID();
  return async () => {
    const bytes = Buffer.from(key);
    await store.put(key, bytes);
    const found = await store.get(key);
    await store.remove(key);
    if (!found?.equals(bytes)) throw new Error('an object that was put was not found');
  };
}
