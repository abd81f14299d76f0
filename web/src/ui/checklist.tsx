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

/**
 * What is done and what is not, in columns where there is room: each open item a link to where it is done; the first open
 * one is the next step.
 */
export function Checklist({
  items,
  label,
}: {
  items: readonly ChecklistItem[];
  /** The name of the list for those who hear it. */
  label: string;
}) {
  const done = items.filter((item) => item.done).length;
  const count = items.length;
  const next = items.find((item) => !item.done);
  return (
    <div>
      <div className="flex items-center gap-4">
        <span aria-hidden="true" className="flex grow gap-1">
          {items.map((item, index) => (
            <span
              key={item.id}
              className={`h-2 grow ${index < done ? 'bg-palm forced-colors:bg-[CanvasText]' : 'bg-line'}`}
            />
          ))}
        </span>
        <span className="text-sm font-semibold whitespace-nowrap tabular-nums">
          <Trans>
            {done} of {count} done
          </Trans>
        </span>
      </div>
      <ol aria-label={label} className="mt-3 grid gap-x-10 sm:grid-cols-2 lg:grid-cols-3">
        {items.map((item) => (
          <Item key={item.id} item={item} isNext={item === next} />
        ))}
      </ol>
    </div>
  );
}

function Item({ item, isNext }: { item: ChecklistItem; isNext: boolean }) {
  return (
    <li className="flex items-center gap-3 py-2">
      <Box done={item.done} isNext={isNext} />
      <div className="min-w-0">
        {item.to && !item.done ? (
          <Link
            to={item.to}
            className={`inline-block underline decoration-1 underline-offset-4 hover:text-palm hover:decoration-2 ${isNext ? 'font-semibold' : ''}`}
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

function Box({ done, isNext }: { done: boolean; isNext: boolean }) {
  const look = done
    ? 'bg-palm text-on-palm border-palm'
    : isNext
      ? 'border-saffron-ink border-2 bg-saffron-wash'
      : 'border-line-strong';
  return (
    <span
      aria-hidden="true"
      className={`mt-0.5 grid size-5 shrink-0 place-items-center border ${look}`}
    >
      {done ? <CheckIcon className="size-4" /> : null}
    </span>
  );
}
