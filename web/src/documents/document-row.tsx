import type { ReactNode } from 'react';
import { FileIcon } from '../ui/icons.tsx';

/** A document among others: its name, what tells it apart, and the ways to take it. */
export function DocumentRow({
  name,
  note,
  children,
}: {
  name: ReactNode;
  note: ReactNode;
  /** None while there is nothing to take. */
  children?: ReactNode;
}) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border border-line bg-raised px-4 py-3">
      <FileIcon className="size-5 text-ink-faint" />
      <div className="min-w-0 grow basis-40">
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p className="text-sm text-ink-soft">{note}</p>
      </div>
      <span className="flex flex-wrap gap-x-1 print:hidden">{children}</span>
    </li>
  );
}
