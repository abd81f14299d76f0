import type { ErrorCode } from '#domain/error-codes.ts';

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

  constructor(
    code: ErrorCode,
    options: { words?: string; fields?: FieldProblem[]; cause?: unknown } = {},
  ) {
    super(options.words ?? code, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.words = options.words;
    this.fields = options.fields ?? [];
  }
}
