import type pg from 'pg';
import type { ReplyOf } from '#api/contract.ts';
import { riyadhDate, type IsoDate } from '#domain/calendar.ts';
import { decimalFromHalalas, halalasFromDecimal } from '#domain/money.ts';
import {
  forecastCollections,
  RATE_MONTHS,
  type ForecastState,
} from '#domain/servicing/collections-forecast.ts';
import { callParsedAs } from '../platform/database/call-function.ts';
import type { CallContext } from '../platform/http/operations.ts';

type Trends = ReplyOf<'read_portfolio_trends'>;

/** What SQL says of the portfolio, and what is open now: due in a month to come, or late since so long. */
type Facts = Omit<Trends, 'forecast'> & {
  open: { state: ForecastState; month: IsoDate | null; amount_sar: string }[];
};

/** Roll rates, cohorts, and the forecast of collections that follows from them. */
export async function readPortfolioTrends(
  pool: pg.Pool,
  call: Pick<CallContext, 'caller' | 'now'>,
  months: number,
): Promise<Trends> {
  const today = riyadhDate(call.now);
  const { open, ...trends }: Facts = await callParsedAs(pool, 'read_portfolio_trends', call, {
    today,
    months,
    rate_months: RATE_MONTHS,
  });
  const [overdue, due] = [{} as Record<ForecastState, number>, new Map<IsoDate, number>()];
  for (const { state, month, amount_sar } of open)
    if (month) due.set(month, halalasFromDecimal(amount_sar));
    else overdue[state] = halalasFromDecimal(amount_sar);
  const rates = Object.fromEntries(
    trends.rates.map(({ state, open_sar, collected_sar }) => [
      state,
      { open: halalasFromDecimal(open_sar), collected: halalasFromDecimal(collected_sar) },
    ]),
  );
  return {
    ...trends,
    forecast: forecastCollections(today, overdue, due, rates).map((month) => ({
      month: month.from,
      due_sar: decimalFromHalalas(month.due),
      overdue_sar: decimalFromHalalas(month.overdue),
      expected_sar: decimalFromHalalas(month.expected),
    })),
  };
}
