import { useSearchParams } from 'react-router';

/** A list's filters, stored in the address: a filtered list can be bookmarked, shared and reached with Back. */
export function useUrlFilters<Name extends string>(names: readonly Name[]) {
  const [search, setSearch] = useSearchParams();
  const filters = Object.fromEntries(
    names.map((name) => [name, search.get(name) || undefined]),
  ) as Record<Name, string | undefined>;
  const changed = (name: Name, value: string | null) => {
    const next = new URLSearchParams(search);
    if (value === null || value === '') next.delete(name);
    else next.set(name, value);
    return next;
  };
  const set = (name: Name, value: string | null) =>
    setSearch(changed(name, value), { replace: true, preventScrollReset: true });
  /** The address of the same list with another value. */
  const address = (name: Name, value: string | null) => `?${changed(name, value)}`;
  const clear = () => {
    const next = new URLSearchParams(search);
    for (const name of names) next.delete(name);
    setSearch(next, { replace: true, preventScrollReset: true });
  };
  return {
    filters,
    set,
    address,
    clear,
    isFiltered: names.some((name) => filters[name] !== undefined),
  };
}
