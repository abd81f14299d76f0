import { useLocation, useSearchParams } from 'react-router';
import type { AgencyOption } from '#api/profiles.ts';

const name = 'new-ticket';

/** What a link to the dialog may state. */
export interface NewTicketState {
  agency: AgencyOption;
}

/**
 * The dialog is part of the address, on each of a company's screens: `?new-ticket` opens it; the rest stays. `agency`: which one
 * the link has chosen.
 */
export function useNewTicketAddress() {
  const [search, setSearch] = useSearchParams();
  const state: Partial<NewTicketState> | null = useLocation().state;
  const change = (isOpen: boolean) => {
    const next = new URLSearchParams(search);
    if (isOpen) next.set(name, '');
    else next.delete(name);
    return next;
  };
  return {
    address: `?${change(true)}`,
    isOpen: search.has(name),
    agency: state?.agency ?? null,
    open: () => setSearch(change(true), { preventScrollReset: true }),
    close: () => setSearch(change(false), { replace: true, preventScrollReset: true }),
  };
}
