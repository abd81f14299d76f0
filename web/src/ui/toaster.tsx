import { lazy, Suspense, useEffect, useSyncExternalStore, type ReactNode } from 'react';
import { keepLoading } from './keep-loading.ts';
import { runWhenIdle } from './run-when-idle.ts';

/** How long a toast stays, in milliseconds: what went wrong longer than good news. */
export const toastDuration = { success: 4000, other: 6000 };

let asked: Promise<Drawn> | undefined;

// No first view says anything: what draws toasts comes after it, by itself, so that it is there when the connection
// is not; it is drawn with the first toast. Without a connection what was said waits until it is back.
const load = () => (asked ??= keepLoading(() => import('./toasts.tsx')));

type Drawn = typeof import('./toasts.tsx');

const Toasts = lazy(() => load().then((module) => ({ default: module.Toasts })));

let isAsked = false;
const listeners = new Set<() => void>();
const ready = Promise.withResolvers<void>();

async function opened() {
  isAsked = true;
  for (const listener of listeners) listener();
  const [{ sonner, position }] = await Promise.all([load(), ready.promise]);
  // By then a refusal has led the focus to its field.
  await new Promise((resolve) => setTimeout(resolve));
  return { sonner, position: position() };
}

/** What the screens say by toasts. */
export const toast = {
  /** `action`: a link to what came of it; then it stays longer. */
  success: (message: string, action?: ReactNode) =>
    void opened().then(({ sonner, position }) =>
      sonner.success(message, {
        action,
        position,
        duration: action ? toastDuration.other : toastDuration.success,
      }),
    ),
  /** `id`: a later toast with the same takes its place. `cause`: the error that the message is of. */
  error: (message: string, options?: { id?: string; cause?: unknown }) =>
    void opened().then(({ sonner, position }) => sonner.error(message, { ...options, position })),
  info: (message: string) =>
    void opened().then(({ sonner, position }) => sonner.info(message, { position })),
  /** Takes away the toast of that id, or all. */
  dismiss: (id?: string) => {
    if (isAsked) void opened().then(({ sonner }) => sonner.dismiss(id));
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
