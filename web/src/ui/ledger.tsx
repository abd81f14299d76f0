import type { Key, ReactNode } from 'react';
import { Money } from './money.tsx';

export interface LedgerRow {
  id: Key;
  label: ReactNode;
  /** Decimal string of the wire, never negative: `minus` says that it is taken away. */
  amount: string;
  minus?: boolean;
  /** What the rows above come to: ruled off and bold. */
  total?: boolean;
}

/** A sum as one would write it on paper: amounts under each other, the result under a line. */
export function Ledger({
  rows,
  className = '',
}: {
  rows: readonly LedgerRow[];
  className?: string;
}) {
  return (
    <dl className={className}>
      {rows.map(({ id, label, amount, minus, total }) => (
        <div
          key={id}
          className={`flex items-baseline justify-between gap-4 py-2 ${total ? 'border-t-2 border-ink font-semibold' : 'border-t border-line first:border-0'}`}
        >
          <dt>{label}</dt>
          {/* The sign of subtraction stands left of the amount in both directions, as the currency does. */}
          <dd dir="ltr" className="whitespace-nowrap">
            {minus ? '− ' : null}
            <Money amount={amount} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
