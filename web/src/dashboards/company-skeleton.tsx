import { Skeleton } from '../ui/skeleton.tsx';

/** The company dashboard's shape, while it is loading: next step, timeline, credit score, budget and what stands beside it. */
export function CompanySkeleton() {
  return (
    <div className="grid grid-cols-1 gap-5">
      <Skeleton className="h-19 max-sm:h-32" />
      <TimelineSkeleton />
      <div className="grid grid-cols-1 gap-x-8 gap-y-5 lg:grid-cols-[1fr_1.6fr] xl:grid-cols-[0.75fr_1.5fr_1fr]">
        <CardSkeleton />
        <div className="flex min-h-56 flex-col justify-between rounded-md border border-line bg-raised p-5 sm:p-7">
          <Skeleton className="h-6 w-40" />
          <div>
            <Skeleton className="h-14 w-80 max-w-full" />
            <Skeleton className="mt-5 h-3" />
          </div>
        </div>
        <CardSkeleton />
      </div>
    </div>
  );
}

function CardSkeleton() {
  return (
    <div className="border-t-2 border-line pt-4">
      <Skeleton className="h-6 w-40" />
      <Skeleton className="mt-4 h-10 w-56 max-w-full" />
    </div>
  );
}

function TimelineSkeleton() {
  return (
    <div className="rounded-md border border-line bg-raised p-5 sm:p-6">
      <Skeleton className="h-6 w-44" />
      <Skeleton className="mt-12 h-0.5" />
      <div className="mt-10 grid gap-4 md:grid-cols-3 md:gap-8">
        {[0, 1, 2].map((one) => (
          <Skeleton key={one} className="h-16" />
        ))}
      </div>
    </div>
  );
}
