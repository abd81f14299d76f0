import type { ReactNode } from 'react';

/** SPEC's words first, then why it is empty, then one action. */
export function EmptyState({
  title,
  children,
  action,
}: {
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="grid justify-items-start gap-1 self-start border-s-2 border-line py-1 ps-4">
      <p className="font-semibold">{title}</p>
      {children ? <p className="max-w-prose text-sm text-ink-soft">{children}</p> : null}
      {action ? <div className="mt-2.5">{action}</div> : null}
    </div>
  );
}
