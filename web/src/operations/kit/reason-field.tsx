import { useLingui } from '@lingui/react/macro';
import { FormTextArea } from '../../ui/forms/form.tsx';

/** Why somebody does what the history keeps. */
export function ReasonField({ maxLength }: { maxLength: number }) {
  const { t } = useLingui();
  return (
    <FormTextArea
      name="reason"
      label={t`Reason`}
      hint={t`It is kept permanently in the history: do not name people or accounts.`}
      isRequired
      maxLength={maxLength}
    />
  );
}

/** A reason is never blank. */
export function useReasonCheck() {
  const { t } = useLingui();
  return ({ reason }: { reason: string }) => ({ reason: reason.trim() ? undefined : t`Say why.` });
}
