import { useLingui } from '@lingui/react/macro';
import { useId, type FocusEvent, type ReactNode } from 'react';
import { useController } from 'react-hook-form';
import { fileRules, type FileKind } from '#domain/files/file-rules.ts';
import { DownloadButton } from '../files/save-button.tsx';
import { useFileHint } from '../files/file-words.ts';
import type { ChosenFiles } from '../files/use-chosen-files.ts';
import { FileField, type FieldFile } from '../ui/file-field.tsx';
import { MoneyField } from '../ui/money-field.tsx';
import { TextField, type TextFieldProps } from '../ui/text-field.tsx';

type ProfileFieldProps = Omit<TextFieldProps, 'name' | 'value' | 'onChange' | 'error'> & {
  name: string;
  /** What leaving the field makes of its text. */
  tidy?: (typed: string) => string;
};

function useProfileField(name: string, tidy?: (typed: string) => string) {
  const { field, fieldState } = useController<Record<string, string>>({ name });
  return {
    // The address of the field: `#iban` leads to it.
    id: name,
    name,
    value: field.value ?? '',
    onChange: field.onChange,
    onBlur: ({ relatedTarget }: FocusEvent) => {
      if (tidy && field.value?.trim()) field.onChange(tidy(field.value));
      // On the way to a button no words appear: they would push it from under the pointer. It checks by itself.
      if (!(relatedTarget instanceof HTMLButtonElement)) field.onBlur();
    },
    error: fieldState.error?.message,
  };
}

/** One text of the profile, with its problem in words. */
export function ProfileText({ name, tidy, ...rest }: ProfileFieldProps) {
  return <TextField {...rest} {...useProfileField(name, tidy)} />;
}

/** One amount of the profile. */
export function ProfileAmount({ name, tidy, ...rest }: Omit<ProfileFieldProps, 'ltr'>) {
  return <MoneyField {...rest} {...useProfileField(name, tidy)} />;
}

/** A part of a step, named. */
export function FieldGroup({
  title,
  lead,
  children,
}: {
  title: ReactNode;
  lead?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <fieldset
      aria-labelledby={id}
      className="min-w-0 border-t border-line pt-7 first:border-t-0 first:pt-0"
    >
      <h3 id={id} className="text-lg font-semibold">
        {title}
      </h3>
      {lead ? <p className="mt-1 max-w-prose text-sm text-ink-soft">{lead}</p> : null}
      <div className="mt-5 grid grid-cols-1 gap-5">{children}</div>
    </fieldset>
  );
}

/**
 * A document of the profile: what is stored, to be opened or replaced (several: added to), and what was chosen just
 * now, with its upload. `problem` is the server's.
 */
export function DocumentField({
  field,
  kind,
  label,
  several = false,
  stored,
  chosen,
  problem,
}: {
  /** The form's name for it, and its address. */
  field: string;
  kind: FileKind;
  label: string;
  several?: boolean;
  /** Paths within the kind's store. */
  stored: readonly string[];
  chosen: ChosenFiles;
  problem?: string;
}) {
  const { t } = useLingui();
  const hintOf = useFileHint();
  const now = chosen.files.filter((one) => one.kind === kind);
  const rows: FieldFile[] = now.map((one) => ({
    key: one.key,
    name: one.file.name,
    state: one.state,
    progress: one.progress,
    message: one.message,
    detail: one.state === 'waiting' ? t`Sent when you save` : undefined,
  }));
  const storedRows = useStoredRows(kind, label, several, stored);
  const chooseMore = several ? t`Add files` : t`Replace the file`;
  return (
    <div id={field} className="scroll-mt-8">
      <FileField
        label={label}
        hint={hintOf(kind)}
        accept={fileRules[kind].extensions}
        multiple={several}
        chooseLabel={stored.length > 0 ? chooseMore : undefined}
        // What takes a stored file's place stands in its place.
        files={several || now.length === 0 ? [...storedRows, ...rows] : rows}
        onChoose={(list) => chosen.choose(kind, list, { several })}
        onRemove={chosen.remove}
        onRetry={chosen.retry}
        error={chosen.refusals[kind] ?? problem}
        onLeaveOut={chosen.refusals[kind] ? () => chosen.leaveOut(kind) : undefined}
      />
    </div>
  );
}

function useStoredRows(
  kind: FileKind,
  label: string,
  several: boolean,
  stored: readonly string[],
): FieldFile[] {
  const { t } = useLingui();
  return stored.map((path, index) => {
    const number = index + 1;
    const name = several ? t`Document ${number}` : label;
    return {
      key: path,
      name,
      state: 'done',
      isStored: true,
      detail: t`Saved`,
      action: (
        <DownloadButton store={fileRules[kind].store} path={path} label={t`Download ${name}`}>
          {t`Download`}
        </DownloadButton>
      ),
    };
  });
}
