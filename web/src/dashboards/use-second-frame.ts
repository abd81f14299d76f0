import { startTransition, useEffect, useState } from 'react';

/** A dashboard that is returned to stands whole at once, so that its reader finds the place again. */
let wasWhole = false;

/**
 * False in the first frame of the first view, then true: what stands below the first figures is drawn after them, in
 * slices of its own, so that a slow phone shows the figures sooner and answers a press in between.
 */
export function useSecondFrame(): boolean {
  const [isSecond, setSecond] = useState(wasWhole);
  useEffect(() => {
    wasWhole = true;
    startTransition(() => setSecond(true));
  }, []);
  return isSecond;
}
