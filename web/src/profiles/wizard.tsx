import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { FieldValues, Path } from 'react-hook-form';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import type { Role } from '#domain/accounts/roles.ts';
import { ApiError, messageOf } from '../api/api-error.ts';
import { FormFields } from '../ui/forms/form.tsx';
import { Button } from '../ui/button.tsx';
import { firstError } from '../ui/focus-first-error.ts';
import { ArrowIcon, BackIcon } from '../ui/icons.tsx';
import { toast } from '../ui/toaster.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import type { ProfileForm } from './use-profile-form.ts';
import { WizardSteps } from './wizard-steps.tsx';

interface WizardStep {
  title: string;
  /** Names of the form's fields on this step. */
  fields: readonly string[];
  content: ReactNode;
}

interface WizardProps<Values extends FieldValues> {
  owner: Role;
  profile: ProfileForm<Values>;
  steps: readonly [WizardStep, WizardStep];
}

/**
 * The two steps of a profile (SPEC section 2): Continue and Back keep what was typed, the step lives in the address,
 * saving sends the files and then the fields, and returns to the dashboard.
 */
export function Wizard<Values extends FieldValues>(props: WizardProps<Values>) {
  const { profile, steps } = props;
  const { form, files } = profile;
  const { step, goTo, body, submit, pending, saved } = useWizard(props);
  const { title, content } = steps[step - 1]!;
  return (
    <FormFields form={form}>
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
    </FormFields>
  );
}

/** Where the wizard stands, and what its main button does there: Continue, or save. */
function useWizard<Values extends FieldValues>(props: WizardProps<Values>) {
  const { owner, profile, steps } = props;
  const { form, files, save } = profile;
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
    const sent = await files.sendAll();
    if (sent === 'cancelled') {
      toast.info(t`The upload was cancelled. Nothing is saved yet`);
    } else if (sent) {
      toast.error(sent.message);
      focusProblem();
    } else {
      const outcome = await save();
      if (outcome instanceof ApiError) showRefusal(outcome);
      if (outcome !== 'saved') return;
      saved.current = true;
      toast.success(t`Profile saved successfully!`);
      await navigate(`/dashboard/${owner}`);
    }
  };

  /** The server's words stand at the fields that it refused; the first one has the focus. */
  const showRefusal = ({ fields }: ApiError) => {
    for (const { field, message } of fields) {
      const name = field === 'revenue_last_6_months' ? `${field}.0` : field;
      form.setError(name as Path<Values>, { type: 'server', message: asSentence(message) });
    }
    const first = fields[0]?.field.split('.')[0];
    if (first && steps[0].fields.includes(first)) goTo(1);
    if (first) focusProblem();
  };

  const submit = async () => {
    if (busy.current) return;
    busy.current = true;
    setPending(true);
    try {
      if (step === 2) await saveAll();
      else if (await passes(1)) goTo(2);
    } catch (error) {
      toast.error(messageOf(error, t`Failed to save profile`), { cause: error });
    } finally {
      busy.current = false;
      setPending(false);
    }
  };

  return { step, goTo, body, submit, pending, saved };
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
