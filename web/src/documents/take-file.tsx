import { useLingui } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import type { OperationId } from '#api/operations.ts';
import { messageOf } from '../api/api-error.ts';
import { download, type CallInput } from '../api/call.ts';
import { Button } from '../ui/button.tsx';
import { DownloadIcon } from '../ui/icons.tsx';
import { saveFile } from '../ui/save-text.ts';
import { toast } from '../ui/toaster.tsx';

/** Saves a document that is made when it is asked for; says why when it cannot be. */
export function TakeFile<Id extends OperationId>({
  of,
  input,
  label,
  small = false,
  children,
}: {
  of: Id;
  input: CallInput<Id>;
  /** Its name for those who hear the page, where `children` are too short. */
  label?: string;
  small?: boolean;
  children: ReactNode;
}) {
  const { t } = useLingui();
  const [isLoading, setLoading] = useState(false);
  const take = async () => {
    setLoading(true);
    try {
      const { name, content } = await download(of, input);
      saveFile(name, content);
    } catch (error) {
      toast.error(messageOf(error, t`The document could not be made. Please try again.`));
    } finally {
      setLoading(false);
    }
  };
  return (
    <Button
      tone={small ? 'quiet' : 'secondary'}
      size={small ? 'small' : undefined}
      aria-label={label}
      isPending={isLoading}
      onPress={() => void take()}
    >
      <DownloadIcon />
      {children}
    </Button>
  );
}
