import { useLingui } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import type { Store } from '#domain/files/file-rules.ts';
import { messageOf } from '../api/api-error.ts';
import { Button, type ButtonSize, type ButtonTone } from '../ui/button.tsx';
import { DownloadIcon } from '../ui/icons.tsx';
import { toast } from '../ui/toaster.tsx';
import { downloadFile } from './download-file.ts';

/** Saves a stored file. `label`: its accessible name. */
export function DownloadButton({
  store,
  path,
  ...rest
}: {
  store: Store;
  path: string;
  label?: string;
  children: ReactNode;
}) {
  return <SaveButton {...rest} save={() => downloadFile(store, path)} />;
}

/** Has something saved. The small quiet one stands in a row of its file, the large one among what a page offers. */
export function SaveButton({
  save,
  problem,
  label,
  tone = 'quiet',
  children,
}: {
  save: () => Promise<void>;
  /** What to say when it fails and the server does not say why. */
  problem?: string;
  /** The accessible name, where `children` are too short. */
  label?: string;
  tone?: Extract<ButtonTone, 'quiet' | 'secondary'>;
  children: ReactNode;
}) {
  const { isSaving, start } = useSaving(problem);
  const size: ButtonSize = tone === 'quiet' ? 'small' : 'medium';
  return (
    <Button
      tone={tone}
      size={size}
      aria-label={label}
      className="print:hidden"
      isPending={isSaving}
      onPress={() => start(save)}
    >
      {isSaving ? null : <DownloadIcon />}
      {children}
    </Button>
  );
}

/** Whether a file is being saved, and the function that saves one; a failure is a toast. */
export function useSaving(problem?: string): {
  isSaving: boolean;
  start: (save: () => Promise<void>) => void;
} {
  const { t } = useLingui();
  const [isSaving, setSaving] = useState(false);
  const start = (save: () => Promise<void>) => {
    setSaving(true);
    save()
      .catch((error: unknown) =>
        toast.error(
          messageOf(error, problem ?? t`The file could not be opened. Please try again.`),
          { cause: error },
        ),
      )
      .finally(() => setSaving(false));
  };
  return { isSaving, start };
}
