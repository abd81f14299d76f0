import { Trans } from '@lingui/react/macro';
import type { Key, ReactNode } from 'react';
import { CheckIcon } from './icons.tsx';
import { Link } from './link.tsx';

interface ChecklistItem {
  id: Key;
  label: ReactNode;
  done: boolean;
  /** Where it is done; shown as a link while it is open. */
  to?: string;
}

/** What is done and what is not: each open item a link to where it is done. */
export function Checklist({
  items,
  label,
}: {
  items: readonly ChecklistItem[];
  /** The name of the list for those who hear it. */
  label: string;
}) {
  return (
    <ol aria-label={label}>
      {items.map((item) => (
        <Item key={item.id} item={item} />
      ))}
    </ol>
  );
}

function Item({ item }: { item: ChecklistItem }) {
  return (
    <li className="flex items-center gap-3 py-2">
      <DoneBox done={item.done} />
      <div className="min-w-0">
        {item.to && !item.done ? (
          <Link
            to={item.to}
            className="inline-block underline decoration-1 underline-offset-4 hover:text-palm hover:decoration-2"
          >
            {item.label}
          </Link>
        ) : (
          <span className={item.done ? 'text-ink-soft' : ''}>{item.label}</span>
        )}
        <span className="sr-only">
          {' '}
          {item.done ? <Trans>(done)</Trans> : <Trans>(not done yet)</Trans>}
        </span>
      </div>
    </li>
  );
}

/** A box that is ticked once something is done; decorative. */
export function DoneBox({ done }: { done: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={`mt-0.5 grid size-5 shrink-0 place-items-center border ${done ? 'border-palm bg-palm text-on-palm' : 'border-line-strong'}`}
    >
      {done ? <CheckIcon className="size-4" /> : null}
    </span>
  );
}
