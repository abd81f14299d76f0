import type { AuthError, AuthWeakPasswordError } from '@supabase/auth-js';
import { useLingui } from '@lingui/react/macro';
import { useFailureMessage } from './failure-message.ts';

// By their names: the client's own predicates would bring the whole client to every screen that speaks of a failure.
const isWeakPassword = (error: unknown): error is AuthWeakPasswordError =>
  error instanceof Error && error.name === 'AuthWeakPasswordError';

/** The words for a failure of the account service (failure-message.ts), and of a password that it takes for weak. */
export function useAuthMessage(): (error: unknown) => string {
  const { t } = useLingui();
  const messageOf = useFailureMessage();
  return (error) => {
    if (!isWeakPassword(error)) return messageOf(error);
    const words: Record<string, string> = {
      length: t`Use at least 6 characters.`,
      pwned: t`This password is known from leaks or easy to guess. Choose another one.`,
      personal: t`Your own name, company and email address and the name Hamla add no strength to a password. Add characters that nobody can guess.`,
      predictable: t`Common words, repeats and sequences such as 1234 add no strength to a password. Add characters that do not follow a pattern.`,
    };
    const reasons = error.reasons.map((reason) => words[reason]).filter(Boolean);
    return reasons.join(' ') || messageOf(error);
  };
}

/** The field of a refusal, so that its message is also shown there. */
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
