import { startTransition, useEffect, useState } from 'react';

/** A dashboard that is returned to stands whole at once, so that its reader finds the place again. */
let wasWhole = false;

/**
 * Of what stands below the first figures, how many slices are drawn: none in the first frame of the first view, then one
 * more a frame until all are. A slow phone shows the figures sooner and answers a press in between.
 */
export function useProgressiveRendering(all: number): number {
  const [drawn, setDrawn] = useState(wasWhole ? all : 0);
  useEffect(() => {
    if (drawn < all) startTransition(() => setDrawn(drawn + 1));
    else wasWhole = true;
  }, [all, drawn]);
  return drawn;
}
