import { isAuthError } from '@supabase/auth-js';
import { useRef, useState, type FormEvent } from 'react';
import { toast } from '../ui/toaster.tsx';
import { fieldOf, useAuthMessage } from './auth-messages.ts';

type CredentialField = 'email' | 'current' | 'password' | 'code';
type Credentials = Record<CredentialField, string>;
export type Problems = Partial<Record<CredentialField | 'form', string>>;

export type AccountForm = ReturnType<typeof useAccountForm>;

const blank: Credentials = { email: '', current: '', password: '', code: '' };

/**
 * What the account forms share: their fields; a refusal appears as a toast (SPEC section 8) and at its field, which
 * gets the focus; a problem found before sending appears at the field only.
 */
export function useAccountForm() {
  const messageOf = useAuthMessage();
  const ref = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(blank);
  const [problems, setProblems] = useState<Problems>({});
  const [pending, setPending] = useState(false);

  const show = (found: Problems) => {
    setProblems(found);
    const [first] = Object.keys(found);
    ref.current?.querySelector<HTMLInputElement>(`input[name="${first}"]`)?.focus();
  };

  /** Runs the check, then the action, which throws when it is refused. */
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

  return {
    /** What was typed; the address without spaces around it. */
    values: { ...values, email: values.email.trim() },
    problems,
    pending,
    /** For the `<form>`: its check, then its action, when it is sent. */
    formProps: (check: () => Problems, action: () => Promise<void>) => ({
      ref,
      noValidate: true,
      onSubmit: (event: FormEvent) => {
        event.preventDefault();
        void submit(check, action);
      },
    }),
    /** For a field: typing takes its error away. */
    fieldProps: (name: CredentialField) => ({
      name,
      value: values[name],
      onChange: (value: string) => {
        setValues((all) => ({ ...all, [name]: value }));
        setProblems(({ [name]: _gone, form: _form, ...rest }) => rest);
      },
      error: problems[name],
    }),
    clear: () => setValues(blank),
  };
}
