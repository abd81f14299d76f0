import { createContext, use, type ReactNode } from 'react';
import { createPortal } from 'react-dom';

/** Where a frame's header shows what its screen adds; null before the header stands. */
export const HeaderSlot = createContext<HTMLElement | null>(null);

/** What a screen adds to the header of the frame round it: the badge of a dashboard. */
export function InHeader({ children }: { children: ReactNode }) {
  const slot = use(HeaderSlot);
  return slot ? createPortal(children, slot) : null;
}
