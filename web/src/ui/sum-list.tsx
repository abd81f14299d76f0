import type { Key, ReactNode } from 'react';
import { Money } from './money.tsx';

interface SumListRow {
  id: Key;
  label: ReactNode;
  /** Decimal string of the wire, never negative: `minus` says that it is taken away. */
  amount: string;
  minus?: boolean;
  /** What the rows above come to: ruled off and bold. */
  total?: boolean;
}

/** A sum as one would write it on paper: points under points in both directions, the result under a line. */
export function SumList({
  rows,
  className = '',
}: {
  rows: readonly SumListRow[];
  className?: string;
}) {
  return (
    <dl className={`grid grid-cols-[1fr_auto] ${className}`}>
      {rows.map(({ id, label, amount, minus, total }) => (
        <div
          key={id}
          className={`col-span-2 grid grid-cols-subgrid items-baseline gap-x-4 py-2 ${total ? 'border-t-2 border-ink font-semibold' : 'border-t border-line first:border-0'}`}
        >
          <dt>{label}</dt>
          {/* Figures run left to right in both languages: the minus and the sign stand on their left. */}
          <dd dir="ltr" className="text-right whitespace-nowrap">
            {minus ? '− ' : null}
            <Money amount={amount} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
