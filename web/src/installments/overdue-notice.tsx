import { Plural, Trans } from '@lingui/react/macro';
import type { InstallmentList } from '#api/installments.ts';
import type { PaymentPromise } from '#api/payment-promises.ts';
import type { IsoDate as Day } from '#domain/calendar.ts';
import { Notice } from '../ui/notice.tsx';
import { ChevronDownIcon } from '../ui/icons.tsx';
import { IsoDate, RelativeDate } from '../ui/iso-date.tsx';
import { Link } from '../ui/link.tsx';
import { Money } from '../ui/money.tsx';
import { TicketOfInstallment } from './day-details.tsx';
import { installmentViews, type InstallmentView, type TicketLinkTo } from './installments-view.ts';
import { PromiseWords } from './promise-words.tsx';
import { StatusMark } from './mark.tsx';

/**
 * What is owed since before today: SPEC's timeline begins today and would hide it. How much stands open, its installments
 * are one press away. Nothing is owed for a ticket before its agency has been paid, so that its past dates do not stand
 * here.
 */
export function OverdueNotice({
  today,
  overdue,
  hasSum,
  promise,
  ticketLink,
}: {
  today: Day;
  overdue: InstallmentList;
  /** False where a notice above states the sum. */
  hasSum: boolean;
  promise: PaymentPromise | null;
  ticketLink: TicketLinkTo;
}) {
  if (overdue.count === 0) return null;
  const installments = installmentViews(overdue.items);
  const further = overdue.count - installments.length;
  return (
    <section aria-labelledby="overdue-title">
      <Notice tone="danger" icon={false}>
        <details className="group">
          <summary className="-my-2 flex min-h-11 flex-wrap items-center justify-between gap-x-6 rounded-sm">
            <h2 id="overdue-title" className="flex flex-wrap items-baseline gap-x-2 font-semibold">
              <StatusMark status="Overdue" className="size-4 self-center" />
              <Plural
                value={overdue.count}
                one="# installment is overdue"
                other="# installments are overdue"
              />
              {hasSum ? <Money amount={overdue.amount_sar} /> : null}
            </h2>
            <span className="flex items-center gap-2 text-sm font-medium underline underline-offset-4 group-open:hidden print:hidden">
              <Trans>Show all</Trans>
              <ChevronDownIcon className="size-4" />
            </span>
          </summary>
          <Rows installments={installments} today={today} ticketLink={ticketLink} />
          {further > 0 ? (
            <p className="border-t border-overdue/25 py-1.5 text-sm">
              <Plural value={further} one="and # more" other="and # more" />
            </p>
          ) : null}
          <p className="border-t border-overdue/25 pt-1.5 text-sm print:hidden">
            <Link to="/payments">
              <Trans>How to pay</Trans>
            </Link>
          </p>
        </details>
        {promise ? (
          <p className="mt-1 text-sm">
            <PromiseWords promise={promise} />
          </p>
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
    <ul className="mt-2 grid text-sm">
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
