import { useLingui } from '@lingui/react/macro';
import { use, type ReactNode } from 'react';
import {
  Button as AriaButton,
  Collection,
  ComboBox as AriaComboBox,
  ComboBoxStateContext,
  Input,
  type InputProps,
  ListBox,
  ListBoxItem,
  ListBoxLoadMoreItem,
  Popover,
  Select as AriaSelect,
  SelectValue,
  Text,
} from 'react-aria-components';
import { FieldHint, FieldLabel, FieldErrorText, type FieldProps } from './field.tsx';
import { CheckIcon, ChevronDownIcon } from './icons.tsx';
import { Spinner } from './spinner.tsx';

interface Option {
  id: string;
  label: string;
  /** What tells it from others of the same label. */
  detail?: ReactNode;
  /** A name, a date or a number, which no translator of the browser may change. */
  isExact?: true;
}

interface SelectProps extends FieldProps {
  options: readonly Option[];
  /** The chosen option's id, null for none. */
  value: string | null;
  onChange: (id: string | null) => void;
  placeholder?: string;
  name?: string;
  isRequired?: boolean;
  isDisabled?: boolean;
  className?: string;
  /** Shown in the open list when there are no options. */
  empty?: ReactNode;
}

/** One choice of a short list. */
export function Select({
  label,
  hint,
  error,
  optional,
  options,
  value,
  onChange,
  placeholder,
  className = '',
  empty,
  ...rest
}: SelectProps) {
  return (
    <AriaSelect
      validationBehavior="aria"
      {...rest}
      value={value}
      onChange={(key) => onChange(key === null ? null : String(key))}
      isInvalid={Boolean(error)}
      placeholder={placeholder}
      className={`grid gap-1.5 ${className}`}
    >
      <FieldLabel label={label} optional={optional} />
      <FieldHint hint={hint} />
      <AriaButton className="control flex cursor-pointer items-center justify-between gap-3 text-start">
        <SelectValue className="truncate data-placeholder:text-ink-faint" />
        <ChevronDownIcon className="size-4 text-ink-soft" />
      </AriaButton>
      <FieldErrorText error={error} />
      <OptionList options={options} empty={empty} />
    </AriaSelect>
  );
}

/** The options after those that are there: asked for when the end of the list comes near. */
interface MoreOptions {
  isLoading: boolean;
  load: () => void;
}

/** One choice of a long list, narrowed by typing; `onInputChange` hears what is typed, to ask for further options. */
export function ComboBox({
  label,
  hint,
  error,
  optional,
  options,
  value,
  onChange,
  placeholder,
  className = '',
  empty,
  more,
  ...rest
}: SelectProps & {
  onInputChange?: (text: string) => void;
  defaultInputValue?: string;
  more?: MoreOptions;
}) {
  const { t } = useLingui();
  return (
    <AriaComboBox
      validationBehavior="aria"
      {...rest}
      value={value}
      onChange={(key) => onChange(key === null ? null : String(key))}
      // Found by the caller: filtering them again would empty the list while the next ones are on their way.
      items={options}
      isInvalid={Boolean(error)}
      allowsEmptyCollection
      className={`grid gap-1.5 ${className}`}
    >
      <FieldLabel label={label} optional={optional} />
      <FieldHint hint={hint} />
      <div className="relative">
        {/* What is typed has its own direction; its place, the placeholder and the room for the arrow have the page's. */}
        <ListOpener
          className="control in-[html[dir=ltr]]:pr-11 in-[html[dir=ltr]]:text-left in-[html[dir=rtl]]:pl-11 in-[html[dir=rtl]]:text-right placeholder-shown:[direction:inherit]"
          placeholder={placeholder}
          dir="auto"
        />
        <AriaButton
          aria-label={t`Show the list`}
          className="absolute inset-y-0 end-0 grid w-11 cursor-pointer place-items-center text-ink-soft"
        >
          <ChevronDownIcon />
        </AriaButton>
      </div>
      <FieldErrorText error={error} />
      <OptionList options={options} empty={empty} more={more} />
    </AriaComboBox>
  );
}

/** A press opens the list; the focus alone does not, because a dialog begins with it. */
function ListOpener(props: InputProps) {
  const state = use(ComboBoxStateContext);
  return <Input {...props} onClick={() => state?.open(null, 'manual')} />;
}

function OptionList({
  options,
  empty,
  more,
}: {
  options: readonly Option[];
  empty?: ReactNode;
  more?: MoreOptions;
}) {
  return (
    <Popover
      offset={4}
      className="w-(--trigger-width) min-w-48 overflow-hidden rounded-md border border-line-strong bg-raised shadow-float entering:animate-[appear_150ms_ease-out]"
    >
      <ListBox<Option>
        className="max-h-72 overflow-y-auto p-1 outline-none"
        renderEmptyState={() => <div className="px-3 py-2.5 text-sm text-ink-soft">{empty}</div>}
      >
        <Collection items={options}>{optionItem}</Collection>
        {more ? (
          <ListBoxLoadMoreItem
            isLoading={more.isLoading}
            onLoadMore={more.load}
            className="grid place-items-center p-3"
          >
            <Spinner />
          </ListBoxLoadMoreItem>
        ) : null}
      </ListBox>
    </Popover>
  );
}

const optionItem = (option: Option) => (
  <ListBoxItem
    id={option.id}
    textValue={option.label}
    className="flex min-h-10 cursor-pointer items-center justify-between gap-3 rounded-sm px-3 py-1.5 outline-none data-focused:bg-sunk data-selected:font-semibold"
  >
    {({ isSelected }) => (
      <>
        <span>
          <Text slot="label">
            <bdi translate={option.isExact ? 'no' : 'yes'}>{option.label}</bdi>
          </Text>
          {option.detail ? (
            <Text slot="description" className="block text-sm font-normal text-ink-soft">
              {option.detail}
            </Text>
          ) : null}
        </span>
        {isSelected ? <CheckIcon className="size-4 text-palm" /> : null}
      </>
    )}
  </ListBoxItem>
);
