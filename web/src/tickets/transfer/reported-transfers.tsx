import { Trans, useLingui } from '@lingui/react/macro';
import type { TransferReport } from '#api/transfer-reports.ts';
import { decimalFromHalalas, halalasFromDecimal } from '#domain/money.ts';
import { useIdempotentMutation } from '../../api/use-idempotent-mutation.ts';
import { DownloadButton } from '../../files/save-button.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { BanIcon, CheckIcon, ClockIcon, CrossIcon, InfoIcon } from '../../ui/icons.tsx';
import { DueDate } from '../../ui/iso-date.tsx';
import { Money } from '../../ui/money.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { toast } from '../../ui/toaster.tsx';

/** What the company said that it has transferred, and what we found. */
export function ReportedTransfers({ reports }: { reports: readonly TransferReport[] }) {
  const { t } = useLingui();
  return (
    <Card title={<Trans>Reported transfers</Trans>}>
      <Table
        label={t`Reported transfers`}
        columns={useColumns()}
        rows={reports}
        rowKey={({ id }) => id}
      />
    </Card>
  );
}

function useColumns(): Column<TransferReport>[] {
  const { t } = useLingui();
  return [
    {
      id: 'day',
      header: t`Transferred on`,
      cell: ({ transferred_on }) => <DueDate date={transferred_on} stacked />,
    },
    { id: 'state', header: t`Outcome`, cell: (report) => <State report={report} /> },
    {
      id: 'proof',
      header: t`Proof`,
      cell: ({ proof_file, transferred_on }) =>
        proof_file === null ? (
          '—'
        ) : (
          <DownloadButton
            store="company-documents"
            path={proof_file}
            label={t`Open the proof of the transfer of ${transferred_on}`}
          >
            <Trans>Open</Trans>
          </DownloadButton>
        ),
    },
    {
      id: 'amount',
      header: t`Amount`,
      figures: true,
      cell: ({ amount_sar }) => <Money amount={amount_sar} />,
    },
  ];
}

function State({ report }: { report: TransferReport }) {
  switch (report.status) {
    case 'Checking':
      return (
        <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1 cards:justify-end">
          <Badge tone="now" icon={ClockIcon}>
            <Trans>Being checked</Trans>
          </Badge>
          <Withdraw report={report} />
        </span>
      );
    case 'Matched':
      return <Matched report={report} />;
    case 'TurnedDown':
      return (
        <span className="grid justify-items-start gap-1 cards:justify-items-end">
          <Badge tone="bad" icon={CrossIcon}>
            <Trans>Not found</Trans>
          </Badge>
          <span dir="auto" className="text-sm wrap-anywhere text-ink-soft">
            {report.reason}
          </span>
        </span>
      );
    case 'Withdrawn':
      return (
        <Badge icon={BanIcon}>
          <Trans context="a report">Withdrawn</Trans>
        </Badge>
      );
  }
}

/** A payment has answered the report: how much has arrived, where that is not what was reported. */
function Matched({ report: { amount_sar, arrived_amount } }: { report: TransferReport }) {
  const more = halalasFromDecimal(arrived_amount ?? amount_sar) - halalasFromDecimal(amount_sar);
  if (more === 0 || arrived_amount === null) {
    return (
      <Badge tone="good" icon={CheckIcon}>
        <Trans>Arrived</Trans>
      </Badge>
    );
  }
  const arrived = <Money amount={arrived_amount} />;
  const difference = <Money amount={decimalFromHalalas(Math.abs(more))} />;
  return (
    <span className="grid justify-items-start gap-1 cards:justify-items-end">
      <Badge tone={more < 0 ? 'now' : 'good'} icon={more < 0 ? InfoIcon : CheckIcon}>
        {more < 0 ? <Trans>Arrived in part</Trans> : <Trans>More has arrived</Trans>}
      </Badge>
      <span className="text-sm text-ink-soft">
        {more < 0 ? (
          <Trans>
            {arrived} has arrived, {difference} less than you reported. Only what has arrived counts
            as paid.
          </Trans>
        ) : (
          <Trans>
            {arrived} has arrived, {difference} more than you reported.
          </Trans>
        )}
      </span>
    </span>
  );
}

/** It asks nothing: a report can be sent again. */
function Withdraw({ report: { id } }: { report: TransferReport }) {
  const { t } = useLingui();
  const withdraw = useIdempotentMutation('withdraw_transfer_report', {
    onSuccess: (_, reloaded) => {
      toast.success(t`The report is withdrawn`);
      return reloaded;
    },
  });
  return (
    <Button
      tone="quiet"
      size="small"
      className="-ms-3 cards:-me-3 print:hidden"
      isPending={withdraw.isSending}
      onPress={() => void withdraw.send({ params: { id } })}
    >
      <Trans>Withdraw</Trans>
    </Button>
  );
}
