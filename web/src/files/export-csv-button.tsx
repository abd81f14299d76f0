import { Trans, useLingui } from '@lingui/react/macro';
import type { OperationId } from '#api/operations.ts';
import { download, type CallInput } from '../api/call.ts';
import { useLanguage } from '../ui/language-switch.tsx';
import { saveFile } from '../ui/save-text.ts';
import { downloadGenerated } from './download-file.ts';
import { SaveButton } from './save-button.tsx';

/**
 * Downloads the whole list with the screen's filters, as CSV or as an Excel file, which the browser makes of it. `input` has
 * `format: 'csv'`.
 */
export function ExportCsvButton<Id extends OperationId>({
  of,
  input,
}: {
  of: Id;
  input: CallInput<Id>;
}) {
  const { t } = useLingui();
  const rightToLeft = useLanguage() === 'ar';
  const saveAsExcel = async () => {
    const [{ name, content }, { excelFile }] = await Promise.all([
      download(of, input),
      import('./excel-file.ts'),
    ]);
    const file = await excelFile(await content.text(), { rightToLeft });
    saveFile(name.replace(/\.csv$/, '.xlsx'), file);
  };
  const problem = t`The file could not be loaded.`;
  return (
    <>
      <SaveButton tone="secondary" problem={problem} save={() => downloadGenerated(of, input)}>
        <Trans>Download as CSV</Trans>
      </SaveButton>
      <SaveButton tone="secondary" problem={problem} save={saveAsExcel}>
        <Trans>Download for Excel</Trans>
      </SaveButton>
    </>
  );
}
