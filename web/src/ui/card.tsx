import { useId, type ReactNode } from 'react';

interface CardProps {
  title: ReactNode;
  /** Beside the title: a count, a button, a link. */
  aside?: ReactNode;
  children: ReactNode;
  /** `plain` stands on the paper with a rule above it; `raised` is a sheet of its own. */
  look?: 'raised' | 'plain';
  /** A sentence or two below a title of their size. */
  small?: boolean;
  className?: string;
}

/** A named region of a page. */
export function Card({
  title,
  aside,
  children,
  look = 'raised',
  small = false,
  className = '',
}: CardProps) {
  const id = useId();
  const looks = {
    raised: 'rounded-md border border-line bg-raised p-5 [--surface:var(--raised)] sm:px-6',
    plain: `border-t-2 border-ink ${small ? 'pt-3' : 'pt-4'}`,
  };
  return (
    <section aria-labelledby={id} className={`min-w-0 ${looks[look]} ${className}`}>
      <header
        className={`flex flex-wrap items-center justify-between gap-x-4 gap-y-2 ${small ? 'mb-1' : 'mb-4'}`}
      >
        <h2 id={id} className={small ? 'text-base font-semibold' : 'text-heading'}>
          {title}
        </h2>
        {aside}
      </header>
      {children}
    </section>
  );
}
