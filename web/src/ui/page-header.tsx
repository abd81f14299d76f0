import type { ReactNode } from 'react';

/** The head of an application page: where one is, what it is for, what one can do. */
export function PageHeader({
  title,
  lead,
  back,
  actions,
}: {
  title: ReactNode;
  lead?: ReactNode;
  /** A link back, above the title. */
  back?: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4 pt-8 pb-6 sm:pt-10">
      <div className="max-w-2xl">
        {back ? <div className="mb-3 print:hidden">{back}</div> : null}
        <h1 className="text-title">{title}</h1>
        {lead ? <p className="mt-2 text-ink-soft">{lead}</p> : null}
      </div>
      {/* The last of them is what one came for: where they take two lines it stands on the first. */}
      {actions ? (
        <div className="flex flex-wrap gap-3 max-sm:flex-wrap-reverse print:hidden">{actions}</div>
      ) : null}
    </header>
  );
}
