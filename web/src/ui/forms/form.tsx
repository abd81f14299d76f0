import { createContext, use, type ComponentProps, type FocusEvent, type ReactNode } from 'react';
import { useController, type Control, type FieldValues } from 'react-hook-form';
import { MoneyField } from '../money-field.tsx';
import { PasswordField, TextArea, TextField } from '../text-field.tsx';
import type { CheckedForm } from './use-checked-form.ts';

interface FormOfFields {
  control: Control;
  messageAt: (field: string) => string | undefined;
  clear: (field: string) => void;
}

const FormContext = createContext<FormOfFields | null>(null);

/** Gives the fields inside their form; where a dialog's own button sends it. */
export function FormFields<Values extends FieldValues>({
  form,
  children,
}: {
  form: CheckedForm<Values>;
  children: ReactNode;
}) {
  return <FormContext value={form as unknown as FormOfFields}>{children}</FormContext>;
}

/** A form with its fields, sent by Enter and by its button. */
export function Form<Values extends FieldValues>({
  form,
  ...rest
}: { form: CheckedForm<Values> } & Omit<ComponentProps<'form'>, 'form' | 'ref' | 'onSubmit'>) {
  const { element, submit } = form;
  return (
    <FormFields form={form}>
      <form
        {...rest}
        ref={element}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      />
    </FormFields>
  );
}

/** What is wrong at a control that holds no value of the form, by its name. */
export function useMessageAt(): (field: string) => string | undefined {
  return useFormOfFields().messageAt;
}

function useFormOfFields(): FormOfFields {
  const form = use(FormContext);
  if (!form) throw new Error('a field stands in no form');
  return form;
}

/** What a control needs of its field. `tidy`: what leaving the field makes of its text. */
export function useFormField<Value = string>(name: string, tidy?: (typed: string) => string) {
  const form = useFormOfFields();
  const { field } = useController({ name, control: form.control });
  const onChange = (value: Value) => {
    field.onChange(value);
    form.clear(name);
  };
  return {
    name,
    value: field.value as Value,
    onChange,
    onBlur: ({ relatedTarget }: FocusEvent) => {
      if (tidy && String(field.value).trim()) field.onChange(tidy(String(field.value)));
      // On the way to a button no words appear: they would push it from under the pointer. It checks by itself.
      if (!(relatedTarget instanceof HTMLButtonElement)) field.onBlur();
    },
    error: form.messageAt(name),
  };
}

type InForm<Props> = Omit<Props, 'name' | 'value' | 'onChange' | 'onBlur' | 'error'> & {
  name: string;
  tidy?: (typed: string) => string;
};

export function FormTextField({ name, tidy, ...rest }: InForm<ComponentProps<typeof TextField>>) {
  return <TextField {...rest} {...useFormField(name, tidy)} />;
}

export function FormPasswordField({ name, ...rest }: InForm<ComponentProps<typeof PasswordField>>) {
  return <PasswordField {...rest} {...useFormField(name)} />;
}

export function FormTextArea({ name, ...rest }: InForm<ComponentProps<typeof TextArea>>) {
  return <TextArea {...rest} {...useFormField(name)} />;
}

/** An amount as it is typed. */
export function FormMoneyField({ name, ...rest }: InForm<ComponentProps<typeof MoneyField>>) {
  return <MoneyField {...rest} {...useFormField(name)} />;
}
