import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { MAX_FILE_BYTES } from '#domain/files/file-rules.ts';
import { messageOf } from '../api/api-error.ts';
import { uploadBudgetStatement } from '../api/upload.ts';
import { FileField, type FieldFile } from '../ui/file-field.tsx';

/** The name of a format. */
const camt = 'camt.053';

/** Takes the bank's file of a request as soon as it is chosen, and says why one is refused. */
export function AddBudgetStatement({ requestId }: { requestId: string }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const [chosen, setChosen] = useState<FieldFile | null>(null);
  const start = async (file: File) => {
    const shown = { key: 'file', name: file.name };
    if (file.size > MAX_FILE_BYTES) {
      setChosen({ ...shown, state: 'failed', message: t`This file is larger than 10 MB.` });
      return;
    }
    setChosen({ ...shown, state: 'uploading', progress: 0 });
    try {
      await uploadBudgetStatement(file, {
        requestId,
        onProgress: (progress) => setChosen({ ...shown, state: 'uploading', progress }),
      });
      setChosen(null);
      await queryClient.invalidateQueries();
    } catch (error) {
      setChosen({ ...shown, state: 'failed', message: messageOf(error) });
    }
  };
  return (
    <FileField
      label={<Trans>The same months as a file of your bank</Trans>}
      hint={
        <Trans>
          CSV or {camt}, up to 10 MB. What came in is summed by month; once we have compared it with
          the PDF it is proof of your revenue.
        </Trans>
      }
      accept={['.csv', '.xml', '.txt']}
      files={chosen ? [chosen] : []}
      onChoose={(files) => {
        if (files[0]) void start(files[0]);
      }}
      onRemove={() => setChosen(null)}
    />
  );
}
