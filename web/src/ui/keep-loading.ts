import { findNewRelease } from './new-release.ts';

/**
 * Loads code that a page needs sooner or later, however often it takes. Never fails, for the page would fail with it: a
 * device without a connection waits until it is back.
 */
export async function keepLoading<Code>(load: () => Promise<Code>): Promise<Code> {
  const attempt = loadableAgain(load);
  for (let failures = 0; ; failures += 1) {
    if (!navigator.onLine) await nextChance(failures);
    try {
      return await attempt();
    } catch {
      await nextChance(failures);
    }
  }
}

/** The same loading, which may be called again when it has failed. */
export function loadableAgain<Code>(load: () => Promise<Code>): () => Promise<Code> {
  let again: string | undefined;
  return async () => {
    try {
      return again ? ((await import(/* @vite-ignore */ again)) as Code) : await load();
    } catch (error) {
      again = addressAgain(error) ?? again;
      void findNewRelease(again);
      throw error;
    }
  };
}

/**
 * Chromium remembers that a module could not be fetched, and never asks for the same address again; its message names that
 * address. Other browsers ask again by themselves.
 */
function addressAgain(error: unknown): string | undefined {
  const [named] = /https?:\S+/.exec(String(error)) ?? [];
  if (named === undefined) return undefined;
  const address = new URL(named);
  if (address.origin !== location.origin) return undefined;
  address.searchParams.set('again', String(Date.now()));
  return address.href;
}

function nextChance(failures: number): Promise<unknown> {
  return new Promise((resolve) => {
    addEventListener('online', resolve, { once: true });
    setTimeout(resolve, Math.min(1_000 * 2 ** failures, 10_000));
  });
}
