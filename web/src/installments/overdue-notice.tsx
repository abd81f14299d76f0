import { Plural, Trans } from '@lingui/react/macro';
import type { InstallmentList } from '#api/installments.ts';
import type { IsoDate as Day } from '#domain/calendar.ts';
import { Notice } from '../ui/notice.tsx';
import { ChevronDownIcon } from '../ui/icons.tsx';
import { IsoDate, RelativeDate } from '../ui/iso-date.tsx';
import { Money } from '../ui/money.tsx';
import { TicketOfInstallment } from './day-details.tsx';
import { installmentViews, type InstallmentView, type TicketLinkTo } from './installments-view.ts';
import { StatusMark } from './mark.tsx';

/** The oldest stand open; the rest is one press away, so that the timeline stays in sight. */
const SHOWN = 4;

/**
 * What is owed since before today: SPEC's timeline begins today and would hide it. Nothing is owed for a ticket before
 * its agency has been paid, so that its past dates do not stand here.
 */
export function OverdueNotice({
  today,
  overdue,
  ticketLink,
}: {
  today: Day;
  overdue: InstallmentList;
  ticketLink: TicketLinkTo;
}) {
  if (overdue.count === 0) return null;
  const installments = installmentViews(overdue.items);
  const further = overdue.count - installments.length;
  return (
    <section aria-labelledby="overdue-title">
      <Notice tone="danger" icon={false}>
        <h2 id="overdue-title" className="flex flex-wrap items-baseline gap-x-2 font-semibold">
          <StatusMark status="Overdue" className="size-4 self-center" />
          <Plural
            value={overdue.count}
            one="# installment is overdue"
            other="# installments are overdue"
          />
          <Money amount={overdue.amount_sar} />
        </h2>
        <Rows installments={installments.slice(0, SHOWN)} today={today} ticketLink={ticketLink} />
        {installments.length > SHOWN ? (
          <details className="group">
            <summary className="flex min-h-11 items-center gap-2 rounded-sm border-t border-overdue/25 text-sm font-medium underline underline-offset-4 group-open:hidden">
              <Trans>Show all</Trans>
              <ChevronDownIcon className="size-4" />
            </summary>
            <Rows installments={installments.slice(SHOWN)} today={today} ticketLink={ticketLink} />
            {further > 0 ? (
              <p className="border-t border-overdue/25 py-1.5 text-sm">
                <Plural value={further} one="and # more" other="and # more" />
              </p>
            ) : null}
          </details>
        ) : null}
      </Notice>
    </section>
  );
}

function Rows({
  installments,
  today,
  ticketLink,
}: {
  installments: InstallmentView[];
  today: Day;
  ticketLink: TicketLinkTo;
}) {
  return (
    <ul className="grid text-sm first-of-type:mt-2">
      {installments.map((one) => (
        <li
          key={one.id}
          className="grid grid-cols-[1fr_auto] gap-x-6 border-t border-overdue/25 py-1.5 sm:grid-cols-[14rem_1fr_auto]"
        >
          <span>
            <IsoDate date={one.due_date} />
            <span className="text-ink-soft">
              {' · '}
              <RelativeDate date={one.due_date} today={today} />
            </span>
          </span>
          <span className="max-sm:col-start-1">
            <TicketOfInstallment installment={one} ticketLink={ticketLink} />
          </span>
          <Money
            amount={one.counted_sar}
            className="text-end font-medium max-sm:col-start-2 max-sm:row-start-1"
          />
        </li>
      ))}
    </ul>
  );
}
