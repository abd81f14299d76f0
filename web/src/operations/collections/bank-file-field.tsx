import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { FileField, type FieldFile } from '../../ui/file-field.tsx';
import { useRefusedFileWords } from './bank-statement-labels.ts';

/** Sends a file of the bank's as soon as it is chosen, and says why one is refused. */
export function BankFileField<Reply>({
  label,
  hint,
  accept,
  maxBytes,
  tooLarge,
  upload,
  whenSent,
  onLoaded,
}: {
  label: ReactNode;
  hint: ReactNode;
  accept: readonly string[];
  maxBytes: number;
  /** What is said of a larger file. */
  tooLarge: string;
  upload: (file: File, options: { onProgress: (percent: number) => void }) => Promise<Reply>;
  /** What is said while the server reads the file. */
  whenSent?: ReactNode;
  onLoaded: (reply: Reply) => unknown;
}) {
  const queryClient = useQueryClient();
  const problemOf = useRefusedFileWords();
  const [chosen, setChosen] = useState<FieldFile | null>(null);
  const start = async (file: File) => {
    const shown = { key: 'file', name: file.name };
    const fail = (message: string) => setChosen({ ...shown, state: 'failed', message });
    if (file.size > maxBytes) {
      fail(tooLarge);
      return;
    }
    setChosen({ ...shown, state: 'uploading', progress: 0 });
    try {
      const reply = await upload(file, {
        onProgress: (progress) =>
          setChosen({
            ...shown,
            state: 'uploading',
            progress,
            ...(progress === 100 && whenSent && { detail: whenSent }),
          }),
      });
      void queryClient.invalidateQueries();
      await onLoaded(reply);
      setChosen(null);
    } catch (error) {
      fail(problemOf(error));
    }
  };
  return (
    <FileField
      label={label}
      hint={hint}
      accept={accept}
      files={chosen ? [chosen] : []}
      isDisabled={chosen?.state === 'uploading'}
      onChoose={([file]) => {
        if (file) void start(file);
      }}
      onRemove={chosen?.state === 'failed' ? () => setChosen(null) : undefined}
    />
  );
}
