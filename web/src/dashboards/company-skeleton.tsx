import { Skeleton } from '../ui/skeleton.tsx';

/** The company dashboard's shape, while it is loading: next step, capacity and what stands beside it, timeline. */
export function CompanySkeleton() {
  return (
    <div className="grid grid-cols-1 gap-5">
      <div className="grid grid-cols-1 gap-4">
        <Skeleton className="h-19 max-sm:h-36" />
        <div className="grid grid-cols-1 gap-x-10 gap-y-8 lg:grid-cols-[1.6fr_1fr] xl:grid-cols-[1.5fr_1fr_0.75fr]">
          <div className="flex min-h-56 flex-col justify-between rounded-md border border-line bg-raised p-5 sm:p-7 lg:min-h-80">
            <Skeleton className="h-6 w-40" />
            <div>
              <Skeleton className="h-14 w-80 max-w-full" />
              <Skeleton className="mt-5 h-3" />
            </div>
          </div>
          <div className="grid content-start gap-6">
            {[0, 1, 2].map((one) => (
              <div key={one} className="border-t-2 border-line pt-4">
                <Skeleton className="h-6 w-40" />
                <Skeleton className="mt-4 h-10 w-56 max-w-full" />
              </div>
            ))}
          </div>
        </div>
      </div>
      <TimelineSkeleton />
    </div>
  );
}

/** What stands below the first figures. */
export function TimelineSkeleton() {
  return (
    <div className="rounded-md border border-line bg-raised p-5 sm:p-6">
      <Skeleton className="h-6 w-44" />
      <Skeleton className="mt-12 h-0.5" />
      <div className="mt-10 grid gap-8 md:grid-cols-3">
        {[0, 1, 2].map((one) => (
          <Skeleton key={one} className="h-16" />
        ))}
      </div>
    </div>
  );
}
