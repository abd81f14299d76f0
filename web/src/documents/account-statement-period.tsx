import { useLingui } from '@lingui/react/macro';
import { useSearchParams } from 'react-router';
import { isIsoDate } from '#domain/calendar.ts';
import {
  periodOf,
  statementPeriods,
  type Period,
  type StatementPeriod,
} from '#domain/documents/account-statement-period.ts';
import { Link } from '../ui/link.tsx';
import { TextField } from '../ui/text-field.tsx';

/** The period of the address; without one, `usual`. */
export function usePeriod(
  today: string,
  usual: StatementPeriod = 'this_year',
): [Period, (next: Period) => void] {
  const [search, setSearch] = useSearchParams();
  const [from, to] = [search.get('from') ?? '', search.get('to') ?? ''];
  const isWhole = isIsoDate(from) && isIsoDate(to) && from <= to;
  return [
    isWhole ? { from, to } : periodOf(usual, today),
    (next) => setSearch(withPeriod(search, next), { replace: true, preventScrollReset: true }),
  ];
}

/** The address with another period; its other parameters stay. */
function withPeriod(search: URLSearchParams, { from, to }: Period): URLSearchParams {
  const next = new URLSearchParams(search);
  next.set('from', from);
  next.set('to', to);
  return next;
}

/** The usual periods, and any other from a day to a day. */
export function PeriodChoice({
  today,
  period,
  onChange,
}: {
  today: string;
  period: Period;
  onChange: (next: Period) => void;
}) {
  const { t } = useLingui();
  const [search] = useSearchParams();
  const names: Record<StatementPeriod, string> = {
    this_month: t`This month`,
    last_month: t`Last month`,
    this_year: t`This year`,
    last_year: t`Last year`,
  };
  const change = (end: keyof Period) => (day: string) => {
    const next = { ...period, [end]: day };
    if (!isIsoDate(day)) return;
    // The other end follows: a period never ends before it begins.
    onChange(next.from <= next.to ? next : { from: day, to: day });
  };
  return (
    <div className="mb-8 flex flex-wrap items-end gap-x-8 gap-y-4 print:hidden">
      <nav aria-label={t`Period`}>
        <ul className="flex flex-wrap gap-x-5">
          {statementPeriods.map((name) => {
            const { from, to } = periodOf(name, today);
            const isChosen = from === period.from && to === period.to;
            return (
              <li key={name}>
                <Link
                  to={`?${withPeriod(search, { from, to })}`}
                  replace
                  preventScrollReset
                  aria-current={isChosen ? 'true' : undefined}
                  className="inline-flex min-h-11 items-center border-b-2 border-transparent font-semibold text-ink-soft no-underline hover:text-ink aria-[current=true]:border-palm aria-[current=true]:text-ink"
                >
                  {names[name]}
                </Link>
              </li>
            );
          })}
        </ul>
      </nav>
      <div className="flex flex-wrap gap-4 max-sm:grid max-sm:w-full max-sm:grid-cols-[repeat(auto-fit,minmax(9rem,1fr))]">
        <TextField label={t`From`} type="date" value={period.from} onChange={change('from')} />
        <TextField label={t`To`} type="date" value={period.to} onChange={change('to')} />
      </div>
    </div>
  );
}
