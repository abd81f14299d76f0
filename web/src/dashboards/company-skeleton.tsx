import { Skeleton } from '../ui/skeleton.tsx';

/** The company dashboard's shape, while it is on its way. */
export function CompanySkeleton() {
  return (
    <div className="grid gap-8">
      <div className="rounded-md border border-line bg-raised p-5 sm:p-6">
        <Skeleton className="h-6 w-44" />
        <Skeleton className="mt-12 h-0.5" />
        <div className="mt-10 grid gap-8 md:grid-cols-3">
          {[0, 1, 2].map((one) => (
            <Skeleton key={one} className="h-16" />
          ))}
        </div>
      </div>
      <div className="grid items-start gap-8 xl:grid-cols-[17rem_1fr]">
        <div className="border-t-2 border-line pt-4">
          <Skeleton className="h-6 w-28" />
          <Skeleton className="mt-8 h-10 w-16" />
        </div>
        <div className="rounded-md border border-line bg-raised p-5 sm:p-6">
          <Skeleton className="h-6 w-40" />
          <Skeleton className="mt-8 h-16 w-72 max-w-full" />
          <Skeleton className="mt-6 h-3" />
        </div>
      </div>
      <div className="border-t-2 border-line pt-4">
        <Skeleton className="h-6 w-40" />
        {[0, 1, 2].map((one) => (
          <Skeleton key={one} className="mt-6 h-14" />
        ))}
      </div>
    </div>
  );
}
