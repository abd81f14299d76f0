import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { OperationId } from '#api/operations.ts';
import { messageOf } from '../api/api-error.ts';
import { download, type CallInput } from '../api/call.ts';
import { Button } from '../ui/button.tsx';
import { DownloadIcon } from '../ui/icons.tsx';
import { saveFile } from '../ui/save-text.ts';
import { toast } from '../ui/toaster.tsx';

/** The whole list that is on the screen, narrowed as it is, as a file. `input` asks for it with `format: 'csv'`. */
export function TakeCsv<Id extends OperationId>({ of, input }: { of: Id; input: CallInput<Id> }) {
  const { t } = useLingui();
  const [isLoading, setLoading] = useState(false);
  const take = async () => {
    setLoading(true);
    try {
      const { name, content } = await download(of, input);
      saveFile(name, content);
    } catch (error) {
      toast.error(messageOf(error, t`The file could not be loaded.`));
    } finally {
      setLoading(false);
    }
  };
  return (
    <Button tone="secondary" isPending={isLoading} onPress={() => void take()}>
      <DownloadIcon />
      <Trans>Download as CSV</Trans>
    </Button>
  );
}
