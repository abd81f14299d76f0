import type { ReactNode } from 'react';

/** SPEC's words first, then why it is empty, then one action. */
export function EmptyState({
  title,
  isShort = false,
  children,
  action,
}: {
  title: ReactNode;
  /** On a phone the title alone: one of several lists of a screen. */
  isShort?: boolean;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div
      className={`grid justify-items-start gap-1 self-start border-s-2 border-line py-1 ps-4 ${isShort ? 'max-sm:border-0 max-sm:p-0 max-sm:text-sm max-sm:text-ink-soft' : ''}`}
    >
      <p className={isShort ? 'sm:font-semibold' : 'font-semibold'}>{title}</p>
      {children ? (
        <p className={`max-w-prose text-sm text-ink-soft ${isShort ? 'max-sm:hidden' : ''}`}>
          {children}
        </p>
      ) : null}
      {action ? <div className="mt-2.5">{action}</div> : null}
    </div>
  );
}
