import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

/** Makes a thing once when the screen that shows it appears (a read could be repeated; this must not be). */
export function useMutationOnMount<Thing>(make: () => Promise<Thing>) {
  const { data, error, mutate } = useMutation({ mutationFn: make });
  const isBegun = useRef(false);
  useEffect(() => {
    if (isBegun.current) return;
    isBegun.current = true;
    mutate();
  }, [mutate]);
  return { made: data, failure: error, retry: () => mutate() };
}
