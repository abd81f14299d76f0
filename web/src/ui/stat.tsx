import type { ReactNode } from 'react';

/** One large figure with its name above and, below, what it means. `quiet` is for the smaller ones beside it. */
export function Stat({
  label,
  figure,
  note,
  quiet = false,
  className = '',
}: {
  label: ReactNode;
  /** <Money>, a count, a date. */
  figure: ReactNode;
  note?: ReactNode;
  quiet?: boolean;
  className?: string;
}) {
  return (
    <dl className={`min-w-0 ${className}`}>
      <dt className={quiet ? 'eyebrow' : 'font-semibold text-ink-soft'}>{label}</dt>
      <dd className={quiet ? 'mt-0.5 text-heading tabular-nums' : 'mt-1 text-figure tabular-nums'}>
        {figure}
      </dd>
      {note ? <dd className="mt-1 text-sm text-ink-soft">{note}</dd> : null}
    </dl>
  );
}
