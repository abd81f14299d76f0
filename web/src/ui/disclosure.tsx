import type { ReactNode } from 'react';
import { ChevronDownIcon } from './icons.tsx';

/** More of the same thing on demand (the arithmetic behind a figure): native, so it works without script and in print. */
export function Disclosure({
  summary,
  children,
  open,
  className = '',
}: {
  summary: ReactNode;
  children: ReactNode;
  /** Open at first. */
  open?: boolean;
  className?: string;
}) {
  return (
    <details open={open} className={className}>
      <summary className="-ms-1 inline-flex min-h-11 items-center gap-1.5 rounded-sm px-1 font-semibold text-palm hover:text-palm-strong">
        <ChevronDownIcon className="size-4.5 transition-transform duration-150 [details[open]>summary>&]:rotate-180 print:hidden" />
        {summary}
      </summary>
      <div className="pt-1 pb-2">{children}</div>
    </details>
  );
}
