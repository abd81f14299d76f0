import { Plural, Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { CompanyPosition, InstallmentSum } from '#api/installments.ts';
import type { IsoDate } from '#domain/calendar.ts';
import { firstDayLate } from '#domain/installments/lateness.ts';
import { positionHead } from '#domain/installments/position.ts';
import { Card } from '../ui/card.tsx';
import { Disclosure } from '../ui/disclosure.tsx';
import { Link } from '../ui/link.tsx';
import { DueDate, IsoDate as Day, RelativeDate } from '../ui/iso-date.tsx';
import { Money } from '../ui/money.tsx';
import { SumList } from '../ui/sum-list.tsx';
import { isLate } from './lateness.ts';
import { NothingBeforePayout } from './nothing-before-payout.tsx';
import type { TicketLinkTo } from './installments-view.ts';

const isSome = (amount: string) => amount !== '0.00';

/**
 * What the company owes in all, what of it is to be paid now, what comes next and when, and what stands beside it without
 * being owed.
 */
export function OwedCard({
  today,
  position,
  overdue,
  next,
  planned,
  ticketLink,
}: {
  today: IsoDate;
  position: CompanyPosition;
  /** What has passed unpaid; null: nothing. */
  overdue: InstallmentSum | null;
  /** What of the owed is due next, from today on; null: nothing. */
  next: InstallmentSum | null;
  /** What is due next of tickets whose agency has not been paid; null where something owed comes first, or nothing. */
  planned: InstallmentSum | null;
  ticketLink: TicketLinkTo;
}) {
  const { id, amount } = positionHead(position);
  return (
    <Card
      title={<Trans>What you owe</Trans>}
      look="plain"
      aside={
        id === 'none' ? undefined : (
          <Link to="/payments" className="text-link font-semibold print:hidden">
            <Trans context="the way to what can be paid">Pay</Trans>
          </Link>
        )
      }
    >
      {id === 'none' ? (
        <p className="text-ink-soft">
          {isSome(position.planned_sar) ? (
            <NothingBeforePayout />
          ) : (
            <Trans>You owe nothing now.</Trans>
          )}
        </p>
      ) : (
        <p className="text-figure">
          <Money amount={amount} />
        </p>
      )}
      {id === 'refund_due' ? (
        <p className="mt-1 text-ink-soft">
          <Trans>A refund that you owe back: any of your transfers pays it.</Trans>
        </p>
      ) : null}
      <ToPayNow position={position} overdue={overdue} />
      {next ? (
        <Coming sum={next} ticketLink={ticketLink} isBold={!isLate(position)}>
          <Trans>
            Next: <Money amount={next.amount_sar} />,{' '}
            <RelativeDate date={next.due_date} today={today} />
          </Trans>
        </Coming>
      ) : null}
      {planned ? (
        <Coming sum={planned} ticketLink={ticketLink} isBold={false}>
          <Trans>
            Planned next: <Money amount={planned.amount_sar} />,{' '}
            <RelativeDate date={planned.due_date} today={today} />
          </Trans>
        </Coming>
      ) : null}
      <Parts position={position} head={id} />
    </Card>
  );
}

/** Since when something is overdue, or that it is in default; the notices above state the sums. */
function ToPayNow({
  position,
  overdue,
}: {
  position: CompanyPosition;
  overdue: InstallmentSum | null;
}) {
  if (!isLate(position)) return null;
  return (
    <>
      <p className="mt-1 font-semibold text-overdue">
        {overdue ? (
          <Trans>
            Overdue since <Day date={firstDayLate(overdue.due_date)} />.
          </Trans>
        ) : (
          <Trans>In default.</Trans>
        )}
        {isSome(position.to_pay_now_sar) ? null : (
          <>
            {' '}
            <Trans>We are checking what you reported: there is nothing to transfer now.</Trans>
          </>
        )}
      </p>
    </>
  );
}

/** The next payment: amount, day in both calendars, and tickets. */
function Coming({
  sum,
  ticketLink,
  isBold,
  children,
}: {
  sum: InstallmentSum;
  ticketLink: TicketLinkTo;
  isBold: boolean;
  children: ReactNode;
}) {
  return (
    <div className={`mt-2 ${isBold ? '' : 'text-sm text-ink-soft'}`}>
      <p className="flex flex-wrap gap-x-3">
        <span className={isBold ? 'font-semibold' : ''}>{children}</span>
        <DueDate date={sum.due_date} />
      </p>
      <p className="text-sm text-ink-soft">
        <Tickets sum={sum} ticketLink={ticketLink} />
      </p>
    </div>
  );
}

/** The parts of the debt, where it has several or some of it is overdue, and the sums beside it; `head` stands above already. */
function Parts({ position, head }: { position: CompanyPosition; head: string }) {
  const { overdue_sar, due_soon_sar, later_sar } = position;
  const parts = [
    { id: 'overdue', label: <Trans>Overdue</Trans>, amount: overdue_sar },
    { id: 'due_soon', label: <Trans>Due within 7 days</Trans>, amount: due_soon_sar },
    { id: 'later', label: <Trans>Due later</Trans>, amount: later_sar },
  ].filter(({ amount }) => isSome(amount));
  const hasParts = parts.length > 1 || isSome(overdue_sar);
  const beside = [
    {
      id: 'in_default',
      label: <Trans>In default</Trans>,
      amount: position.in_default_sar,
    },
    {
      id: 'refund_due',
      label: <Trans>Refund that you owe back</Trans>,
      amount: position.refund_due_sar,
    },
    {
      id: 'being_checked',
      label: <Trans>Reported and being checked</Trans>,
      amount: position.being_checked_sar,
    },
    {
      id: 'planned',
      label: <Trans>Planned: owed once the payment to the agency is released</Trans>,
      amount: position.planned_sar,
    },
    { id: 'credit', label: <Trans>Your credit</Trans>, amount: position.credit_sar },
  ].filter(({ id, amount }) => id !== head && isSome(amount));
  if (!hasParts && beside.length === 0) return null;
  return (
    <Disclosure summary={<Trans>What it consists of</Trans>} className="mt-1">
      {hasParts ? <SumList rows={parts} className="text-sm" /> : null}
      {beside.length > 0 ? (
        <SumList rows={beside} className="border-t border-line text-sm text-ink-soft" />
      ) : null}
    </Disclosure>
  );
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
