import { Trans, useLingui } from '@lingui/react/macro';
import { Button as AriaButton, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import type { QueryOf } from '#api/contract.ts';
import type { PayoutFileContent } from '#api/payout-runs.ts';
import { useSaving } from '../../files/save-button.tsx';
import { buttonLook } from '../../ui/button.tsx';
import { DownloadIcon } from '../../ui/icons.tsx';
import { saveText } from '../../ui/save-text.ts';

type BankFormat = NonNullable<QueryOf<'download_payout_file'>['format']>;

const formats: readonly { id: BankFormat; name: string }[] = [
  { id: 'csv', name: 'CSV' },
  { id: 'pain.001.001.03', name: 'pain.001.001.03' },
  { id: 'pain.001.001.12', name: 'pain.001.001.12' },
];

/** A file as it was made, in the format that the bank takes: the same bytes each time. */
export function DownloadBankFile({
  file: { file_no, debtor_iban },
  load,
}: {
  file: { file_no: number; debtor_iban: string | null };
  load: (format: BankFormat) => Promise<PayoutFileContent>;
}) {
  const { t } = useLingui();
  const { isSaving, start } = useSaving(t`The file could not be loaded.`);
  const save = async (format: BankFormat) => {
    const file = await load(format);
    saveText(file.name, file.content, file.content_type);
  };
  // ISO 20022 names the account that pays.
  const offered = formats.filter(({ id }) => id === 'csv' || debtor_iban !== null);
  return (
    <MenuTrigger>
      <AriaButton
        isPending={isSaving}
        aria-label={t`Download file ${file_no}`}
        className={buttonLook('secondary', 'small')}
      >
        <DownloadIcon />
        <Trans>Download</Trans>
      </AriaButton>
      <Popover
        placement="bottom end"
        className="min-w-48 rounded-md border border-line-strong bg-raised shadow-float"
      >
        <Menu
          aria-label={t`Format of the file`}
          className="p-1 outline-none"
          onAction={(id) => start(() => save(id as BankFormat))}
        >
          {offered.map(({ id, name }) => (
            <MenuItem
              key={id}
              id={id}
              textValue={name}
              className="flex min-h-10 cursor-pointer items-center rounded-sm px-3 outline-none data-focused:bg-sunk"
            >
              <bdi translate="no" dir="ltr">
                {name}
              </bdi>
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
