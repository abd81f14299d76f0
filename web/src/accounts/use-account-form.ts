import type { AuthError } from '@supabase/auth-js';
import { plainEmail } from '#domain/email-address.ts';
import type { DefaultValues, Path } from 'react-hook-form';
import { useCheckedForm, type Problems } from '../ui/forms/use-checked-form.ts';
import { useOnFirstActivity } from '../ui/run-when-idle.ts';
import { toast } from '../ui/toaster.tsx';
import { accountClient } from './account-client.ts';
import type { AccountClient } from './account-outcomes.ts';
import { useFailureMessage } from './failure-message.ts';

/** The account client is large: it loads while the person fills in the form. */
const loadAccountClient = () => import('./auth-client.client.ts').catch(() => undefined);

/**
 * The forms of an account. A refusal of the account service is a toast (SPEC section 8) and stands at its field; a problem found
 * before sending stands at the field only. Addresses are checked and sent in their plain form.
 */
export function useAccountForm<Values extends Partial<Record<string, string>>>({
  defaultValues,
  check,
  send,
}: {
  defaultValues: Values;
  check: (values: Values) => Problems;
  /** Throws where the account service refuses. */
  send: (values: Values, auth: AccountClient) => Promise<void>;
}) {
  const messageOf = useFailureMessage();
  useOnFirstActivity(loadAccountClient);
  const form = useCheckedForm<Values>({
    defaultValues: defaultValues as DefaultValues<Values>,
    check: (values) => check(withPlainEmail(values)),
    onValid: async (values) => {
      toast.dismiss();
      try {
        await send(withPlainEmail(values), await accountClient());
      } catch (error) {
        const message = messageOf(error);
        toast.error(message);
        const field = (isAuthError(error) && fieldOf(error)) || 'form';
        form.setError(field as Path<Values>, { message });
      }
    },
  });
  return form;
}

// The client's own predicate would bring the whole client.
const isAuthError = (error: unknown): error is AuthError =>
  error instanceof Error && '__isAuthError' in error;

const withPlainEmail = <Values extends Partial<Record<string, string>>>(values: Values): Values =>
  values['email'] === undefined ? values : { ...values, email: plainEmail(values['email']) };

/** The field of a refusal, so that its message is also shown there. */
function fieldOf(error: AuthError): 'email' | 'current' | 'password' | 'code' | null {
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
