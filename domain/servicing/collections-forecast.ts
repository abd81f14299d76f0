import { addMonths, daysBetween, type IsoDate } from '../calendar.ts';
import { sumHalalas, type Halalas } from '../money.ts';

/** What is open by its lateness when a month begins: due within the month, or late for so many days. */
export const forecastStates = [
  'due',
  'days_1_30',
  'days_31_60',
  'days_61_90',
  'days_90_plus',
] as const;

export type ForecastState = (typeof forecastStates)[number];

/** Of how many months the collection rates are. */
export const RATE_MONTHS = 6;

/** How many months are forecast, the present one first. */
export const FORECAST_MONTHS = 6;

/** What was open in a state when months began, and the part of it that was collected within them. */
export interface CollectionRate {
  open: Halalas;
  collected: Halalas;
}

interface ForecastMonth {
  /** The first day of the month. */
  from: IsoDate;
  /** Open, and due within the month by contract. */
  due: Halalas;
  /** What the forecast expects to be overdue still when the month begins; of the first month, what is. */
  overdue: Halalas;
  /** The part of both that is expected to be collected within the month. */
  expected: Halalas;
}

/**
 * Forecasts collections. Each month, of what is open in a state the rate of that state is expected: what was collected of it in
 * the last months, by what was open, rounded down to the halala. Of the present month, the rate counts for the days that are left, today
 * included. What is not collected is in the next state a month later; after more than 90 days it stays there. A state without a past
 * gives nothing, and nothing is expected before its month. So no more is ever expected than is due.
 * @param overdue open now and due before this month, by the state in which the month began.
 * @param due open now, by the first day of the month in which it is due.
 */
export function forecastCollections(
  today: IsoDate,
  overdue: Readonly<Partial<Record<ForecastState, Halalas>>>,
  due: ReadonlyMap<IsoDate, Halalas>,
  rates: Readonly<Partial<Record<ForecastState, CollectionRate>>>,
): ForecastMonth[] {
  const current = `${today.slice(0, 8)}01`;
  let open = forecastStates.map((state) => (state === 'due' ? 0 : (overdue[state] ?? 0)));
  return Array.from({ length: FORECAST_MONTHS }, (_, index) => {
    const from = addMonths(current, index);
    const next = addMonths(from, 1);
    const days = daysBetween(from, next);
    const daysLeft = index === 0 ? daysBetween(today, next) : days;
    open[0] = due.get(from) ?? 0;
    const expected = open.map((amount, place) =>
      partOf(amount, rates[forecastStates[place]!], daysLeft, days),
    );
    const [isDue, ...late] = open as [Halalas, ...Halalas[]];
    const left = open.map((amount, place) => amount - expected[place]!);
    open = [0, ...left.slice(0, -2), left.at(-2)! + left.at(-1)!];
    return { from, due: isDue, overdue: sumHalalas(late), expected: sumHalalas(expected) };
  });
}

function partOf(
  amount: Halalas,
  rate: CollectionRate | undefined,
  daysLeft: number,
  days: number,
): Halalas {
  if (!rate || rate.open === 0) return 0;
  const [top, bottom] = [
    BigInt(rate.collected) * BigInt(daysLeft),
    BigInt(rate.open) * BigInt(days),
  ];
  return Number((BigInt(amount) * top) / bottom);
}
