import type { ComponentProps } from 'react';
import { BackIcon } from './icons.tsx';
import { Link } from './link.tsx';

/** Back to what a screen belongs to: its list, its dashboard. */
export function BackLink({ children, ...rest }: Omit<ComponentProps<typeof Link>, 'className'>) {
  return (
    <Link {...rest} className="text-link inline-flex min-h-9 items-center gap-2">
      <BackIcon />
      {children}
    </Link>
  );
}
