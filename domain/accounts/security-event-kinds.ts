/** Everything that is kept of an account's security; the same list stands in the check of auth.security_events. */
export const securityEventKinds = [
  'signed_in',
  'wrong_password',
  /** Wrong digits of a mail (POST /otp). */
  'wrong_sign_in_code',
  /** Refused, because too many wrong passwords or codes came before. */
  'sign_in_backed_off',
  /** The current password was asked for in a session and refused, because too many wrong ones came before. */
  'proof_backed_off',
  /** The right password for an account that staff have blocked. */
  'sign_in_blocked',
  /** A network address asked too often; kept without an account. */
  'limit_reached',
  /** The session ended itself. */
  'signed_out',
  /** It was too old, or a refresh token was used twice. */
  'session_ended',
  /** By another session of the account. */
  'session_ended_by_other',
  'session_ended_by_staff',
  'factor_added',
  'factor_removed',
  /** The right code of a second factor. */
  'factor_shown',
  'factor_wrong',
  'factor_backed_off',
  /** By staff, for somebody who has lost it. */
  'factor_removal_asked',
  'factor_removal_confirmed',
  /** By the owner or by staff. */
  'factor_removal_withdrawn',
  'recovery_codes_made',
  'recovery_code_used',
  'password_changed',
  'email_change_asked',
  'email_changed',
  'account_blocked',
  'account_unblocked',
] as const;

export type SecurityEventKind = (typeof securityEventKinds)[number];
