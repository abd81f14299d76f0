import { useLingui } from '@lingui/react/macro';
import { isEmail, plainEmail } from '#domain/email-address.ts';
import { PASSWORD_MIN_LENGTH, passwordLengthIsAllowed } from '#domain/accounts/password.ts';
import type { Problems } from '../ui/forms/use-checked-form.ts';

/** SPEC section 5: an email address, and a password of at least 6 characters; said in words at the field. */
export function useCredentialChecks() {
  const { t } = useLingui();
  return {
    email(email: string): Problems {
      if (!plainEmail(email)) return { email: t`Enter your email address.` };
      if (!isEmail(plainEmail(email))) {
        return { email: t`Enter an email address like name@company.com.` };
      }
      return {};
    },
    currentPassword(password: string): Problems {
      return password ? {} : { current: t`Enter your current password.` };
    },
    newPassword(password: string): Problems {
      if (!password) return { password: t`Choose a password.` };
      if (passwordLengthIsAllowed(password)) return {};
      return Array.from(password).length < PASSWORD_MIN_LENGTH
        ? { password: t`Use at least 6 characters.` }
        : { password: t`This password is too long. Use at most 200 characters.` };
    },
  };
}
