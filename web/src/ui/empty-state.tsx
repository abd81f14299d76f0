import type { ReactNode } from 'react';

/** SPEC's words first, then why it is empty, then one action; `illustration` is one of ui/illustrations.tsx. */
export function EmptyState({
  title,
  children,
  action,
  illustration,
}: {
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  illustration?: ReactNode;
}) {
  return (
    <div
      className={
        illustration
          ? 'flex flex-wrap items-center gap-x-6 gap-y-4 py-2 *:first:w-32 *:first:shrink-0'
          : 'self-start border-s-2 border-line py-1 ps-4'
      }
    >
      {illustration}
      <div className="grid min-w-0 flex-[1_1_13rem] justify-items-start gap-1">
        <p className="font-semibold">{title}</p>
        {children ? <p className="max-w-prose text-sm text-ink-soft">{children}</p> : null}
        {action ? <div className="mt-2.5">{action}</div> : null}
      </div>
    </div>
  );
}
