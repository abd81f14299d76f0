import type { ReactNode } from 'react';
import {
  Checkbox as AriaCheckbox,
  CheckboxGroup as AriaCheckboxGroup,
  Radio,
  RadioGroup,
} from 'react-aria-components';
import { FieldHint, FieldLabel, FieldErrorText, type FieldProps } from './field.tsx';
import { CheckIcon } from './icons.tsx';

export interface Choice<Id extends string> {
  id: Id;
  label: ReactNode;
  detail?: ReactNode;
}

interface ChoiceCardsProps<Id extends string> extends Omit<FieldProps, 'optional'> {
  choices: readonly Choice<Id>[];
  value: Id | null;
  onChange: (id: Id) => void;
  name?: string;
  isDisabled?: boolean;
  /** Side by side from this many columns on wide screens. */
  columns?: 1 | 2 | 3;
}

const columnLook = { 1: '', 2: 'sm:grid-cols-2', 3: 'grid-cols-3' };
/** Three short choices stay side by side on a phone: the mark moves above the words. */
const cardLook = {
  1: 'gap-3 px-4',
  2: 'gap-3 px-4',
  3: 'gap-x-2.5 gap-y-1 px-3 whitespace-nowrap max-sm:flex-col',
};

/** One of a few, all visible: a radio group drawn as cards. */
export function ChoiceCards<Id extends string>({
  label,
  hint,
  error,
  choices,
  value,
  onChange,
  columns = 2,
  ...rest
}: ChoiceCardsProps<Id>) {
  return (
    <RadioGroup
      validationBehavior="aria"
      {...rest}
      value={value}
      onChange={(id) => onChange(id as Id)}
      isInvalid={Boolean(error)}
      className="grid gap-1.5"
    >
      <FieldLabel label={label} />
      <FieldHint hint={hint} />
      <div className={`grid gap-2.5 ${columnLook[columns]}`}>
        {choices.map((choice) => (
          <Radio
            key={choice.id}
            value={choice.id}
            className={`group relative flex cursor-pointer rounded-sm border border-line-strong bg-raised py-3 transition-colors duration-150 hover:border-ink-soft disabled:cursor-not-allowed disabled:opacity-60 selected:border-palm selected:bg-palm-wash selected:shadow-[inset_0_0_0_1px_var(--palm)] ${cardLook[columns]}`}
          >
            <span
              aria-hidden="true"
              className="mt-1 grid size-4 shrink-0 place-items-center rounded-full border border-line-strong bg-raised group-selected:border-palm"
            >
              <span className="size-2 scale-0 rounded-full bg-palm transition-transform duration-150 group-selected:scale-100 forced-colors:bg-[CanvasText]" />
            </span>
            <span>
              <span className="block font-semibold">{choice.label}</span>
              {choice.detail ? (
                <span className="block text-sm text-ink-soft">{choice.detail}</span>
              ) : null}
            </span>
          </Radio>
        ))}
      </div>
      <FieldErrorText error={error} />
    </RadioGroup>
  );
}

interface CheckboxGroupProps<Id extends string> extends FieldProps {
  choices: readonly Choice<Id>[];
  value: readonly Id[];
  onChange: (ids: Id[]) => void;
}

/** Several of a list, all visible. */
export function CheckboxGroup<Id extends string>({
  label,
  hint,
  error,
  optional,
  choices,
  value,
  onChange,
}: CheckboxGroupProps<Id>) {
  return (
    <AriaCheckboxGroup
      validationBehavior="aria"
      value={[...value]}
      onChange={(ids) => onChange(ids as Id[])}
      isInvalid={Boolean(error)}
      className="grid gap-1.5"
    >
      <FieldLabel label={label} optional={optional} />
      <FieldHint hint={hint} />
      <div className="grid gap-x-6 sm:grid-cols-2">
        {choices.map((choice) => (
          <Checkbox key={choice.id} value={choice.id}>
            {choice.label}
          </Checkbox>
        ))}
      </div>
      <FieldErrorText error={error} />
    </AriaCheckboxGroup>
  );
}

export function Checkbox({
  children,
  coversRow = false,
  ...rest
}: {
  children: ReactNode;
  value?: string;
  isSelected?: boolean;
  isInvalid?: boolean;
  isDisabled?: boolean;
  onChange?: (selected: boolean) => void;
  /** A press anywhere in the `relative` row that it stands in is one on it; its words are spoken, and the row shows them. */
  coversRow?: boolean;
}) {
  return (
    <AriaCheckbox
      {...rest}
      className={`group flex min-h-11 cursor-pointer items-center gap-3 rounded-sm data-disabled:cursor-not-allowed ${coversRow ? 'after:absolute after:inset-0' : ''}`}
    >
      <span
        aria-hidden="true"
        className="grid size-5 shrink-0 place-items-center rounded-sm border border-line-strong bg-raised text-on-palm group-hover:border-ink-soft group-selected:border-palm group-selected:bg-palm group-data-disabled:border-line group-data-disabled:bg-sunk"
      >
        <CheckIcon className="size-3.5 opacity-0 group-selected:opacity-100" />
      </span>
      <span className={coversRow ? 'sr-only' : ''}>{children}</span>
    </AriaCheckbox>
  );
}
