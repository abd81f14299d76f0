import { Group, Input } from 'react-aria-components';
import { RiyalSign } from './money.tsx';
import { TextFrame, type TextFieldProps } from './text-field.tsx';

/**
 * An amount in SAR as typed text (`value`, `onChange`); Arabic-Indic digits and separators are accepted, the
 * screen reads it with `parseSar` of #domain/money.ts. Text, because a number would be a float.
 */
export function MoneyField({
  placeholder,
  ...rest
}: Omit<TextFieldProps, 'ltr' | 'type' | 'inputMode'>) {
  return (
    <TextFrame {...rest} inputMode="decimal" autoComplete="off">
      <Group dir="ltr" className="relative flex items-center">
        <span aria-hidden="true" className="pointer-events-none absolute inset-s-3 text-ink-faint">
          <RiyalSign />
        </span>
        <Input className="control ps-9 tabular-nums" placeholder={placeholder} dir="ltr" />
      </Group>
    </TextFrame>
  );
}
