import { Trans, useLingui } from '@lingui/react/macro';
import type { OperationId } from '#api/operations.ts';
import type { CallInput } from '../api/call.ts';
import { downloadGenerated } from './download-file.ts';
import { SaveButton } from './save-button.tsx';

/** Downloads the whole list with the screen's filters as CSV. `input` has `format: 'csv'`. */
export function ExportCsvButton<Id extends OperationId>({
  of,
  input,
}: {
  of: Id;
  input: CallInput<Id>;
}) {
  const { t } = useLingui();
  return (
    <SaveButton
      tone="secondary"
      problem={t`The file could not be loaded.`}
      save={() => downloadGenerated(of, input)}
    >
      <Trans>Download as CSV</Trans>
    </SaveButton>
  );
}
