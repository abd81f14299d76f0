import type { ReactNode } from 'react';
import { Link } from './link.tsx';

/** One list seen in several ways, each at an address of its own. */
export function Tabs<Id extends string>({
  label,
  tabs,
  current,
}: {
  label: string;
  tabs: readonly { id: Id; to: string; name: ReactNode }[];
  current: Id;
}) {
  return (
    <nav aria-label={label} className="mb-6 border-b border-line">
      <ul className="flex flex-wrap gap-x-6">
        {tabs.map(({ id, to, name }) => (
          <li key={id}>
            <Link
              to={to}
              replace
              preventScrollReset
              aria-current={id === current ? 'page' : undefined}
              className="-mb-px inline-flex min-h-11 items-center border-b-2 border-transparent font-semibold text-ink-soft no-underline hover:text-ink aria-[current=page]:border-palm aria-[current=page]:text-ink"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
