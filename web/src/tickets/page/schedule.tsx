import { Trans, useLingui } from '@lingui/react/macro';
import type { TicketDetails } from '#api/tickets.ts';
import { shownStatus, withRecovered } from '#domain/installments/loss.ts';
import { restOf } from '#domain/installments/owed.ts';
import { decimalFromHalalas, halalasFromDecimal, sumHalalas } from '#domain/money.ts';
import { companyGroupOf } from '#domain/tickets/ticket.ts';
import { StatusBadge, type Status } from '../../ui/status-badge.tsx';
import { Card } from '../../ui/card.tsx';
import { DueDate, IsoDate } from '../../ui/iso-date.tsx';
import { Money } from '../../ui/money.tsx';
import { BankCharges, paidByPayments } from '../../installments/bank-charges.tsx';
import { PrintButton } from '../../ui/print-button.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { TicketLines } from './journal-links.tsx';

type Installment = NonNullable<TicketDetails['installments']>[number] & {
  /** What it reads as: of a ticket that was written off it is in default until it is paid. */
  shown: Status;
};

/** With what has come back of a loss among what is paid. */
function shownInstallments(
  installments: NonNullable<TicketDetails['installments']>,
  loss: TicketDetails['loss'],
): Installment[] {
  if (!loss) return installments.map((one) => ({ ...one, shown: one.status }));
  const counted = installments.map((one) => ({
    ...one,
    amount_halalas: halalasFromDecimal(one.amount_sar),
    paid_halalas: halalasFromDecimal(one.paid_amount),
  }));
  return withRecovered(counted, halalasFromDecimal(loss.recovered_amount)).map((one) => ({
    ...one,
    paid_amount: decimalFromHalalas(one.paid_halalas),
    shown: shownStatus(one.status, restOf(one), 'company'),
  }));
}

/** What the company repays and when; a plan until the agency has approved. */
export function TicketSchedule({
  details,
  installments: rows,
}: {
  details: TicketDetails;
  installments: NonNullable<TicketDetails['installments']>;
}) {
  const { t } = useLingui();
  const { ticket, story } = details;
  const installments = shownInstallments(rows, details.loss);
  const group = companyGroupOf(ticket.status);
  const wasPaidOut = story.some(({ kind }) => kind === 'paid_out');
  const neverBegan = group === 'old' && !wasPaidOut;
  const isPlan = group === 'waiting' || neverBegan;
  // Nothing is paid before the agency is, nor while its payment is sent again.
  const isRepaid = wasPaidOut && ticket.status !== 'Approved';
  const columns = useColumns(ticket.amount_sar, isPlan ? 'plan' : isRepaid ? 'repaid' : 'owed');
  const paidColumns = usePaidColumns(installments);
  return (
    <Card
      title={isPlan ? <Trans>Repayment plan</Trans> : <Trans>Installments</Trans>}
      aside={<PrintButton />}
      className="print:break-inside-avoid"
    >
      <p className="-mt-2 mb-3 text-sm text-ink-soft">
        {neverBegan ? (
          <Trans>This plan did not begin.</Trans>
        ) : isPlan ? (
          <Trans>It begins once the agency has approved and been paid.</Trans>
        ) : (
          <Trans>Gregorian and Umm al-Qura dates, in Riyadh time.</Trans>
        )}
      </p>
      <Table
        label={isPlan ? t`Repayment plan` : t`Installments`}
        columns={isRepaid ? [...columns, ...paidColumns] : columns}
        rows={installments}
        rowKey={({ id }) => id}
        totalsLabel={<Trans>Total, 0% interest</Trans>}
      />
      <TicketLines details={details} />
    </Card>
  );
}

/** Once it is repaid, the status stands below the installment: the amounts need the room. */
function useColumns(total: string, kind: 'plan' | 'owed' | 'repaid'): Column<Installment>[] {
  const { t } = useLingui();
  const columns: Column<Installment>[] = [
    {
      id: 'seq',
      header: t`Installment`,
      cell: ({ seq, shown }) => (
        <>
          <Trans>Installment {seq}</Trans>
          {kind === 'repaid' ? (
            <span className="mt-1 block">
              <StatusBadge status={shown} />
            </span>
          ) : null}
        </>
      ),
    },
    {
      id: 'due',
      header: t`Due date`,
      cell: ({ due_date }) => (
        <span className="block cards:text-end">
          <DueDate date={due_date} stacked />
        </span>
      ),
    },
    { id: 'status', header: t`Status`, cell: ({ shown }) => <StatusBadge status={shown} /> },
    {
      id: 'amount',
      header: t`Amount`,
      figures: true,
      cell: ({ amount_sar }) => <Money amount={amount_sar} />,
      // The installments sum to the ticket's amount, to the halala.
      total: <Money amount={total} />,
    },
  ];
  return kind === 'owed' ? columns : columns.filter(({ id }) => id !== 'status');
}

/** What is paid of each installment, since when all of it, and what is left. */
function usePaidColumns(installments: readonly Installment[]): Column<Installment>[] {
  const { t } = useLingui();
  const paid = (one: Installment) => halalasFromDecimal(one.paid_amount);
  const rest = (one: Installment) =>
    restOf({ amount_halalas: halalasFromDecimal(one.amount_sar), paid_halalas: paid(one) });
  return [
    {
      id: 'paid',
      header: t`Amount paid`,
      figures: true,
      cell: ({ paid_amount, bank_charges, paid_on }) => (
        <>
          <Money amount={paidByPayments({ paid_amount, bank_charges })} />
          {paid_on ? (
            <span className="block text-sm text-ink-faint">
              <IsoDate date={paid_on} />
            </span>
          ) : null}
          <BankCharges amount={bank_charges} />
        </>
      ),
      total: (
        <Money
          amount={decimalFromHalalas(
            sumHalalas(installments.map((one) => halalasFromDecimal(paidByPayments(one)))),
          )}
        />
      ),
    },
    {
      id: 'left',
      header: t`Amount left`,
      figures: true,
      cell: (one) => <Money amount={decimalFromHalalas(rest(one))} />,
      total: <Money amount={decimalFromHalalas(sumHalalas(installments.map(rest)))} />,
    },
  ];
}
