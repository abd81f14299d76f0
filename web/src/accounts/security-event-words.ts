import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import type { SecurityEventKind } from '#domain/accounts/security-event-kinds.ts';

/** What each security event is called, to its owner and to staff alike. */
export const securityEventWords: Record<SecurityEventKind, MessageDescriptor> = {
  signed_in: msg`Signed in`,
  wrong_password: msg`Wrong password`,
  wrong_sign_in_code: msg`Wrong sign-in code`,
  sign_in_backed_off: msg`Sign-in refused after too many wrong attempts`,
  proof_backed_off: msg`Current password refused after too many wrong attempts`,
  sign_in_blocked: msg`Sign-in refused: the account is blocked`,
  limit_reached: msg`Too many requests from one address`,
  signed_out: msg`Signed out`,
  session_ended: msg`Session ended automatically`,
  session_ended_by_other: msg`Session ended from another session`,
  session_ended_by_staff: msg`Session ended by our staff`,
  factor_added: msg`Two-step verification set up`,
  factor_removed: msg`Two-step verification turned off`,
  factor_shown: msg`Verification code accepted`,
  factor_wrong: msg`Wrong verification code`,
  factor_backed_off: msg`Code refused after too many wrong codes`,
  factor_removal_asked: msg`Removal of two-step verification requested`,
  factor_removal_confirmed: msg`Removal of two-step verification confirmed by our staff`,
  factor_removal_withdrawn: msg`Removal of two-step verification withdrawn`,
  recovery_codes_made: msg`New recovery codes created`,
  recovery_code_used: msg`Recovery code used`,
  password_changed: msg`Password changed`,
  email_change_asked: msg`Email change requested`,
  email_changed: msg`Email changed`,
  account_blocked: msg`Account blocked by our staff`,
  account_unblocked: msg`Account unblocked`,
};
