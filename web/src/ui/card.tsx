import { useId, type ReactNode } from 'react';

interface CardProps {
  title: ReactNode;
  /** Beside the title: a count, a button, a link. */
  aside?: ReactNode;
  children: ReactNode;
  /** `plain` stands on the paper with a rule above it; `raised` is a sheet of its own. */
  look?: 'raised' | 'plain';
  className?: string;
}

/** A named region of a page. */
export function Card({ title, aside, children, look = 'raised', className = '' }: CardProps) {
  const id = useId();
  const looks = {
    raised: 'rounded-md border border-line bg-raised p-5 [--surface:var(--raised)] sm:p-6',
    plain: 'border-t-2 border-ink pt-4',
  };
  return (
    <section aria-labelledby={id} className={`min-w-0 ${looks[look]} ${className}`}>
      <header className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id={id} className="text-heading">
          {title}
        </h2>
        {aside}
      </header>
      {children}
    </section>
  );
}
