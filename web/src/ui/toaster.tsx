import { lazy, Suspense, useEffect, useSyncExternalStore, type ReactNode } from 'react';
import { runWhenIdle } from './run-when-idle.ts';

/** How long a toast stays, in milliseconds: what went wrong longer than good news. */
export const toastDuration = { success: 4000, other: 6000 };

let asked: Promise<Drawn> | undefined;

// No first view says anything: what draws toasts comes after it, by itself, so that it is there when the connection
// is not; it is drawn with the first toast.
const load = () => (asked ??= fetched());

type Drawn = typeof import('./toasts.tsx');

/** Never fails, for the page would fail with it: without a connection what was said waits until it is back. */
async function fetched() {
  let again: string | undefined;
  for (let failures = 0; ; failures += 1) {
    if (!navigator.onLine) await nextChance(failures);
    try {
      return again
        ? ((await import(/* @vite-ignore */ again)) as Drawn)
        : await import('./toasts.tsx');
    } catch (error) {
      again = addressAgain(error) ?? again;
      await nextChance(failures);
    }
  }
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

const Toasts = lazy(() => load().then((module) => ({ default: module.Toasts })));

let isAsked = false;
const listeners = new Set<() => void>();
const ready = Promise.withResolvers<void>();

async function opened() {
  isAsked = true;
  for (const listener of listeners) listener();
  const [{ sonner }] = await Promise.all([load(), ready.promise]);
  return sonner;
}

/** What the screens say by toasts. */
export const toast = {
  /** `action`: a link to what came of it; then it stays longer. */
  success: (message: string, action?: ReactNode) =>
    void opened().then((sonner) =>
      sonner.success(message, {
        action,
        duration: action ? toastDuration.other : toastDuration.success,
      }),
    ),
  /** `id`: a later toast with the same takes its place. */
  error: (message: string, options?: { id: string }) =>
    void opened().then((sonner) => sonner.error(message, options)),
  info: (message: string) => void opened().then((sonner) => sonner.info(message)),
  dismiss: () => {
    if (isAsked) void opened().then((sonner) => sonner.dismiss());
  },
};

/** Where toasts appear, from the first one on; it stands once, in app.tsx. */
export function Toaster() {
  useEffect(() => {
    return runWhenIdle(() => void load(), 'long');
  }, []);
  const isShown = useSyncExternalStore(
    subscribe,
    () => isAsked,
    () => false,
  );
  return isShown ? (
    <Suspense>
      <Toasts onReady={ready.resolve} />
    </Suspense>
  ) : null;
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
