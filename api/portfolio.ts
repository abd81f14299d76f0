import { z } from 'zod';
import { overdueAges, type OverdueAge } from '#domain/servicing/overdue-age.ts';
import { id, localDate, signedAmountSar } from './wire.ts';

/** What happened in a stretch of days, each net of what was undone in it: below nought where more came back. */
const flows = z
  .object({
    financed: signedAmountSar,
    /** What payments paid of installments. */
    collected: signedAmountSar,
    /** The service fee without its VAT. */
    fee_income: signedAmountSar,
    vat: signedAmountSar,
    written_off: signedAmountSar,
  })
  .meta({ id: 'PortfolioFlows' });

/** What companies owed when a day ended, and what of it was overdue. */
const standing = z
  .object({ outstanding: signedAmountSar, overdue: signedAmountSar })
  .meta({ id: 'PortfolioStanding' });

/** The most that is owed, at most ten. */
const largest = z.array(
  z.object({ id, name: z.string().nullable(), outstanding: signedAmountSar }),
);

/** The figures of the portfolio, from the balances kept of the ledger. */
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
