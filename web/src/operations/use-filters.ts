import { useSearchParams } from 'react-router';

/** What narrows a list stands in the address: it can be kept, sent and gone back to. */
export function useFilters<Name extends string>(names: readonly Name[]) {
  const [search, setSearch] = useSearchParams();
  const filters = Object.fromEntries(
    names.map((name) => [name, search.get(name) || undefined]),
  ) as Record<Name, string | undefined>;
  const set = (name: Name, value: string | null) => {
    const next = new URLSearchParams(search);
    if (value === null || value === '') next.delete(name);
    else next.set(name, value);
    setSearch(next, { replace: true, preventScrollReset: true });
  };
  const clear = () => {
    const next = new URLSearchParams(search);
    for (const name of names) next.delete(name);
    setSearch(next, { replace: true, preventScrollReset: true });
  };
  return { filters, set, clear, isNarrowed: names.some((name) => filters[name] !== undefined) };
}
