import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { DayOrder } from '#domain/servicing/bank-statement-line.ts';
import { ApiError } from '../../api/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { IsoDate } from '../../ui/iso-date.tsx';
import { Notice } from '../../ui/notice.tsx';
import { FileField, type FieldFile } from '../../ui/file-field.tsx';
import { useDayOrderWord, useRefusedFileWords } from './bank-statement-labels.ts';

type Readings = ApiError['readings'];

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
  upload: (
    file: File,
    options: { onProgress: (percent: number) => void; dayOrder: DayOrder | undefined },
  ) => Promise<Reply>;
  /** What is said while the server reads the file. */
  whenSent?: ReactNode;
  onLoaded: (reply: Reply) => unknown;
}) {
  const queryClient = useQueryClient();
  const problemOf = useRefusedFileWords();
  const [chosen, setChosen] = useState<FieldFile | null>(null);
  const [refused, setRefused] = useState<{ file: File; readings: Readings } | null>(null);
  const start = async (file: File, dayOrder?: DayOrder) => {
    const shown = { key: 'file', name: file.name };
    setRefused(null);
    const fail = (message: string) => setChosen({ ...shown, state: 'failed', message });
    if (file.size > maxBytes) {
      fail(tooLarge);
      return;
    }
    setChosen({ ...shown, state: 'uploading', progress: 0 });
    try {
      const reply = await upload(file, {
        dayOrder,
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
      if (error instanceof ApiError && error.readings.length > 0)
        setRefused({ file, readings: error.readings });
    }
  };
  const remove = () => {
    setChosen(null);
    setRefused(null);
  };
  return (
    <div className="grid gap-4">
      <FileField
        label={label}
        hint={hint}
        accept={accept}
        files={chosen ? [chosen] : []}
        isDisabled={chosen?.state === 'uploading'}
        onChoose={([file]) => {
          if (file) void start(file);
        }}
        onRemove={chosen?.state === 'failed' ? remove : undefined}
      />
      {refused ? (
        <DayReadings
          readings={refused.readings}
          onChoose={(dayOrder) => void start(refused.file, dayOrder)}
        />
      ) : null}
    </div>
  );
}

/** The first and the last day of a file, as they are in each order of day and month. */
function DayReadings({
  readings,
  onChoose,
}: {
  readings: Readings;
  onChoose: (order: DayOrder) => void;
}) {
  const orderWord = useDayOrderWord();
  return (
    <Notice tone="info" title={<Trans>Which are the days of this statement?</Trans>}>
      <p>
        <Trans>
          Later files of the account are read as you choose, unless they show it themselves.
        </Trans>
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        {readings.map(({ day_order, from, to }) => (
          <Button key={day_order} tone="secondary" onPress={() => onChoose(day_order)}>
            <span>
              {orderWord(day_order)} · <IsoDate date={from} />
              {from === to ? null : (
                <>
                  {' – '}
                  <IsoDate date={to} />
                </>
              )}
            </span>
          </Button>
        ))}
      </div>
    </Notice>
  );
}
