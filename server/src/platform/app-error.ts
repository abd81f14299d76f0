import type { ErrorCode } from '#domain/error-codes.ts';
import type { OverdueToPay } from '#domain/installments/lateness.ts';
import type { ReachedQuota } from '#domain/quotas.ts';

/** What a problem says of one field: the field's name as it stands in the request and what is wrong with it. */
export interface FieldProblem {
  field: string;
  message: string;
}

/**
 * A refusal the caller can understand. Thrown anywhere below a route; `platform/http` turns it into
 * a problem document with the status and the words of its code.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  /** Replaces the code's standard words where the case has better ones. */
  readonly words: string | undefined;
  readonly fields: FieldProblem[];
  /** Of `quota_reached`: its words are made of it. */
  readonly quota: ReachedQuota | undefined;
  /** Of `installments_overdue`: its words are made of it. */
  readonly overdue: OverdueToPay | undefined;
  /** When to ask again, where that is known. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ErrorCode,
    options: {
      words?: string | undefined;
      fields?: FieldProblem[];
      quota?: ReachedQuota | undefined;
      overdue?: OverdueToPay | undefined;
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
    this.retryAfterSeconds = options.quota?.retry_after_s ?? options.retryAfterSeconds;
  }
}
