import { Plural, Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { InstallmentSum } from '#api/installments.ts';
import type { InDefault } from '#api/losses.ts';
import type { IsoDate } from '#domain/calendar.ts';
import { Card } from '../ui/card.tsx';
import { DueDate, IsoDate as Day, RelativeDate } from '../ui/iso-date.tsx';
import { Money } from '../ui/money.tsx';
import type { TicketLinkTo } from './installments-view.ts';

/**
 * What the company pays next and when: one sum, whatever the number of its tickets. What should have been paid comes before
 * what lies ahead.
 */
export function NextPaymentCard({
  today,
  next,
  isOwed,
  overdue,
  inDefault,
  ticketLink,
}: {
  today: IsoDate;
  /** null: nothing is to be paid. */
  next: InstallmentSum | null;
  /** Whether any agency of its tickets has been paid. */
  isOwed: boolean;
  /** What has passed unpaid, and what was written off; null: nothing. */
  overdue: InstallmentSum | null;
  inDefault: InDefault | null;
  ticketLink: TicketLinkTo;
}) {
  return (
    <Card title={<Trans>Your next payment</Trans>} look="plain">
      {overdue ? (
        <>
          <p className="text-figure">
            <Money amount={overdue.amount_sar} />
          </p>
          <p className="mt-1 font-semibold text-overdue">
            <Trans>
              Overdue since <Day date={overdue.due_date} />: pay it now.
            </Trans>
          </p>
          <p className="mt-1 text-sm text-ink-soft">
            <Tickets sum={overdue} ticketLink={ticketLink} />
          </p>
          <Then next={next} today={today} />
        </>
      ) : inDefault ? (
        <>
          <p className="text-figure">
            <Money amount={inDefault.amount_sar} />
          </p>
          <p className="mt-1 font-semibold text-overdue">
            <Trans>In default: pay it now.</Trans>
          </p>
          <Then next={next} today={today} />
        </>
      ) : next ? (
        <>
          <p className="text-figure">
            <Money amount={next.amount_sar} />
          </p>
          <p className="mt-1 flex flex-wrap gap-x-3">
            <span className="font-semibold">
              <RelativeDate date={next.due_date} today={today} />
            </span>
            <DueDate date={next.due_date} />
          </p>
          <p className="mt-1 text-sm text-ink-soft">
            <Tickets sum={next} ticketLink={ticketLink} />
          </p>
          {isOwed ? null : (
            <p className="mt-1 text-sm text-ink-soft">
              <Trans>Owed once the agency has been paid; until then the date is a plan.</Trans>
            </p>
          )}
        </>
      ) : (
        <p className="text-ink-soft">
          <Trans>You owe nothing now.</Trans>
        </p>
      )}
    </Card>
  );
}

/** What lies ahead, behind what is to be paid now. */
function Then({ next, today }: { next: InstallmentSum | null; today: IsoDate }) {
  if (!next) return null;
  return (
    <p className="mt-1 flex flex-wrap gap-x-3 text-sm text-ink-soft">
      <span>
        <Trans>
          Then <Money amount={next.amount_sar} />{' '}
          <RelativeDate date={next.due_date} today={today} />
        </Trans>
      </span>
      <DueDate date={next.due_date} />
    </p>
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
