import { startTransition, useEffect, useState } from 'react';

/**
 * False in the first frame, then true: what stands below the first figures is drawn after them, in slices of its own,
 * so that a slow phone shows the figures sooner and answers a press in between.
 */
export function useSecondFrame(): boolean {
  const [isSecond, setSecond] = useState(false);
  useEffect(() => startTransition(() => setSecond(true)), []);
  return isSecond;
}
