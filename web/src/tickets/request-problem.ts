import type { ErrorCode } from '#domain/error-codes.ts';
import { ApiError, messageOf } from '../api/api-error.ts';

/** The fields of a new ticket that a refusal can be about. */
export type RequestField = 'agency' | 'amount' | 'invoice' | 'description';

/** A refusal at its field; `null` where it is about none of them. */
export interface RequestProblem {
  field: RequestField | null;
  message: string;
}

const fieldOfCode: Partial<Record<ErrorCode, RequestField>> = {
  agency_required: 'agency',
  agency_not_found: 'agency',
  amount_below_minimum: 'amount',
  amount_above_maximum: 'amount',
  not_enough_available_budget: 'amount',
  budget_suspended: 'amount',
  invoice_required: 'invoice',
  invoice_not_found: 'invoice',
};

const fieldOfName: Record<string, RequestField> = {
  p_agency_id: 'agency',
  p_amount_sar: 'amount',
  p_description: 'description',
  p_invoice_url: 'invoice',
};

/** The field that a code of a refused request is about. */
export function fieldOfRefusal(code: string): RequestField | null {
  return fieldOfCode[code as ErrorCode] ?? null;
}

/** The server's refusal of a new ticket: its message, at the field that its code or its fields name. */
export function problemOf(error: unknown, otherwise: string): RequestProblem {
  const message = messageOf(error, otherwise);
  if (!(error instanceof ApiError)) return { field: null, message };
  const named = error.fields.map(({ field }) => fieldOfName[field]).find((field) => field);
  return { field: fieldOfRefusal(error.code) ?? named ?? null, message };
}
