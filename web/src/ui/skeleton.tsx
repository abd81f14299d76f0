import { useEffect, useState, type ReactNode } from 'react';

/** A block in the shape of what will come; give it its size by classes ("h-6 w-32"). */
export function Skeleton({ className = 'h-4 w-full' }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={`block animate-[shimmer_1.6s_ease-in-out_infinite] rounded-sm bg-line ${className}`}
    />
  );
}

/** Shows its children only when waiting has lasted 200 ms, so that a quick answer does not flicker. */
export function Waiting({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), 200);
    return () => clearTimeout(timer);
  }, []);
  return <div aria-busy="true">{shown ? children : null}</div>;
}
