import { Group, Input, TextField as AriaTextField } from 'react-aria-components';
import { FieldHint, FieldLabel, FieldProblem } from './field.tsx';
import { RiyalSign } from './money.tsx';
import type { TextFieldProps } from './text-field.tsx';

/**
 * An amount in SAR as typed text (`value`, `onChange`); Arabic-Indic digits and separators are accepted, the
 * screen reads it with `parseSar` of #domain/money.ts. Text, because a number would be a float.
 */
export function MoneyField({
  label,
  hint,
  error,
  optional,
  placeholder,
  className = '',
  ...rest
}: Omit<TextFieldProps, 'ltr' | 'type' | 'inputMode'>) {
  return (
    <AriaTextField
      validationBehavior="aria"
      {...rest}
      inputMode="decimal"
      autoComplete="off"
      isInvalid={Boolean(error) || rest.isInvalid}
      className={`grid gap-1.5 ${className}`}
    >
      <FieldLabel label={label} optional={optional} />
      <FieldHint hint={hint} />
      <Group dir="ltr" className="relative flex items-center">
        <span aria-hidden="true" className="pointer-events-none absolute inset-s-3 text-ink-faint">
          <RiyalSign />
        </span>
        <Input className="control ps-9 tabular-nums" placeholder={placeholder} dir="ltr" />
      </Group>
      <FieldProblem error={error} />
    </AriaTextField>
  );
}
