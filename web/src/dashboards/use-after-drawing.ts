import { startTransition, useEffect, useState } from 'react';
import { afterDrawing } from '../ui/run-when-idle.ts';

type Part = 'figures' | 'timeline';

/** Parts that were rendered before: a dashboard that is opened again renders at once, so that its scroll position is kept. */
const drawnOnce = new Set<Part>();

/**
 * Whether that part of a dashboard has been drawn, so that what stands below it may follow: a slow phone shows the figures
 * sooner and answers a press in between.
 */
export function useAfterDrawing(part: Part): boolean {
  const [isDrawn, setDrawn] = useState(drawnOnce.has(part));
  useEffect(() => {
    if (isDrawn) return undefined;
    return afterDrawing(() => {
      drawnOnce.add(part);
      startTransition(() => setDrawn(true));
    });
  }, [isDrawn, part]);
  return isDrawn;
}
