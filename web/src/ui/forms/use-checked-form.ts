import { useRef } from 'react';
import {
  get,
  set,
  useForm,
  type FieldErrors,
  type FieldValues,
  type Path,
  type UseFormProps,
} from 'react-hook-form';
import { focusFirstError } from '../focus-first-error.ts';
import { toast } from '../toaster.tsx';

/** What is wrong with a form, in words by field, in the order in which it is said. `form`: what is about none of its fields. */
export type Problems = Partial<Record<string, string>>;

/** What the server has refused: a write of api/use-idempotent-mutation.ts. */
export interface Refusal {
  at: (field: string) => string | undefined;
  problem: string | null;
  forget: () => void;
}

export type CheckedForm<Values extends FieldValues> = ReturnType<typeof useCheckedForm<Values>>;

/**
 * Every form. `check` asks the rule of domain/ when the form is sent, and again after nothing else: what a person changes
 * loses its problem. The first field with a problem has the focus, also after a refusal of the server.
 */
export function useCheckedForm<Values extends FieldValues>({
  check,
  onValid,
  refusal,
  toastsProblems = false,
  ...options
}: Omit<UseFormProps<Values>, 'resolver'> & {
  /** Names of controls that hold no value of the form, such as a file's, may have problems too. */
  check: (values: Values) => Problems | Promise<Problems>;
  /** Sends what passed the check; the form is under way until it resolves. */
  onValid: (values: Values) => unknown;
  /** Its words stand at the field that it names. */
  refusal?: Refusal;
  /** The first problem is a toast as well (SPEC section 5). */
  toastsProblems?: boolean;
}) {
  const element = useRef<HTMLFormElement>(null);
  const isBusy = useRef(false);
  const form = useForm<Values>({
    reValidateMode: 'onSubmit',
    shouldFocusError: false,
    ...options,
    resolver: async (values) => {
      const found = Object.entries(await check(values)).filter(([, message]) => message);
      if (found.length === 0) return { values, errors: {} };
      const errors: FieldErrors<Values> = {};
      for (const [field, message] of found) set(errors, field, { type: 'check', message });
      return { values: {}, errors };
    },
  });
  const { errors } = form.formState;
  const messageOf = (field: string): string | undefined => {
    const error: { message?: string } | undefined = get(errors, field);
    return error?.message;
  };

  const submit = async () => {
    if (isBusy.current) return;
    isBusy.current = true;
    refusal?.forget();
    const sayFirst = (found: FieldErrors) => {
      const message = Object.values(found)[0]?.message;
      if (toastsProblems && typeof message === 'string') toast.error(message);
    };
    try {
      await form.handleSubmit(onValid, sayFirst)();
    } finally {
      isBusy.current = false;
    }
    focusFirstError(element.current);
  };

  return {
    ...form,
    element,
    submit,
    /** What is wrong with none of its fields. */
    problem: messageOf('form') ?? refusal?.problem ?? null,
    /** What is wrong at a field, by its name. */
    messageAt: (field: string) => messageOf(field) ?? refusal?.at(field),
    /** What the person changes loses its problem. */
    clear: (field: string) => {
      if (options.mode === undefined) form.clearErrors([field, 'form'] as Path<Values>[]);
      if (refusal && (refusal.problem !== null || refusal.at(field))) refusal.forget();
    },
  };
}
