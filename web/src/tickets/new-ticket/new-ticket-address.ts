import { useSearchParams } from 'react-router';

const name = 'new-ticket';

/** The dialog is part of the address, on each of a company's screens: `?new-ticket` opens it; the rest stays. */
export function useNewTicketAddress() {
  const [search, setSearch] = useSearchParams();
  const change = (isOpen: boolean) => {
    const next = new URLSearchParams(search);
    if (isOpen) next.set(name, '');
    else next.delete(name);
    return next;
  };
  return {
    address: `?${change(true)}`,
    isOpen: search.has(name),
    open: () => setSearch(change(true), { preventScrollReset: true }),
    close: () => setSearch(change(false), { replace: true, preventScrollReset: true }),
  };
}
