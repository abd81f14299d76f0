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
import { batchIdempotentCalls } from '../platform/database/call-function.ts';
import type { CallContext } from '../platform/http/operations.ts';

export type CreateTicket = (
  call: CallContext,
  request: BodyOf<'create_ticket_with_installments'>,
) => Promise<string>;

/**
 * SPEC section 7, create_ticket_with_installments: a pending ticket and its installments, one due per month from today
 * in Riyadh. Refuses in SPEC section 5's order; the budget is checked under the company's lock, and then its quotas.
 * @param quotas null: none is held.
 * @returns what makes one, and answers with the ticket's JSON.
 */
export function ticketCreation(pool: pg.Pool, quotas: TicketQuotas | null = null): CreateTicket {
  const create = batchIdempotentCalls(pool, 'create_tickets_with_installments');
  const { tickets_to_agency = null, tickets: inAll = null } = quotas ?? {};
  return (call, request) =>
    create(call, { ...newTicket(call.now, request), tickets_to_agency, tickets: inAll }).catch(
      nameTheField,
    );
}

type TicketQuotas = Pick<Quotas, 'tickets_to_agency' | 'tickets'>;

/**
 * What the rules make of a request before the database sees it: the fields of the SQL type `ticket_request`. Amounts are
 * decimal texts of riyals, days YYYY-MM-DD in Riyadh. SQL looks the key up first, then refuses with `refusal`; of a refused
 * request the amount is null and the schedule empty.
 */
function newTicket(now: Date, request: BodyOf<'create_ticket_with_installments'>) {
  const amount_halalas = parseSar(request.p_amount_sar ?? '');
  const agency_id = request.p_agency_id?.trim() || null;
  const refusal = checkTicketRequest({
    agency_id,
    amount_halalas,
    invoice_url: request.p_invoice_url ?? null,
    // Only the lock makes these two true: they stand in the SQL function, and go before amount_above_maximum.
    budget: null,
    is_stopped: false,
  });
  const today = riyadhDate(now);
  const schedule =
    refusal || amount_halalas === null
      ? []
      : installmentSchedule({ amount_halalas, term_months: request.p_term_months, start: today });
  return {
    refusal,
    agency_id,
    amount_sar: refusal ? null : request.p_amount_sar,
    repayment_term: termFromMonths(request.p_term_months),
    description: request.p_description ?? null,
    invoice_url: request.p_invoice_url ?? null,
    despite_code: request.p_despite_code ?? false,
    today,
    schedule: schedule.map(({ seq, due_date, amount_halalas: amount }) => ({
      seq,
      due_date,
      amount_sar: decimalFromHalalas(amount),
    })),
  };
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
