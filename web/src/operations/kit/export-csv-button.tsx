import { Trans, useLingui } from '@lingui/react/macro';
import type { OperationId } from '#api/operations.ts';
import type { CallInput } from '../../api/call.ts';
import { downloadGenerated } from '../../files/download-file.ts';
import { SaveButton } from '../../files/save-button.tsx';

/** The whole list that is on the screen, narrowed as it is, as a file. `input` asks for it with `format: 'csv'`. */
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
