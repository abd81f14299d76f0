import type pg from 'pg';
import { riyadhDate } from '#domain/calendar.ts';
import { installmentSchedule } from '#domain/installments/schedule.ts';
import { decimalFromHalalas, parseSar } from '#domain/money.ts';
import { termFromMonths } from '#domain/tickets/repayment-term.ts';
import { checkTicketRequest } from '#domain/tickets/ticket-request.ts';
import type { BodyOf } from '#api/contract.ts';
import { errorMessages } from '#api/error-messages.ts';
import type { ErrorCode } from '#domain/error-codes.ts';
import type { Quotas } from '#domain/quotas.ts';
import { AppError } from '../platform/app-error.ts';
import { callIdempotent } from '../platform/database/call-function.ts';
import type { CallContext } from '../platform/http/operations.ts';

/**
 * SPEC section 7, create_ticket_with_installments: a pending ticket and its installments, one due per month from today
 * in Riyadh. The SQL function looks the key up first, then refuses in SPEC section 5's order: the rules' own refusal, the
 * budget under the company's lock, and then its quotas.
 * @param quotas null: none is held.
 * @returns the ticket's JSON.
 */
export async function createTicket(
  pool: pg.Pool,
  call: CallContext,
  request: BodyOf<'create_ticket_with_installments'>,
  quotas: Pick<Quotas, 'tickets_to_agency' | 'tickets'> | null = null,
): Promise<string> {
  const amount_halalas = parseSar(request.p_amount_sar ?? '');
  const agency_id = request.p_agency_id?.trim() || null;
  const invoice_url = request.p_invoice_url ?? null;
  // Only the lock makes these two true: they stand in the SQL function, and go before amount_above_maximum.
  const known = { budget: null, stopped_by: null };
  const refusal = checkTicketRequest({ agency_id, amount_halalas, invoice_url, ...known });
  const today = riyadhDate(call.now);
  const schedule =
    refusal || amount_halalas === null
      ? []
      : installmentSchedule({ amount_halalas, term_months: request.p_term_months, start: today });
  return callIdempotent(pool, 'create_ticket_with_installments', call, {
    refusal,
    agency_id,
    // Of a refused request it may not fit the column.
    amount_sar: refusal ? null : request.p_amount_sar,
    repayment_term: termFromMonths(request.p_term_months),
    description: request.p_description,
    invoice_url,
    despite_code: request.p_despite_code ?? false,
    today,
    due_dates: schedule.map(({ due_date }) => due_date),
    installments: schedule.map(({ amount_halalas: amount }) => decimalFromHalalas(amount)),
    tickets_to_agency: quotas?.tickets_to_agency,
    tickets: quotas?.tickets,
  }).catch(nameTheField);
}

/** What each refusal is about; its words are SPEC section 5's, which name no field of the request. */
const fields: Partial<Record<ErrorCode, string>> = {
  agency_required: 'p_agency_id',
  amount_below_minimum: 'p_amount_sar',
  amount_above_maximum: 'p_amount_sar',
  invoice_required: 'p_invoice_url',
  invoice_already_financed: 'p_amount_sar',
  not_enough_available_budget: 'p_amount_sar',
};

function nameTheField(error: unknown): never {
  if (!(error instanceof AppError)) throw error;
  const field = fields[error.code];
  if (!field) throw error;
  const { code, invoice } = error;
  throw new AppError(code, { fields: [{ field, message: errorMessages.en[code] }], invoice });
}
