import type { AuthError, AuthRetryableFetchError, AuthWeakPasswordError } from '@supabase/auth-js';
import { useLingui } from '@lingui/react/macro';
import { offlineMessage } from '../api/api-error.ts';

// By their names: the client's own predicates would bring the whole client to every screen that speaks of a failure.
const isUnanswered = (error: unknown): error is AuthRetryableFetchError =>
  error instanceof Error && error.name === 'AuthRetryableFetchError';
const isWeakPassword = (error: unknown): error is AuthWeakPasswordError =>
  error instanceof Error && error.name === 'AuthWeakPasswordError';

/** The words for a failure of the account service (SPEC section 8): its own message, otherwise "An error occurred". */
export function useAuthMessage(): (error: unknown) => string {
  const { t } = useLingui();
  return (error) => {
    if (isUnanswered(error) && !error.status) return offlineMessage();
    if (isWeakPassword(error)) {
      const words: Record<string, string> = {
        length: t`Use at least 6 characters.`,
        characters: t`Mix letters with digits or signs.`,
        pwned: t`This password is known from leaks or easy to guess. Choose another one.`,
      };
      const reasons = error.reasons.map((reason) => words[reason]).filter(Boolean);
      return reasons.join(' ') || error.message;
    }
    return (error instanceof Error && error.message) || t`An error occurred`;
  };
}

/** The field a refusal is about, so that its words stand there too. */
export function fieldOf(error: AuthError): 'email' | 'current' | 'password' | 'code' | null {
  switch (error.code) {
    case 'current_password_required':
    case 'current_password_invalid':
      return 'current';
    case 'weak_password':
    case 'invalid_credentials':
    case 'same_password':
      return 'password';
    case 'user_already_exists':
    case 'email_exists':
    case 'email_not_confirmed':
    case 'email_address_invalid':
      return 'email';
    case 'mfa_verification_failed':
    case 'mfa_challenge_expired':
      return 'code';
    default:
      return null;
  }
}
