import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { PayoutRunDetails } from '#api/payout-runs.ts';
import type { RefundFile } from '#api/refunds.ts';
import { DateTime } from '../../ui/date-time.tsx';
import { IsoDate } from '../../ui/iso-date.tsx';
import { Money } from '../../ui/money.tsx';
import type { Column } from '../../ui/table.tsx';
import { DownloadBankFile } from './download-bank-file.tsx';

type BankFile = PayoutRunDetails['files'][number] | RefundFile;

/** Files for the bank: of payouts, or of refunds. `counted`: what is counted in them. */
export function bankFileColumns<File extends BankFile>(
  counted: ReactNode,
  load: (file: File) => Parameters<typeof DownloadBankFile>[0]['load'],
): Column<File>[] {
  return [
    {
      id: 'no',
      header: <Trans>File</Trans>,
      cell: ({ file_no, message_id }) => (
        <span className="grid justify-items-start">
          <bdi translate="no">{file_no}</bdi>
          {/* What the bank knows it by: it is read out when a file is asked about. */}
          <bdi
            translate="no"
            dir="ltr"
            className="text-xs font-normal text-ink-soft rows:whitespace-nowrap cards:wrap-anywhere"
          >
            {message_id}
          </bdi>
        </span>
      ),
    },
    {
      id: 'made',
      header: <Trans>Created</Trans>,
      cell: ({ made_at }) => <DateTime at={made_at} />,
    },
    {
      id: 'pays',
      header: <Trans>The bank pays on</Trans>,
      cell: ({ execution_date }) => (execution_date ? <IsoDate date={execution_date} /> : '—'),
    },
    {
      id: 'by',
      header: <Trans>Created by</Trans>,
      cell: ({ made_by }) => <bdi translate="no">{made_by}</bdi>,
    },
    {
      id: 'count',
      header: counted,
      cell: ({ count, unanswered_count }) => (
        <span className="grid">
          <span>{count}</span>
          {unanswered_count > 0 ? (
            <span className="text-sm whitespace-nowrap text-ink-soft">
              <Trans>Not answered: {unanswered_count}</Trans>
            </span>
          ) : null}
        </span>
      ),
    },
    {
      id: 'amount',
      header: <Trans>Amount</Trans>,
      figures: true,
      cell: ({ amount_sar }) => <Money amount={amount_sar} />,
    },
    {
      id: 'download',
      header: <Trans>Download</Trans>,
      cell: (file) => <DownloadBankFile file={file} load={load(file)} />,
    },
  ];
}
