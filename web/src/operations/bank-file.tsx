import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button as AriaButton, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import type { QueryOf } from '#api/contract.ts';
import { call } from '../api/call.ts';
import { useSaving } from '../files/save-button.tsx';
import { buttonLook } from '../ui/button.tsx';
import { DownloadIcon } from '../ui/icons.tsx';
import { saveText } from '../ui/save-text.ts';
import { toast } from '../ui/toaster.tsx';

type Format = NonNullable<QueryOf<'payout_run_file'>['format']>;

const formats: readonly { id: Format; name: string }[] = [
  { id: 'csv', name: 'CSV' },
  { id: 'pain.001.001.03', name: 'pain.001.001.03' },
  { id: 'pain.001.001.12', name: 'pain.001.001.12' },
];

/** The lines of a run that the bank is still to pay as a file for it, in the format that it takes. */
export function BankFile({ runId }: { runId: string }) {
  const { t } = useLingui();
  const { isSaving, start } = useSaving(t`The file could not be loaded.`);
  const save = async (format: Format) => {
    const file = await call('payout_run_file', { params: { id: runId }, query: { format } });
    saveText(file.name, file.content, file.content_type);
    const { suspended_count } = file;
    if (suspended_count === 0) return;
    toast.info(
      t`${plural(suspended_count, {
        one: '# payout is not in the file: its agency is suspended.',
        other: '# payouts are not in the file: their agencies are suspended.',
      })}`,
    );
  };
  return (
    <MenuTrigger>
      <AriaButton isPending={isSaving} className={buttonLook('secondary')}>
        <DownloadIcon />
        <Trans>Bank file</Trans>
      </AriaButton>
      <Popover className="min-w-48 rounded-md border border-line-strong bg-raised shadow-float">
        <Menu
          aria-label={t`Format of the bank file`}
          className="p-1 outline-none"
          onAction={(id) => start(() => save(id as Format))}
        >
          {formats.map(({ id, name }) => (
            <MenuItem
              key={id}
              id={id}
              textValue={name}
              className="flex min-h-10 cursor-pointer items-center rounded-sm px-3 outline-none data-focused:bg-sunk"
            >
              <bdi dir="ltr">{name}</bdi>
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
