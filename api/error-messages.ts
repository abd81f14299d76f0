import type { ErrorCode } from '#domain/error-codes.ts';

/** The English words of every code. The four of a new ticket and the rest of SPEC sections 5 and 8 are exact. */
export const errorMessages: Record<ErrorCode, string> = {
  validation_failed: 'Some fields need your attention.',
  not_found: 'We could not find that, or you may not see it.',
  wrong_role: 'Your account cannot do this. Sign in with the right kind of account.',
  no_authorization: 'Please sign in to continue.',
  session_not_found: 'Your session has ended. Please sign in again.',
  second_factor_required: 'Show your second factor to continue.',
  idempotency_key_reused:
    'This request was already sent with other content. Reload the page and try again.',
  too_many_requests: 'Too many attempts. Wait a moment and try again.',
  unavailable: 'The service is busy right now. Nothing was changed; try again in a moment.',
  unexpected_failure: 'Something went wrong on our side. Nothing was changed; please try again.',
  request_too_large: 'That is more than we can accept at once.',
  PGRST116: 'There is no profile yet.',
  agency_required: 'Please select an agency.',
  amount_below_minimum: 'Amount must be at least SAR 1.00.',
  invoice_required: 'Please upload an invoice.',
  not_enough_available_budget:
    'Not enough available budget. Reduce the amount or cancel a pending ticket.',
  amount_above_maximum: 'Amount is larger than we can finance. Enter a smaller amount.',
  agency_not_found: 'That agency is not available any more. Select another agency.',
  invoice_not_found: 'We could not find that invoice. Upload it again.',
  ticket_not_pending:
    'This ticket has already been answered. The list now shows its present state.',
  role_change_refused: 'The role cannot be changed once a ticket exists.',
  file_missing: 'Choose a file first.',
  file_empty: 'This file is empty. Choose another file.',
  file_too_large: 'This file is larger than 10 MB. Choose a smaller file.',
  file_type_not_allowed: 'This type of file is not accepted here.',
  file_content_mismatch:
    'The content of this file does not match its name. Save it again in its proper format.',
  file_protected: 'This PDF is protected by a password. Save a copy without one and upload that.',
  file_name_invalid: 'The name of this file cannot be used. Rename it and try again.',
  link_expired: 'This link has expired. Open the file again from the page.',
};
