import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

/** Runs a mutation once when its screen mounts; unlike a read it must not be repeated. */
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
