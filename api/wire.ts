import { z } from 'zod';
import { decimalFromNumber, MAX_AMOUNT_HALALAS } from '#domain/money.ts';
import { dayOrders } from '#domain/servicing/bank-statement-line.ts';

/** How many digits the largest amount has before its point. */
const WHOLE_DIGITS = String(MAX_AMOUNT_HALALAS).length - 2;

/** The text of an amount in SAR: exactly two decimals. */
export const amountForm = new RegExp(`^\\d{1,${WHOLE_DIGITS}}\\.\\d{2}$`);

/** SAR as an exact decimal with two places, "1500.00" (numeric(14,2)). */
export const amountSar = z
  .string()
  .regex(amountForm, 'must be a decimal string with two places, such as "1500.00"')
  .meta({ id: 'AmountSar', example: '1500.00' });

const notTwoDecimals = 'must be an amount in SAR with at most two decimals, such as "1500.00"';

/**
 * An amount of a request: a text of this form, as our own clients send it, or a JSON number, which becomes such a text
 * ("1500.00") before anything reads it.
 */
export const typedAmountSar = (form: RegExp): z.ZodType<string, string> => {
  const text = z.string().max(40).regex(form, notTwoDecimals);
  const number = z.number().transform(decimalFromNumber).pipe(text);
  return z.union([text, number], notTwoDecimals) as z.ZodType<string, string>;
};

/** A sum of amounts: it may be larger than any one of them can. */
export const totalSar = z
  .string()
  .regex(/^\d{1,16}\.\d{2}$/)
  .meta({ id: 'TotalSar', example: '1999999999999.98' });

/** SAR, possibly negative. */
export const signedAmountSar = z
  .string()
  .regex(/^-?\d+\.\d{2}$/)
  .meta({ id: 'SignedAmountSar', example: '-20.00' });

/** A Riyadh date, from the year 1 on. */
export const localDate = z.iso
  .date()
  .refine((date) => date >= '0001', 'must be a day of the Gregorian calendar')
  .meta({ id: 'LocalDate', example: '2026-11-20' });

/** A period of Riyadh days, both included: it does not end before it begins. For `refine`. */
export const isPeriodInOrder = ({
  from,
  to,
}: {
  from?: string | undefined;
  to?: string | undefined;
}) => from === undefined || to === undefined || from <= to;
export const periodNotInOrder = { path: ['to'], message: 'must not be before from' };

export const timestamp = z.iso.datetime({ offset: true }).meta({ id: 'Timestamp' });

export const id = z.uuid().meta({ id: 'Id' });

/** Opaque: the place in a list after which the next page begins. */
export const cursor = z.uuid('must be the next_cursor of a page').meta({ id: 'Cursor' });

/** For a list of the console: `csv` responds with the whole list as a file, from the cursor on. */
export const listFormat = { format: z.enum(['csv']).optional() };

/** One page of a list, the count of the whole list, and where the next page begins. */
export const page = <Item extends z.ZodType>(item: Item) =>
  z.object({
    items: z.array(item),
    count: z.number().int().nonnegative(),
    next_cursor: cursor.nullable(),
  });

/** RFC 9457, with `code` and `message` for the account client too. */
export const problem = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.number().int(),
    code: z.string(),
    message: z.string(),
    /** As in `x-request-id` and in the server's log. */
    request_id: z.string(),
    fields: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
    /** Payouts that the refusal is about: the code why each cannot be paid, and amounts by name. */
    holds: z
      .array(
        z.object({
          ticket_number: z.string(),
          code: z.string(),
          figures: z.record(z.string(), z.string()),
        }),
      )
      .optional(),
    /** A statement's first and last day, as they are with the days and with the months first: somebody chooses. */
    readings: z
      .array(z.object({ day_order: z.enum(dayOrders), from: localDate, to: localDate }))
      .optional(),
  })
  .meta({ id: 'Problem' });

export type Problem = z.infer<typeof problem>;
export type Page<Item> = { items: Item[]; count: number; next_cursor: string | null };
