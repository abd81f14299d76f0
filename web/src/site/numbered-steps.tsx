import type { ReactNode } from 'react';

interface NumberedStep {
  id: string;
  name: ReactNode;
  text: ReactNode;
}

/** What happens in order, each under a hairline: one below the other, or two beside each other where there is room. */
export function NumberedSteps({
  steps,
  columns = 1,
  className = '',
}: {
  steps: readonly NumberedStep[];
  columns?: 1 | 2;
  className?: string;
}) {
  // The ink line is the head of each column.
  const grid = columns === 2 ? 'grid gap-x-12 sm:grid-cols-2 sm:*:nth-2:border-ink' : '';
  return (
    <ol className={`${grid} ${className}`}>
      {steps.map(({ id, name, text }, index) => (
        <li
          key={id}
          className="grid grid-cols-[auto_1fr] gap-x-6 border-t border-line py-7 first:border-ink sm:gap-x-10"
        >
          <span aria-hidden="true" className="text-figure w-12 text-palm tabular-nums sm:w-16">
            {index + 1}
          </span>
          <div>
            <h3 className="text-heading">{name}</h3>
            <p className="mt-1.5 max-w-[56ch] text-ink-soft">{text}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}
