import { Skeleton } from '../ui/skeleton.tsx';

/** The agency dashboard's shape, while it is loading. */
export function AgencySkeleton() {
  return (
    <div className="grid grid-cols-1 gap-6 sm:gap-10">
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-[1.25fr_1fr] lg:gap-6">
        <div className="rounded-md border border-t-4 border-line border-t-saffron p-5 sm:p-8">
          <Skeleton className="h-6 w-64 max-w-full" />
          <Skeleton className="mt-5 h-14 w-80 max-w-full" />
          <Skeleton className="mt-4 h-5 w-64 max-w-full" />
        </div>
        <div className="rounded-md border border-t-4 border-line p-5 sm:p-8">
          <Skeleton className="h-4 w-24" />
          <Skeleton className="mt-3 h-9 w-72 max-w-full" />
          <Skeleton className="mt-4 h-5 w-56 max-w-full" />
          <Skeleton className="mt-6 h-11 w-48" />
        </div>
      </div>
      <ColumnsSkeleton />
    </div>
  );
}

/** The three columns of tickets. */
export function ColumnsSkeleton() {
  return (
    <div className="grid grid-cols-1 gap-8 lg:grid-cols-[1.15fr_1fr_1fr]">
      {[0, 1, 2].map((column) => (
        <div key={column} className="grid content-start gap-3 border-t-3 border-line pt-4">
          <Skeleton className="h-6 w-40" />
          <Skeleton className="h-44" />
          <Skeleton className="h-44" />
        </div>
      ))}
    </div>
  );
}
