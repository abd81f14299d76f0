import { useLingui } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import type { Store } from '#domain/files/file-rules.ts';
import { messageOf } from '../api/api-error.ts';
import { Button } from '../ui/button.tsx';
import { DownloadIcon } from '../ui/icons.tsx';
import { toast } from '../ui/toaster.tsx';
import { downloadFile } from './download-file.ts';

/** Saves a stored file. `label` is its name for those who hear the page. */
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

/** Has something saved; says why when it cannot be opened. */
export function SaveButton({
  save,
  label,
  children,
}: {
  save: () => Promise<void>;
  label?: string;
  children: ReactNode;
}) {
  const { t } = useLingui();
  const [pending, setPending] = useState(false);
  const download = () => {
    setPending(true);
    save()
      .catch((error: unknown) =>
        toast.error(messageOf(error, t`The file could not be opened. Please try again.`)),
      )
      .finally(() => setPending(false));
  };
  return (
    <Button tone="quiet" size="small" aria-label={label} isPending={pending} onPress={download}>
      {pending ? null : <DownloadIcon />}
      {children}
    </Button>
  );
}
