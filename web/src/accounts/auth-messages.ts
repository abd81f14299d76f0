import type { AuthError, AuthWeakPasswordError } from '@supabase/auth-js';
import { useLingui } from '@lingui/react/macro';
import { offlineMessage } from '../api/api-error.ts';
import { NO_ANSWER, NO_CONNECTION } from './own-answer.ts';

// By their names: the client's own predicates would bring the whole client to every screen that speaks of a failure.
const isWeakPassword = (error: unknown): error is AuthWeakPasswordError =>
  error instanceof Error && error.name === 'AuthWeakPasswordError';

/**
 * The words for a failure of the account service (SPEC section 8): its own message, otherwise "An error occurred". What is
 * thrown without our service having spoken has no message of its own (own-answer.ts).
 */
export function useAuthMessage(): (error: unknown) => string {
  const { t } = useLingui();
  return (error) => {
    if (error instanceof Error && error.message === NO_CONNECTION) return offlineMessage();
    // Of a write that was not answered nothing is known, not even that the device has no connection.
    if (error instanceof Error && error.message === NO_ANSWER)
      return navigator.onLine ? t`An error occurred` : offlineMessage();
    if (isWeakPassword(error)) {
      const words: Record<string, string> = {
        length: t`Use at least 6 characters.`,
        pwned: t`This password is known from leaks or easy to guess. Choose another one.`,
        personal: t`Your own name, company and e-mail address and the name Hamla count for nothing in a password. Add characters that nobody can know.`,
        predictable: t`Common words, repeats and sequences such as 1234 count for nothing in a password. Add characters that do not follow a pattern.`,
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
