import { useLingui } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import {
  Button as AriaButton,
  Input,
  TextArea as AriaTextArea,
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
} from 'react-aria-components';
import { FieldHint, FieldLabel, FieldErrorText, type FieldProps } from './field.tsx';

export interface TextFieldProps
  extends FieldProps, Omit<AriaTextFieldProps, 'className' | 'style' | 'children' | 'isInvalid'> {
  placeholder?: string;
  className?: string;
  /** The label is spoken only: an icon and a placeholder say the same to those who see. */
  isLabelHidden?: boolean;
  /** Ids, phones, emails, URLs, IBANs are left-to-right in every language. */
  ltr?: boolean;
}

/**
 * What stands round the control of every field of typed text. `error` shows at the field; native validation is off, the
 * screen decides when to speak. It is no wider than its place, where a browser would like its days wider.
 */
export function TextFrame({
  label,
  hint,
  error,
  optional,
  isLabelHidden,
  className = '',
  children,
  ...rest
}: Omit<TextFieldProps, 'ltr' | 'placeholder'> & { children: ReactNode }) {
  return (
    <AriaTextField
      validationBehavior="aria"
      {...rest}
      isInvalid={Boolean(error)}
      className={`grid grid-cols-1 gap-1.5 ${className}`}
    >
      <FieldLabel label={label} optional={optional} isLabelHidden={isLabelHidden} />
      <FieldHint hint={hint} />
      {children}
      <FieldErrorText error={error} />
    </AriaTextField>
  );
}

/**
 * What is typed has its own direction; a field that holds nothing yet would fall back to left-to-right, its caret and
 * its placeholder with it. A blank placeholder lets the rule hold where there are no words for one. In a text area
 * each paragraph has a direction of its own besides (`plaintext`), an empty one too.
 */
const emptyAsPage =
  'placeholder-shown:[direction:inherit] placeholder-shown:[unicode-bidi:isolate]';

/** One line of text. */
export function TextField({ placeholder, ltr = false, ...rest }: TextFieldProps) {
  return (
    <TextFrame {...rest}>
      <Input
        className={`control ${ltr ? 'rtl:text-end' : emptyAsPage}`}
        placeholder={placeholder ?? ' '}
        dir={ltr ? 'ltr' : 'auto'}
      />
    </TextFrame>
  );
}

/** A password with a button that shows it. */
export function PasswordField({ placeholder, ...rest }: Omit<TextFieldProps, 'ltr' | 'type'>) {
  const { t } = useLingui();
  const [shown, setShown] = useState(false);
  return (
    <TextFrame {...rest} type={shown ? 'text' : 'password'}>
      <div className="relative">
        <Input
          className="control in-[html[dir=ltr]]:pr-18 in-[html[dir=rtl]]:pl-18 in-[html[dir=rtl]]:text-right placeholder-shown:[direction:inherit]"
          placeholder={placeholder}
          dir="ltr"
          autoCapitalize="none"
          spellCheck="false"
        />
        <AriaButton
          slot={null}
          aria-pressed={shown}
          aria-label={shown ? t`Hide password` : t`Show password`}
          onPress={() => setShown(!shown)}
          className="absolute inset-y-1 end-1 cursor-pointer rounded-sm px-3 text-sm font-medium text-ink-soft hover:bg-sunk hover:text-ink"
        >
          {shown ? t`Hide` : t`Show`}
        </AriaButton>
      </div>
    </TextFrame>
  );
}

/** Several lines of free text; its direction follows what is typed. */
export function TextArea({
  placeholder,
  rows = 3,
  ...rest
}: Omit<TextFieldProps, 'ltr' | 'type'> & { rows?: number }) {
  return (
    <TextFrame {...rest}>
      <AriaTextArea
        className={`control resize-y ${emptyAsPage}`}
        rows={rows}
        placeholder={placeholder ?? ' '}
        dir="auto"
      />
    </TextFrame>
  );
}
