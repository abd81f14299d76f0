import { startTransition, useEffect, useState } from 'react';
import { afterDrawing } from '../ui/run-when-idle.ts';

/** True once rendered: a dashboard that is opened again renders at once, so that its scroll position is kept. */
let wasDrawn = false;

/**
 * Whether a dashboard's figures have been drawn, so that what stands below them may follow: a slow phone shows the figures
 * sooner and answers a press in between.
 */
export function useAfterDrawing(): boolean {
  const [isDrawn, setDrawn] = useState(wasDrawn);
  useEffect(() => {
    if (isDrawn) return undefined;
    return afterDrawing(() => {
      wasDrawn = true;
      startTransition(() => setDrawn(true));
    });
  }, [isDrawn]);
  return isDrawn;
}
