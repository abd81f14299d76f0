import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { FieldError, Label, Text } from 'react-aria-components';
import { AlertIcon } from './icons.tsx';

/** What every field has: its label first, a hint said before typing, and the error in words at the field. */
export interface FieldProps {
  label: ReactNode;
  /** Said before the person types: format, types, sizes. */
  hint?: ReactNode;
  /** The error in words; its presence marks the field as invalid. */
  error?: ReactNode;
  /** Adds "(optional)" to the label. */
  optional?: boolean;
}

export function FieldLabel({
  label,
  optional,
  isLabelHidden,
}: Pick<FieldProps, 'label' | 'optional'> & { isLabelHidden?: boolean }) {
  return (
    <Label className={isLabelHidden ? 'sr-only' : 'block text-sm font-semibold'}>
      {label}
      {optional ? (
        <span className="font-normal text-ink-faint">
          {' '}
          <Trans>(optional)</Trans>
        </span>
      ) : null}
    </Label>
  );
}

export function FieldHint({ hint }: Pick<FieldProps, 'hint'>) {
  if (!hint) return null;
  return (
    <Text slot="description" className="block text-sm text-ink-soft">
      {hint}
    </Text>
  );
}

export function FieldErrorText({ error }: Pick<FieldProps, 'error'>) {
  return (
    <FieldError className="flex gap-1.5 text-sm font-medium text-overdue">
      {({ validationErrors }) => (
        <>
          <AlertIcon className="mt-0.5 size-4" />
          <span>{error ?? validationErrors.join(' ')}</span>
        </>
      )}
    </FieldError>
  );
}
