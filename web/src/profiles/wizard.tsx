import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { FormProvider, type FieldValues, type Path, type UseFormReturn } from 'react-hook-form';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import type { Role } from '#domain/accounts/roles.ts';
import { ApiError, messageOf } from '../api/api-error.ts';
import type { ChosenFiles } from '../files/use-chosen-files.ts';
import { Button } from '../ui/button.tsx';
import { firstError } from '../ui/focus-first-error.ts';
import { ArrowIcon, BackIcon } from '../ui/icons.tsx';
import { toast } from '../ui/toaster.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import { WizardSteps } from './wizard-steps.tsx';

interface WizardStep {
  title: string;
  /** Names of the form's fields on this step. */
  fields: readonly string[];
  content: ReactNode;
}

interface WizardProps<Values extends FieldValues> {
  owner: Role;
  form: UseFormReturn<Values>;
  files: ChosenFiles;
  steps: readonly [WizardStep, WizardStep];
  /** Sends the fields with the paths of the sent files; rejects with ApiError. */
  save: () => Promise<void>;
}

/**
 * The two steps of a profile (SPEC section 2): Continue and Back keep what was typed, the step lives in the address,
 * saving sends the files and then the fields, and returns to the dashboard.
 */
export function Wizard<Values extends FieldValues>(props: WizardProps<Values>) {
  const { form, files, steps } = props;
  const { step, goTo, body, submit, pending, saved } = useWizard(props);
  const { title, content } = steps[step - 1]!;
  return (
    <FormProvider {...form}>
      <LeaveGuard isUnsaved={form.formState.isDirty || files.files.length > 0} saved={saved} />
      <div className="grid grid-cols-1 gap-8 lg:grid-cols-[15rem_minmax(0,44rem)] lg:gap-16">
        <div>
          <WizardSteps titles={steps.map((one) => one.title)} step={step} />
        </div>
        <form
          ref={body}
          noValidate
          aria-label={title}
          onSubmit={(event) => {
            event.preventDefault();
            void submit();
          }}
        >
          <h2 tabIndex={-1} className="sr-only">
            {title}
          </h2>
          <div className="grid grid-cols-1 gap-8">{content}</div>
          <div className="mt-10 flex flex-wrap items-center justify-between gap-3 border-t border-line pt-5">
            {step === 2 ? (
              <Button tone="secondary" onPress={() => goTo(1)} isDisabled={pending}>
                <BackIcon />
                <Trans>Back</Trans>
              </Button>
            ) : (
              <span />
            )}
            <Button type="submit" isPending={pending}>
              {step === 2 ? <Trans>Save profile</Trans> : <Trans>Continue</Trans>}
              {step === 2 || pending ? null : <ArrowIcon />}
            </Button>
          </div>
        </form>
      </div>
    </FormProvider>
  );
}

/** Where the wizard stands, and what its main button does there: Continue, or save. */
function useWizard<Values extends FieldValues>(props: WizardProps<Values>) {
  const { owner, form, files, steps, save } = props;
  const { t } = useLingui();
  const navigate = useNavigate();
  const [search, setSearch] = useSearchParams();
  const step = search.get('step') === '2' ? 2 : 1;
  const [pending, setPending] = useState(false);
  const busy = useRef(false);
  const saved = useRef(false);
  const { body, focusProblem } = useStepFocus(step);

  const goTo = (next: 1 | 2) => setSearch(next === 2 ? { step: '2' } : {});

  /** Whether a step's fields can be saved; if not, its first problem has the focus. */
  const passes = async (number: 1 | 2): Promise<boolean> => {
    const fine = await form.trigger([...steps[number - 1]!.fields] as Path<Values>[]);
    if (fine) return true;
    if (number !== step) goTo(number);
    focusProblem();
    return false;
  };

  const saveAll = async () => {
    if (!(await passes(1)) || !(await passes(2))) return;
    // A refused file is replaced or left out first, so that nobody believes it was sent.
    if (files.hasRefusals) {
      focusProblem();
      return;
    }
    const outcome = await files.sendAll();
    if (outcome === 'cancelled') {
      toast.info(t`The upload was cancelled. Nothing is saved yet.`);
    } else if (outcome) {
      toast.error(outcome.message);
      focusProblem();
    } else {
      await save();
      saved.current = true;
      toast.success(t`Profile saved successfully!`);
      await navigate(`/dashboard/${owner}`);
    }
  };

  const submit = async () => {
    if (busy.current) return;
    busy.current = true;
    setPending(true);
    try {
      if (step === 2) await saveAll();
      else if (await passes(1)) goTo(2);
    } catch (error) {
      toast.error(messageOf(error, t`Failed to save profile`));
      const refused = showRefusal(form, error);
      if (refused && steps[0].fields.includes(refused)) goTo(1);
      if (refused) focusProblem();
    } finally {
      busy.current = false;
      setPending(false);
    }
  };

  return { step, goTo, body, submit, pending, saved };
}

/** Puts the server's words at the fields it refused; gives the first one's name. */
function showRefusal<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  error: unknown,
): string | null {
  if (!(error instanceof ApiError)) return null;
  const [first] = error.fields;
  for (const { field, message } of error.fields) {
    const name = field === 'revenue_last_6_months' ? `${field}.0` : field;
    form.setError(name as Path<Values>, { type: 'server', message: asSentence(message) });
  }
  return first?.field.split('.')[0] ?? null;
}

/** "must be …" → "Must be ….": the server's words stand alone at the field. */
function asSentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1).replace(/\.?$/u, '.')}`;
}

/**
 * A new step begins at its heading, an address with a field's name (`#iban`) at that field; a problem has the focus as
 * soon as its field is drawn.
 */
function useStepFocus(step: number) {
  const { hash } = useLocation();
  const body = useRef<HTMLFormElement>(null);
  const shown = useRef(step);
  const isWanted = useRef(false);
  const [, drawAgain] = useState(0);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    scrollTo({ top: 0 });
    body.current?.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true });
  }, [step]);
  useEffect(() => {
    const field = hash ? document.getElementById(hash.slice(1)) : null;
    const control = field?.matches('input')
      ? field
      : field?.querySelector<HTMLElement>('[data-choose], input:not([type="file"])');
    field?.scrollIntoView({ block: 'center' });
    control?.focus({ preventScroll: true });
  }, [hash]);
  useEffect(() => {
    if (!isWanted.current) return;
    const field = firstError(body.current);
    if (!field) return;
    isWanted.current = false;
    field.focus();
  });
  const focusProblem = () => {
    isWanted.current = true;
    drawAgain((count) => count + 1);
  };
  return { body, focusProblem };
}
