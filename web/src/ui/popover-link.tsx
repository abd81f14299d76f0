import type { ReactNode } from 'react';
import { NavLink } from 'react-router';

/** A way in a popover of the browser, as a row; the popover closes when it is followed. */
export function PopoverLink({
  to,
  icon,
  children,
}: {
  to: string;
  icon: ReactNode;
  children: ReactNode;
}) {
  return (
    <NavLink
      to={to}
      onClick={({ currentTarget }) =>
        currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
      }
      className="flex min-h-13 items-center gap-3 font-medium no-underline aria-[current=page]:font-semibold aria-[current=page]:text-palm"
    >
      {icon}
      {children}
    </NavLink>
  );
}
