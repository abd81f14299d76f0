import type { ReactNode } from 'react';

/** The head of a public page: its claim where reading starts, the product itself beside it. */
export function PageHero({
  title,
  lead,
  action,
  aside,
  isAsideWide = false,
}: {
  title: ReactNode;
  lead: ReactNode;
  action?: ReactNode;
  aside?: ReactNode;
  /** It only adorns: where it cannot stand beside the claim it is left out. */
  isAsideWide?: boolean;
}) {
  return (
    <div className="page grid items-end gap-x-16 gap-y-12 pt-14 pb-16 sm:pt-20 lg:grid-cols-[1.35fr_1fr] lg:pb-24">
      <div>
        <h1 className="text-display max-w-[13ch]">{title}</h1>
        <p className="mt-6 max-w-[46ch] text-lg text-ink-soft sm:text-xl">{lead}</p>
        {action ? (
          <div className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-4">{action}</div>
        ) : null}
      </div>
      {aside ? (
        <div
          className={`w-full max-w-md lg:justify-self-end ${isAsideWide ? 'max-lg:hidden' : ''}`}
        >
          {aside}
        </div>
      ) : null}
    </div>
  );
}
