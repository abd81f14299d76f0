import { useLingui } from '@lingui/react/macro';
import { TextArea } from '../../ui/text-field.tsx';

/** Why somebody does what the history keeps. */
export function ReasonField({
  value,
  onChange,
  maxLength,
  error,
}: {
  value: string;
  onChange: (reason: string) => void;
  maxLength: number;
  error: string | undefined;
}) {
  const { t } = useLingui();
  return (
    <TextArea
      label={t`Reason`}
      hint={t`It is kept in the history for good: name no person and no account.`}
      isRequired
      maxLength={maxLength}
      value={value}
      onChange={onChange}
      error={error}
    />
  );
}
