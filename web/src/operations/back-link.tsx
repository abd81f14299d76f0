import type { ReactNode } from 'react';
import { BackIcon } from '../ui/icons.tsx';
import { Link } from '../ui/link.tsx';

/** To the list that a page of the desk belongs to. */
export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="text-link inline-flex min-h-9 items-center gap-2">
      <BackIcon />
      {children}
    </Link>
  );
}
