import { Trans, useLingui } from '@lingui/react/macro';
import { useId, type ReactNode } from 'react';
import { DropZone, FileTrigger, isFileDropItem, ProgressBar } from 'react-aria-components';
import { Button, IconButton } from './button.tsx';
import type { FieldProps } from './field.tsx';
import { AlertIcon, CheckIcon, CrossIcon, FileIcon, UploadIcon } from './icons.tsx';
import { TriggerButton } from './trigger-button.tsx';

export interface FieldFile {
  key: string;
  name: string;
  /** `waiting`: chosen, and sent with the form. */
  state: 'waiting' | 'uploading' | 'done' | 'failed';
  /** 0 to 100 while uploading. */
  progress?: number;
  /** Why it failed, in words. */
  message?: string;
  /** Beside the name of a finished file, such as a link to open it. */
  action?: ReactNode;
  /** Under the name: when it was added, that it waits. */
  detail?: ReactNode;
  /** What is stored already is replaced, never removed. */
  isStored?: boolean;
}

interface FileFieldProps extends Omit<FieldProps, 'optional'> {
  /** Extensions with their dot: [".pdf", ".jpg"]. The screen checks them again; dropping does not. */
  accept: readonly string[];
  /** In words and first: "PDF, JPG or PNG, up to 10 MB". */
  hint: ReactNode;
  multiple?: boolean;
  /** The button's words, where "Choose a file" does not say enough. */
  chooseLabel?: ReactNode;
  files: readonly FieldFile[];
  onChoose: (files: File[]) => void;
  /** Cancels a running upload, or forgets a finished one. Without it files cannot be removed. */
  onRemove?: (key: string) => void;
  onRetry?: (key: string) => void;
  /** Where `error` is about a file that was refused: goes on without it. */
  onLeaveOut?: () => void;
  isDisabled?: boolean;
}

/** A place to drop files on and a button to choose them; uploading and its rules are the screen's part. */
export function FileField({
  label,
  hint,
  error,
  accept,
  multiple = false,
  chooseLabel,
  files,
  onChoose,
  onRemove,
  onRetry,
  onLeaveOut,
  isDisabled = false,
}: FileFieldProps) {
  const { t } = useLingui();
  const ids = { label: useId(), hint: useId(), error: useId() };
  const described = `${ids.hint}${error ? ` ${ids.error}` : ''}`;
  return (
    <fieldset
      aria-labelledby={ids.label}
      aria-describedby={described}
      data-invalid={error ? true : undefined}
      className="grid min-w-0 grid-cols-1 gap-1.5"
    >
      <span id={ids.label} className="text-sm font-semibold">
        {label}
      </span>
      <span id={ids.hint} className="text-sm text-ink-soft">
        {hint}
      </span>
      <DropZone
        aria-label={t`Drop files here`}
        isDisabled={isDisabled}
        getDropOperation={() => 'copy'}
        onDrop={(event) => {
          const dropped = event.items.filter(isFileDropItem).map((item) => item.getFile());
          void Promise.all(dropped).then((list) => onChoose(multiple ? list : list.slice(0, 1)));
        }}
        className={`flex flex-wrap items-center gap-x-4 gap-y-2 rounded-sm border border-dashed bg-raised px-4 py-3 transition-colors duration-150 data-drop-target:border-palm data-drop-target:bg-palm-wash ${error ? 'border-overdue' : 'border-line-strong'}`}
      >
        <FileTrigger
          acceptedFileTypes={[...accept]}
          allowsMultiple={multiple}
          onSelect={(list) => onChoose([...(list ?? [])])}
        >
          <TriggerButton
            tone="secondary"
            size="small"
            isDisabled={isDisabled}
            data-choose
            aria-describedby={`${ids.label} ${described}`}
          >
            <UploadIcon />
            {chooseLabel ?? <ChooseWords multiple={multiple} again={files.length > 0} />}
          </TriggerButton>
        </FileTrigger>
        <span className="text-sm text-ink-faint max-sm:hidden">
          {multiple ? <Trans>or drop them here</Trans> : <Trans>or drop it here</Trans>}
        </span>
      </DropZone>
      {error ? (
        <div className="flex items-start gap-1.5 text-sm font-medium text-overdue">
          <AlertIcon className="mt-0.5" />
          <p id={ids.error} className="min-w-0 grow wrap-anywhere">
            {error}
          </p>
          {onLeaveOut ? (
            <Button
              tone="quiet"
              size="small"
              className="-mt-2 shrink-0 whitespace-nowrap"
              aria-describedby={`${ids.label} ${ids.error}`}
              onPress={onLeaveOut}
            >
              <Trans>Remove</Trans>
            </Button>
          ) : null}
        </div>
      ) : null}
      {files.length > 0 ? (
        <ul className="grid grid-cols-1">
          {files.map((file) => (
            <FileRow key={file.key} file={file} onRemove={onRemove} onRetry={onRetry} />
          ))}
        </ul>
      ) : null}
    </fieldset>
  );
}

function ChooseWords({ multiple, again }: { multiple: boolean; again: boolean }) {
  if (multiple) return <Trans>Choose files</Trans>;
  return again ? <Trans>Choose another file</Trans> : <Trans>Choose a file</Trans>;
}

function FileRow({
  file,
  onRemove,
  onRetry,
}: {
  file: FieldFile;
  onRemove?: (key: string) => void;
  onRetry?: (key: string) => void;
}) {
  const { t } = useLingui();
  const { name } = file;
  return (
    <li
      data-failed={file.state === 'failed' ? true : undefined}
      className="flex min-h-12 items-center gap-3 border-b border-line py-1"
    >
      <FileRowIcon state={file.state} />
      <div className="min-w-0 grow">
        <p title={name} className="truncate text-sm font-medium">
          <bdi translate="no">{name}</bdi>
        </p>
        {file.detail ? <p className="text-sm text-ink-soft">{file.detail}</p> : null}
        {file.state === 'uploading' ? (
          <ProgressBar aria-label={t`Uploading ${name}`} value={file.progress ?? 0}>
            {({ percentage }) => (
              <span className="mt-1 block h-1 overflow-hidden rounded-sm bg-line">
                <span
                  className="block h-full bg-palm transition-[width] duration-150 forced-colors:bg-[CanvasText]"
                  style={{ width: `${percentage}%` }}
                />
              </span>
            )}
          </ProgressBar>
        ) : null}
        {file.message ? (
          <p role="alert" className="text-sm text-overdue">
            {file.message}
          </p>
        ) : null}
        {file.state === 'failed' && onRetry ? (
          <Button
            tone="secondary"
            size="small"
            className="mt-1.5 mb-1"
            onPress={() => onRetry(file.key)}
          >
            <Trans>Try again</Trans>
          </Button>
        ) : null}
      </div>
      {file.action}
      {onRemove && !file.isStored ? (
        <IconButton
          label={file.state === 'uploading' ? t`Cancel ${name}` : t`Remove ${name}`}
          onPress={() => onRemove(file.key)}
          className="-me-2"
        >
          <CrossIcon />
        </IconButton>
      ) : null}
    </li>
  );
}

function FileRowIcon({ state }: { state: FieldFile['state'] }) {
  if (state === 'done') return <CheckIcon className="size-5 text-paid" />;
  if (state === 'failed') return <AlertIcon className="size-5 text-overdue" />;
  return <FileIcon className="size-5 text-ink-faint" />;
}
