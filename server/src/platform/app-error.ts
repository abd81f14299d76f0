import type { Problem } from '#api/wire.ts';
import type { ErrorCode } from '#domain/error-codes.ts';
import type { OverdueToPay } from '#domain/installments/lateness.ts';
import type { DayReading } from '#domain/servicing/bank-statement-line.ts';
import type { FinancedInvoice } from '#domain/tickets/invoice-amount.ts';
import type { ReachedQuota } from '#domain/quotas.ts';

/** A payout that cannot be paid: its ticket, the code of domain/credit/reason-codes.ts, and amounts by name. */
export type HeldPayout = NonNullable<Problem['holds']>[number];

/** An error of one field: its name in the request and what is wrong with it. */
export interface FieldProblem {
  field: string;
  message: string;
}

/**
 * A refusal that the caller can understand. Any code below a route may throw it; `platform/http` turns it into a
 * problem document with the status and message of its code.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  /** Replaces the code's standard words where the case has better ones. */
  readonly words: string | undefined;
  readonly fields: FieldProblem[];
  /** For `quota_reached`: the message names this quota. */
  readonly quota: ReachedQuota | undefined;
  /** For `installments_overdue`: the message names this amount. */
  readonly overdue: OverdueToPay | undefined;
  /** For `invoice_already_financed`: the message names these tickets and figures. */
  readonly invoice: FinancedInvoice | undefined;
  /** The payouts that cannot be paid, if the refusal is about some. */
  readonly holds: HeldPayout[] | undefined;
  /** For `bank_statement_days_unclear`: both readings of the file's days. */
  readonly readings: DayReading[] | undefined;
  /** Seconds until a retry makes sense, if known. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ErrorCode,
    options: {
      words?: string | undefined;
      fields?: FieldProblem[];
      quota?: ReachedQuota | undefined;
      overdue?: OverdueToPay | undefined;
      invoice?: FinancedInvoice | undefined;
      holds?: HeldPayout[] | undefined;
      readings?: DayReading[] | undefined;
      retryAfterSeconds?: number | undefined;
      cause?: unknown;
    } = {},
  ) {
    super(options.words ?? code, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.words = options.words;
    this.fields = options.fields ?? [];
    this.quota = options.quota;
    this.overdue = options.overdue;
    this.invoice = options.invoice;
    this.holds = options.holds;
    this.readings = options.readings;
    this.retryAfterSeconds = options.quota?.retry_after_s ?? options.retryAfterSeconds;
  }
}
