import { z } from 'zod';
import { forecastStates } from '#domain/servicing/collections-forecast.ts';
import { overdueAges, type OverdueAge } from '#domain/servicing/overdue-age.ts';
import { rollBuckets } from '#domain/servicing/roll-buckets.ts';
import { id, localDate, signedAmountSar, totalSar } from './wire.ts';

/** The figures of a period, net of reversals: negative where more came back. */
const flows = z
  .object({
    financed: signedAmountSar,
    /** Payments of installments. */
    collected: signedAmountSar,
    /** The service fee without its VAT. */
    fee_income: signedAmountSar,
    vat: signedAmountSar,
    /** Of financed tickets. */
    written_off: signedAmountSar,
    /** Of refunds that were owed back. */
    refunds_written_off: signedAmountSar,
  })
  .meta({ id: 'PortfolioFlows' });

/** What companies owed at the end of a day, and the overdue part. */
const standing = z
  .object({ outstanding: signedAmountSar, overdue: signedAmountSar })
  .meta({ id: 'PortfolioStanding' });

/** The largest debts, at most ten. */
const largest = z.array(
  z.object({ id, name: z.string().nullable(), outstanding: signedAmountSar }),
);

/** The figures of the portfolio, from the stored balances of the ledger. */
export const readPortfolio = {
  reply: z
    .object({
      today: localDate,
      all_time: flows,
      standing,
      /** Owed and overdue, by the days since it was due. */
      overdue: z.record(
        z.enum(Object.keys(overdueAges) as [OverdueAge, ...OverdueAge[]]),
        signedAmountSar,
      ),
      /** The last twelve months, this one last: from its first day to its last, or to today. */
      months: z.array(z.object({ from: localDate, to: localDate, flows, standing })),
      companies: largest,
      agencies: largest,
    })
    .meta({ id: 'Portfolio' }),
};

/** The portfolio's trends: of months that are over, and a forecast of the months ahead. */
export const readPortfolioTrends = {
  reply: z
    .object({
      today: localDate,
      /** The last day of the last month that is counted; null before the first. */
      until: localDate.nullable(),
      /** The last twelve months, oldest first: of what was open in a bucket when the month began, what moved to a later one. */
      roll_rates: z.array(
        z.object({
          month: localDate,
          buckets: z.array(
            z.object({ bucket: z.enum(rollBuckets), open_sar: totalSar, moved_sar: totalSar }),
          ),
        }),
      ),
      /** By the month of financing, oldest first. Amounts at `until`, net of what was undone. */
      cohorts: z.array(
        z.object({
          month: localDate,
          financed_sar: signedAmountSar,
          repaid_sar: signedAmountSar,
          overdue_sar: totalSar,
          written_off_sar: signedAmountSar,
          /** Repaid in all at the end of each month, the month of financing first. */
          repaid_by_month: z.array(signedAmountSar),
        }),
      ),
      /** The allowance for expected losses of the last twelve months, oldest first: what was owed by stage, and its figure. */
      loss_allowance: z.array(
        z.object({
          month: localDate,
          stage_1_sar: totalSar,
          stage_2_sar: totalSar,
          stage_3_sar: totalSar,
          required_sar: totalSar,
        }),
      ),
      /** What was collected in the last six months of what was open when each began. */
      rates: z.array(
        z.object({ state: z.enum(forecastStates), open_sar: totalSar, collected_sar: totalSar }),
      ),
      /** The present month and five more. `overdue_sar`: expected to be open from earlier months when the month begins. */
      forecast: z.array(
        z.object({
          month: localDate,
          due_sar: totalSar,
          overdue_sar: totalSar,
          expected_sar: totalSar,
        }),
      ),
    })
    .meta({ id: 'PortfolioTrends' }),
};
