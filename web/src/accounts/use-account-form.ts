import { isAuthError } from '@supabase/auth-js';
import { useRef, useState } from 'react';
import { toast } from '../ui/toaster.tsx';
import { fieldOf, useAuthMessage } from './auth-messages.ts';

export type Problems = Partial<Record<'email' | 'current' | 'password' | 'form', string>>;

/**
 * What the account forms share: a refusal appears as a toast (SPEC section 8) and at its field, which gets the
 * focus; a problem found before sending appears at the field only.
 */
export function useAccountForm() {
  const messageOf = useAuthMessage();
  const form = useRef<HTMLFormElement>(null);
  const [problems, setProblems] = useState<Problems>({});
  const [pending, setPending] = useState(false);

  const show = (found: Problems) => {
    setProblems(found);
    const [first] = Object.keys(found);
    form.current?.querySelector<HTMLInputElement>(`input[name="${first}"]`)?.focus();
  };

  /** Runs the check, then the action; tells whether the action succeeded. */
  const submit = async (check: () => Problems, action: () => Promise<void>): Promise<void> => {
    const found = check();
    show(found);
    if (Object.keys(found).length > 0) return;
    setPending(true);
    toast.dismiss();
    try {
      await action();
    } catch (error) {
      const message = messageOf(error);
      toast.error(message);
      show({ [(isAuthError(error) && fieldOf(error)) || 'form']: message });
    } finally {
      setPending(false);
    }
  };

  /** Typing takes a field's error away. */
  const clear = (field: keyof Problems) =>
    setProblems(({ [field]: _gone, form: _form, ...rest }) => rest);

  return { form, problems, pending, submit, clear };
}
