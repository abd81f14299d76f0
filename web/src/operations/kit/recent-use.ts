import { useSyncExternalStore } from 'react';

/** Milliseconds without input after which a screen is not refetched. */
const LEFT_ALONE_MS = 5 * 60_000;
const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const;

let isInUse = true;
let timer: number | undefined;
const readers = new Set<() => void>();

function change(next: boolean): void {
  if (isInUse === next) return;
  isInUse = next;
  for (const tell of readers) tell();
}

function touch(): void {
  change(true);
  window.clearTimeout(timer);
  timer = window.setTimeout(() => change(false), LEFT_ALONE_MS);
}

function listen(tell: () => void): () => void {
  if (readers.size === 0) {
    for (const sign of signs) window.addEventListener(sign, touch, { passive: true });
    touch();
  }
  readers.add(tell);
  return () => {
    readers.delete(tell);
    if (readers.size > 0) return;
    for (const sign of signs) window.removeEventListener(sign, touch);
    window.clearTimeout(timer);
  };
}

/**
 * Whether somebody has used this screen within the last five minutes. A staff session ends when it is not used: a screen
 * that was left open must not keep it by asking again.
 */
export const useRecentUse = (): boolean =>
  useSyncExternalStore(
    listen,
    () => isInUse,
    () => true,
  );
