import { useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useState } from 'react';
import faces from '../../.fonts/faces.css?url';
import { afterDrawing } from './run-when-idle.ts';

/**
 * Fetches the fonts when the first screen has drawn what it has read, so that on a slow line they come after the figures,
 * which the device's own fonts draw meanwhile (build-tools/fonts.ts). A browser that has stored the code has the fonts
 * too: it takes them at once.
 */
export function Fonts() {
  const queryClient = useQueryClient();
  const [isRead, setRead] = useState(false);
  // A dashboard defers what it has read (use-dashboard.ts), and React draws deferred values in their order.
  const isDrawn = useDeferredValue(isRead);
  useEffect(() => {
    if (isStored(import.meta.url)) return addFonts();
    const stop = queryClient.getQueryCache().subscribe(check);
    check();
    return stop;

    function check() {
      if (queryClient.isFetching() > 0) return;
      stop();
      setRead(true);
    }
  }, [queryClient]);
  useEffect(() => (isDrawn ? afterDrawing(addFonts) : undefined), [isDrawn]);
  return null;
}

function isStored(address: string): boolean {
  const [loaded] = performance.getEntriesByName(address) as PerformanceResourceTiming[];
  return loaded?.transferSize === 0;
}

function addFonts(): void {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = faces;
  document.head.append(link);
}
