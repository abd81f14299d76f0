import { useLingui } from '@lingui/react/macro';
import { useId, type ComponentProps, type ReactNode } from 'react';
import { fileRules, type FileKind } from '#domain/files/file-rules.ts';
import { DownloadButton } from '../files/save-button.tsx';
import { PictureOffer } from '../files/picture-offer.tsx';
import { useFileHint } from '../files/file-words.ts';
import type { ChosenFiles } from '../files/use-chosen-files.ts';
import { FormMoneyField, FormTextField, useMessageAt } from '../ui/forms/form.tsx';
import { FileField, type FieldFile } from '../ui/file-field.tsx';

/** One text of the profile. The address of the field is its name: `#iban` leads to it. */
export function ProfileText(props: ComponentProps<typeof FormTextField>) {
  return <FormTextField id={props.name} {...props} />;
}

/** One amount of the profile. */
export function ProfileAmount(props: ComponentProps<typeof FormMoneyField>) {
  return <FormMoneyField id={props.name} {...props} />;
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
 * now, with its upload.
 */
export function DocumentField({
  field,
  kind,
  label,
  several = false,
  stored,
  chosen,
}: {
  /** The form's name for it, and its address. */
  field: string;
  kind: FileKind;
  label: string;
  several?: boolean;
  /** Paths within the kind's store. */
  stored: readonly string[];
  chosen: ChosenFiles;
}) {
  const { t } = useLingui();
  const hintOf = useFileHint();
  const messageAt = useMessageAt();
  const now = chosen.files.filter((one) => one.kind === kind);
  const rows: FieldFile[] = now.map((one) => ({
    ...one,
    detail:
      (one.smaller && <PictureOffer file={one} chosen={chosen} />) ||
      (one.state === 'waiting' && t`Sent when you save`),
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
        // A file that replaces a stored one is shown in its place.
        files={several || now.length === 0 ? [...storedRows, ...rows] : rows}
        onChoose={(list) => void chosen.choose(kind, list, { several })}
        onRemove={chosen.remove}
        onRetry={chosen.retry}
        error={chosen.refusals[kind] ?? messageAt(field)}
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
