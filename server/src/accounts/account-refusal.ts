/** Every refusal of the account service: its code on the wire (auth-js reads it), status and words. */
const refusals = {
  bad_json: [400, 'The request body is not valid JSON.'],
  validation_failed: [400, 'The request is not valid.'],
  unsupported_grant_type: [400, 'Unsupported grant type.'],
  invalid_credentials: [400, 'Invalid login credentials'],
  email_not_confirmed: [400, 'Email not confirmed'],
  user_banned: [400, 'User is banned'],
  refresh_token_not_found: [400, 'Invalid Refresh Token: Refresh Token Not Found'],
  refresh_token_already_used: [400, 'Invalid Refresh Token: Already Used'],
  session_expired: [400, 'Invalid Refresh Token: Session Expired'],
  session_not_found: [400, 'Session from session_id claim in JWT does not exist'],
  bad_code_verifier: [400, 'code challenge does not match previously saved code verifier'],
  current_password_required: [400, 'Enter your current password to make this change.'],
  current_password_invalid: [400, 'The current password is not right.'],
  reauthentication_needed: [
    400,
    'Sign in again, or ask for a new recovery link, to make this change.',
  ],
  no_authorization: [401, 'This endpoint requires a valid Bearer token'],
  bad_jwt: [403, 'Invalid JWT: the token is not valid or has expired'],
  user_not_found: [403, 'User from sub claim in JWT does not exist'],
  otp_expired: [403, 'Token has expired or is invalid'],
  insufficient_aal: [403, 'Show your second factor first.'],
  flow_state_not_found: [404, 'Invalid flow state, no valid flow state found'],
  mfa_factor_not_found: [404, 'There is no such second factor.'],
  not_found: [404, 'There is no such endpoint.'],
  conflict: [409, 'The account was changed at the same time. Try again.'],
  role_change_refused: [409, 'The role can no longer be changed, because there is a ticket.'],
  request_entity_too_large: [413, 'The request body is too large.'],
  unsupported_media_type: [415, 'Send the body as application/json.'],
  user_already_exists: [422, 'User already registered'],
  email_exists: [422, 'A user with this email address has already been registered'],
  flow_state_expired: [422, 'Flow state has expired, please start again'],
  metadata_too_large: [422, 'The account data is too large.'],
  otp_disabled: [422, 'Sign-in by one-time password is disabled'],
  mfa_challenge_expired: [422, 'This request for a code has expired. Ask for another one.'],
  mfa_factor_name_conflict: [422, 'You already have a second factor of this name.'],
  mfa_verification_failed: [422, 'This code is not right. Enter the one shown now.'],
  too_many_enrolled_mfa_factors: [422, 'You have as many second factors as an account can have.'],
  same_password: [422, 'New password should be different from the old password.'],
  weak_password: [422, 'The password is too weak.'],
  over_email_send_rate_limit: [
    429,
    'Too many e-mails in a short time. Wait a moment and try again.',
  ],
  over_request_rate_limit: [429, 'Too many requests. Wait a moment and try again.'],
  unexpected_failure: [500, 'Unexpected failure, please try again.'],
  unavailable: [503, 'The service is busy. Try again in a moment.'],
} as const satisfies Record<string, readonly [number, string]>;

export type RefusalCode = keyof typeof refusals;
export type WeakPasswordReason = 'length' | 'characters' | 'pwned';

interface RefusalOptions {
  /** Where the same code has another status: a dead session is 400 for a refresh token, 403 for a bearer. */
  status?: number;
  words?: string;
  retryAfterSeconds?: number | undefined;
  weakPassword?: WeakPasswordReason[];
  cause?: unknown;
}

/** A refusal that the account service answers with; `accounts.http.ts` gives it its body and headers. */
export class AccountRefusal extends Error {
  readonly code: RefusalCode;
  readonly status: number;
  readonly retryAfterSeconds: number | undefined;
  readonly weakPassword: WeakPasswordReason[] | undefined;

  constructor(code: RefusalCode, options: RefusalOptions = {}) {
    const [status, words] = refusals[code];
    super(options.words ?? words, { cause: options.cause });
    this.name = 'AccountRefusal';
    this.code = code;
    this.status = options.status ?? status;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.weakPassword = options.weakPassword;
  }
}

export const isRefusalCode = (code: string): code is RefusalCode => Object.hasOwn(refusals, code);
