import { Trans, useLingui } from '@lingui/react/macro';
import { decimalFromHalalas, sumHalalas } from '#domain/money.ts';
import { StatusBadge } from '../ui/status-badge.tsx';
import { DueDate } from '../ui/iso-date.tsx';
import { Money } from '../ui/money.tsx';
import { isPlanned, type InstallmentView } from './installments-view.ts';

/** Figures end at their right in both languages: points stand under points. */
const figures = 'w-px text-right whitespace-nowrap';

/** On paper, where no dot can be pressed: every installment of the timeline, and what is still to be paid. */
export default function PaymentSchedule({
  installments,
}: {
  installments: readonly InstallmentView[];
}) {
  const { t } = useLingui();
  if (installments.length === 0) return null;
  const unpaid = installments.filter(({ status }) => status !== 'Paid');
  const owed = unpaid.filter((one) => !isPlanned(one));
  return (
    <table aria-label={t`Schedule`} className="mt-8 hidden w-full border-collapse print:table">
      <thead className="border-b border-ink">
        <tr className="text-start">
          <HeadCell>
            <Trans>Due date</Trans>
          </HeadCell>
          <HeadCell>
            <Trans>Ticket</Trans>
          </HeadCell>
          <HeadCell>
            <Trans>Status</Trans>
          </HeadCell>
          <HeadCell className={figures}>
            <Trans>Amount</Trans>
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {installments.map((one) => (
          <tr key={one.id} className="break-inside-avoid border-b border-line">
            <th scope="row" className="py-2 pe-4 text-start font-semibold">
              <DueDate date={one.due_date} />
            </th>
            <td className="pe-4">
              <bdi translate="no">{one.ticket.ticket_number}</bdi>
            </td>
            <td className="pe-4">
              <StatusBadge status={one.status} />
            </td>
            <td className={figures}>
              <Money amount={one.counted_sar} />
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className="border-t-2 border-ink font-semibold">
          <th scope="row" colSpan={3} className="py-2 text-start">
            <Trans>Still to be paid</Trans>
          </th>
          <td className={figures}>
            <Money amount={sumOf(unpaid)} />
          </td>
        </tr>
        {owed.length === unpaid.length ? null : (
          <tr>
            <th scope="row" colSpan={3} className="py-2 text-start font-normal">
              <Trans>Of which owed; the rest is planned until the agencies have been paid</Trans>
            </th>
            <td className={figures}>
              <Money amount={sumOf(owed)} />
            </td>
          </tr>
        )}
      </tfoot>
    </table>
  );
}

const sumOf = (installments: readonly InstallmentView[]) =>
  decimalFromHalalas(sumHalalas(installments.map((one) => one.amount_halalas)));

function HeadCell({ children, className = 'text-start' }: React.ComponentProps<'th'>) {
  return (
    <th scope="col" className={`eyebrow py-1.5 pe-4 last:pe-0 ${className}`}>
      {children}
    </th>
  );
}
