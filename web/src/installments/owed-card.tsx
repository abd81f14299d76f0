import { Plural, Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { CompanyPosition, InstallmentSum } from '#api/installments.ts';
import type { IsoDate } from '#domain/calendar.ts';
import { Card } from '../ui/card.tsx';
import { DueDate, RelativeDate } from '../ui/iso-date.tsx';
import { Money } from '../ui/money.tsx';
import { SumList } from '../ui/sum-list.tsx';
import type { TicketLinkTo } from './installments-view.ts';

const isSome = (amount: string) => amount !== '0.00';

/** What the company owes in all, what is paid next and when, and what stands beside it without being owed. */
export function OwedCard({
  today,
  position,
  next,
  planned,
  ticketLink,
}: {
  today: IsoDate;
  position: CompanyPosition;
  /** What of the owed is due next, from today on; null: nothing. */
  next: InstallmentSum | null;
  /** What is due next of tickets whose agency has not been paid; null where something owed comes first, or nothing. */
  planned: InstallmentSum | null;
  ticketLink: TicketLinkTo;
}) {
  const { owed_sar } = position;
  return (
    <Card title={<Trans>What you owe</Trans>} look="plain">
      {isSome(owed_sar) ? (
        <p className="text-figure">
          <Money amount={owed_sar} />
        </p>
      ) : (
        <p className="text-ink-soft">
          <Trans>You owe nothing now.</Trans>
        </p>
      )}
      {next ? (
        <div className="mt-1">
          <p className="flex flex-wrap gap-x-3">
            <span className="font-semibold">
              <Trans>
                <Money amount={next.amount_sar} /> next,{' '}
                <RelativeDate date={next.due_date} today={today} />
              </Trans>
            </span>
            <DueDate date={next.due_date} />
          </p>
          <p className="text-sm text-ink-soft">
            <Tickets sum={next} ticketLink={ticketLink} />
          </p>
        </div>
      ) : null}
      <OwedParts position={position} />
      <BesideWhatIsOwed position={position} />
      {planned ? (
        <p className="mt-1 flex flex-wrap gap-x-3 text-sm text-ink-soft">
          <span>
            <Trans>
              Planned first: <Money amount={planned.amount_sar} />,{' '}
              <RelativeDate date={planned.due_date} today={today} />
            </Trans>
          </span>
          <DueDate date={planned.due_date} />
          <Tickets sum={planned} ticketLink={ticketLink} />
        </p>
      ) : null}
    </Card>
  );
}

/** How what is owed divides; nothing where it is of one kind and not overdue. */
function OwedParts({ position }: { position: CompanyPosition }) {
  const { overdue_sar, due_soon_sar, later_sar } = position;
  const parts = [
    { id: 'overdue', label: <Trans>Overdue</Trans>, amount: overdue_sar },
    { id: 'due_soon', label: <Trans>Due within 7 days</Trans>, amount: due_soon_sar },
    { id: 'later', label: <Trans>Due later</Trans>, amount: later_sar },
  ].filter(({ amount }) => isSome(amount));
  if (parts.length < 2 && !isSome(overdue_sar)) return null;
  return <SumList rows={parts} className="mt-3 text-sm" />;
}

/** What is in default, being checked, planned, in credit or to give back; none of it counts in what is owed. */
function BesideWhatIsOwed({ position }: { position: CompanyPosition }) {
  const rows = [
    {
      id: 'in_default',
      label: <Trans>In default, to pay now</Trans>,
      amount: position.in_default_sar,
    },
    { id: 'refund_due', label: <Trans>Refund to return</Trans>, amount: position.refund_due_sar },
    {
      id: 'being_checked',
      label: <Trans>Reported and being checked</Trans>,
      amount: position.being_checked_sar,
    },
    {
      id: 'planned',
      label: <Trans>Planned: owed once the agency has been paid</Trans>,
      amount: position.planned_sar,
    },
    { id: 'credit', label: <Trans>Your credit</Trans>, amount: position.credit_sar },
  ].filter(({ amount }) => isSome(amount));
  if (rows.length === 0) return null;
  return <SumList rows={rows} className="mt-3 border-t border-line text-sm text-ink-soft" />;
}

/** "HM-100001 · HM-100002 · and 2 more". */
function Tickets({ sum, ticketLink }: { sum: InstallmentSum; ticketLink: TicketLinkTo }) {
  const { ticket_numbers, count } = sum;
  // Each ticket has one installment a day.
  const further = count - ticket_numbers.length;
  const parts: ReactNode[] = ticket_numbers.map((number) => (
    <span key={number}>{ticketLink(number)}</span>
  ));
  if (further > 0) {
    parts.push(
      <span key="further">
        <Plural value={further} one="and # more" other="and # more" />
      </span>,
    );
  }
  return <span className="flex flex-wrap gap-x-3">{parts}</span>;
}
