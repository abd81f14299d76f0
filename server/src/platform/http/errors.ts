import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { RequestValidationError } from 'fastify-zod-openapi';
import type { Problem } from '#api/wire.ts';
import { errorMessages } from '#api/error-messages.ts';
import { invoiceMessage } from '#api/invoice-message.ts';
import { overdueMessage } from '#api/overdue-message.ts';
import { quotaMessage } from '#api/quota-messages.ts';
import type { ErrorCode } from '#domain/error-codes.ts';
import type { Language } from '#domain/languages.ts';
import { AppError, type FieldProblem } from '../app-error.ts';
import { arabicFieldMessage } from './arabic-field-messages.ts';
import { languageOf, setLanguageHeaders } from './language.ts';

/** HTTP status of each error code. */
const httpStatuses: Record<ErrorCode, number> = {
  validation_failed: 422,
  not_found: 404,
  wrong_role: 403,
  no_authorization: 401,
  session_not_found: 401,
  second_factor_required: 403,
  idempotency_key_reused: 422,
  too_many_requests: 429,
  quota_reached: 429,
  help_message_answered: 409,
  unavailable: 503,
  outcome_unknown: 503,
  unexpected_failure: 500,
  request_too_large: 413,
  PGRST116: 404,
  agency_required: 422,
  amount_below_minimum: 422,
  invoice_required: 422,
  not_enough_available_budget: 422,
  budget_suspended: 422,
  term_above_limit: 422,
  installments_overdue: 422,
  amount_above_maximum: 422,
  agency_not_found: 422,
  invoice_not_found: 422,
  invoice_already_financed: 422,
  invoice_code_differs: 422,
  ticket_not_pending: 409,
  documents_outdated: 409,
  documents_already_accepted: 409,
  signing_code_wrong: 422,
  signing_code_expired: 422,
  signing_password_wrong: 422,
  cr_number_missing: 409,
  ticket_state_changed: 409,
  ticket_in_payout_run: 409,
  payout_stopped: 409,
  payout_not_stopped: 409,
  report_being_checked: 409,
  no_payouts_due: 409,
  payout_run_not_open: 409,
  payout_run_not_released: 409,
  payout_file_empty: 409,
  latin_name_fixed: 409,
  latin_name_missing: 409,
  account_statement_too_long: 422,
  documents_too_many: 422,
  same_person_refused: 403,
  payout_iban_changed: 409,
  payout_not_payable: 409,
  platform_vat_number_missing: 409,
  restore_held: 409,
  restore_confirmed_already: 409,
  iban_change_ended: 409,
  iban_change_paused: 409,
  payout_not_confirmed: 409,
  payout_line_doubtful: 409,
  payout_line_not_doubtful: 409,
  payout_not_returned: 409,
  close_takes_two: 409,
  payout_amount_differs: 409,
  payout_line_recorded: 409,
  credit_line_recorded: 409,
  payout_line_unclear: 409,
  agency_claim_ended: 409,
  platform_account_missing: 409,
  platform_latin_name_missing: 409,
  payment_already_reversed: 409,
  payment_already_identified: 409,
  payment_not_identified: 409,
  amount_above_credit: 422,
  ticket_not_payable: 409,
  too_many_transfer_reports: 409,
  nothing_overdue: 409,
  nothing_to_pay: 409,
  promise_made_before: 409,
  promise_amount_changed: 409,
  payment_request_changed: 409,
  earlier_installment_missing: 409,
  item_in_payment_request: 409,
  too_many_payment_requests: 409,
  too_many_payment_items: 422,
  payment_request_ended: 409,
  transfer_report_decided: 409,
  payment_answers_report: 409,
  payment_alike: 409,
  payment_not_proven: 409,
  payment_proven: 409,
  own_payment_refused: 403,
  own_bank_statement_refused: 403,
  bank_statement_compared: 409,
  bank_statement_not_compared: 409,
  bank_statement_contradicted: 409,
  bank_statement_not_contradicted: 409,
  bank_statement_rejected: 409,
  bank_line_open: 409,
  setting_aside_takes_two: 409,
  payment_being_verified: 422,
  payment_before_debt: 409,
  virtual_iban_of_other: 409,
  payment_sent_back: 409,
  payer_iban_unknown: 409,
  payer_iban_unusable: 409,
  refund_iban_missing: 409,
  refund_not_in_file: 409,
  refund_doubtful: 409,
  refund_in_file: 409,
  refund_answered: 409,
  refund_not_answered: 409,
  nothing_owed_back: 409,
  no_small_rest: 409,
  bank_charges_take_two: 409,
  refund_file_empty: 409,
  bank_statement_line_ahead: 409,
  budget_changed: 409,
  lift_takes_two: 409,
  budget_not_set: 409,
  no_budget_to_raise: 409,
  budget_request_open: 409,
  budget_request_changed: 409,
  budget_request_appealed: 409,
  appeal_takes_another: 403,
  ticket_already_reviewed: 409,
  review_needs_documents: 409,
  review_outdated: 409,
  review_takes_two: 409,
  review_takes_one: 409,
  agency_state_changed: 409,
  bank_statement_unreadable: 422,
  bank_statement_too_large: 413,
  bank_statement_other_account: 422,
  bank_statement_days_unclear: 422,
  bank_statement_reading_fixed: 409,
  virtual_ibans_refused: 422,
  virtual_ibans_too_large: 413,
  bank_statement_line_decided: 409,
  bank_statement_line_taken_back: 409,
  bank_statement_lines_changed: 409,
  payment_on_statement: 409,
  agency_incomplete: 409,
  factor_proof_required: 403,
  own_account_refused: 403,
  second_person_required: 403,
  approval_requested: 409,
  approval_ended: 409,
  approval_figures_changed: 409,
  own_request_refused: 403,
  approval_too_early: 409,
  policy_planned: 409,
  policy_not_planned: 409,
  policy_day_passed: 409,
  request_of_other: 403,
  person_has_open_matters: 409,
  person_of_staff: 409,
  retention_too_short: 400,
  account_state_changed: 409,
  other_person_required: 403,
  factor_of_staff: 403,
  bureau_changed: 409,
  bureau_needs_cr_number: 409,
  role_change_refused: 409,
  file_missing: 422,
  file_empty: 422,
  file_too_large: 413,
  file_type_not_allowed: 415,
  file_content_mismatch: 415,
  file_protected: 415,
  file_with_script: 415,
  file_with_launch_action: 415,
  file_with_program: 415,
  file_infected: 415,
  file_too_complex: 415,
  file_name_invalid: 422,
  link_expired: 410,
};

/**
 * The RFC 9457 problem document of a refusal, without the request's id. A message for one case exists in English only;
 * Arabic uses the code's message. Quotas have messages of their own in both languages.
 */
export function problemOf(error: AppError, language: Language): Omit<Problem, 'request_id'> {
  const message = ownWords(error, language) ?? errorMessages[language][error.code];
  const fields = error.fields.map((entry) => {
    if (error.quota || error.invoice) return { ...entry, message };
    return language === 'en' ? entry : { ...entry, message: arabicFieldMessage(entry.message) };
  });
  return {
    type: `urn:hamla:problem:${error.code}`,
    title: message,
    status: httpStatuses[error.code],
    code: error.code,
    message,
    ...(fields.length > 0 && { fields }),
    ...(error.holds && { holds: error.holds }),
    ...(error.readings && { readings: error.readings }),
  };
}

/** The message for this case only. */
function ownWords(
  { quota, overdue, invoice, words }: AppError,
  language: Language,
): string | undefined {
  if (quota) return quotaMessage(quota, language);
  if (overdue) return overdueMessage(overdue, language);
  if (invoice) return invoiceMessage(invoice, language);
  return language === 'en' ? words : undefined;
}

/** To a body of another type. */
export const SEND_JSON = 'The request could not be read: send JSON.';

/** Maps Fastify's own refusals to error codes: invalid JSON, too large, wrong content type, unknown path. */
function fastifyRefusal(error: FastifyError): AppError | null {
  if (error.validation) {
    const fields: FieldProblem[] = error.validation.map((entry) => {
      const path = entry instanceof RequestValidationError ? entry.params.issue.path : [];
      return {
        field: path.join('.') || (error.validationContext ?? 'body'),
        message: entry.message ?? 'is not valid',
      };
    });
    const [first] = fields;
    return new AppError('validation_failed', {
      words: first ? `${first.field}: ${first.message}` : undefined,
      fields,
    });
  }
  switch (error.statusCode) {
    case 413:
      return new AppError('request_too_large');
    case 429:
      return new AppError('too_many_requests');
    case 503:
      return new AppError('unavailable');
    case 404:
      return new AppError('not_found');
    default:
      return error.statusCode && error.statusCode >= 400 && error.statusCode < 500
        ? new AppError('validation_failed', { words: SEND_JSON })
        : null;
  }
}

/** Seconds to wait by status, when the refusal itself names none. */
const retryAfterUnknown: Partial<Record<number, number>> = { 429: 60, 503: 1 };

/** A failed read changed nothing, so its outcome is never unknown. */
const known = (refusal: AppError | null, { method }: FastifyRequest): AppError | null =>
  refusal?.code === 'outcome_unknown' && method === 'GET'
    ? new AppError('unavailable', { cause: refusal.cause })
    : refusal;

/** Sends a problem document for every error of a product route; errors that are no refusals are logged and hidden. */
export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = error instanceof AppError ? error : fastifyRefusal(error as FastifyError);
  if (!refusal) request.log.error({ err: error }, 'a request failed');
  const language = languageOf(request);
  const problem: Problem = {
    ...problemOf(known(refusal, request) ?? new AppError('unexpected_failure'), language),
    request_id: request.id,
  };
  setLanguageHeaders(reply, language);
  if (problem.status >= 500 && refusal?.cause)
    request.log.error({ err: refusal.cause }, 'a request was refused');
  const retryAfterSeconds = refusal?.retryAfterSeconds ?? retryAfterUnknown[problem.status];
  if (retryAfterSeconds !== undefined) void reply.header('retry-after', String(retryAfterSeconds));
  if (problem.status === 401) void reply.header('www-authenticate', 'Bearer');
  void reply.status(problem.status).type('application/problem+json').send(JSON.stringify(problem));
}
