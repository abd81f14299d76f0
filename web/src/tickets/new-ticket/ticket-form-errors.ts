import type { ErrorCode } from '#domain/error-codes.ts';
import { ApiError } from '../../api/api-error.ts';

/** What stands in the form of a new ticket. */
type TicketField = 'agency' | 'amount' | 'invoice' | 'description';

const fieldOfCode: Partial<Record<ErrorCode, TicketField>> = {
  agency_required: 'agency',
  agency_not_found: 'agency',
  amount_below_minimum: 'amount',
  amount_above_maximum: 'amount',
  not_enough_available_budget: 'amount',
  budget_suspended: 'amount',
  invoice_required: 'invoice',
  invoice_not_found: 'invoice',
  invoice_already_financed: 'amount',
};

const fieldOfName: Record<string, TicketField> = {
  p_agency_id: 'agency',
  p_amount_sar: 'amount',
  p_description: 'description',
  p_invoice_url: 'invoice',
};

/** The field that a code of a refused request is about; `form` where it is about none. */
export function fieldOfRefusal(code: string): TicketField | 'form' {
  return fieldOfCode[code as ErrorCode] ?? 'form';
}

/** The field that the server's refusal is about, by its code or by the fields that it names. */
export function fieldOfError(error: unknown): TicketField | 'form' {
  if (!(error instanceof ApiError)) return 'form';
  const named = error.fields.map(({ field }) => fieldOfName[field]).find((field) => field);
  const byCode = fieldOfRefusal(error.code);
  return byCode === 'form' && named ? named : byCode;
}
