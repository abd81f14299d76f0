import { Plural, Trans } from '@lingui/react/macro';
import type { InDefault } from '#api/losses.ts';
import { IsoDate } from '../ui/iso-date.tsx';
import { Link } from '../ui/link.tsx';
import { Money } from '../ui/money.tsx';
import { Notice } from '../ui/notice.tsx';
import type { TicketLinkTo } from './installments-view.ts';
import { StatusMark } from './mark.tsx';

/** What was written off: the company owes it as before, and pays that of a ticket on the ticket's page. */
export function InDefaultNotice({
  inDefault,
  ticketLink,
}: {
  inDefault: InDefault | null;
  ticketLink: TicketLinkTo;
}) {
  if (!inDefault) return null;
  const further = inDefault.count - inDefault.items.length;
  const tickets = inDefault.items.filter(({ ticket_number }) => ticket_number !== null);
  return (
    <section aria-labelledby="in-default-title">
      <Notice tone="danger" icon={false}>
        <h2 id="in-default-title" className="flex flex-wrap items-baseline gap-x-2 font-semibold">
          <StatusMark status="Overdue" className="size-4 self-center" />
          <Trans>
            In default: <Money amount={inDefault.amount_sar} /> to pay
          </Trans>
        </h2>
        <p className="text-sm text-ink-soft">
          {tickets.length > 0 ? (
            <Trans>These tickets were closed because they were not paid.</Trans>
          ) : null}{' '}
          {tickets.length < inDefault.items.length ? (
            <Trans>
              A refund that you owe back is paid from any of your transfers, after what is due.
            </Trans>
          ) : null}{' '}
          <Link to="/payments" className="text-link print:hidden">
            <Trans>How to pay</Trans>
          </Link>
        </p>
        <ul className="mt-2 grid text-sm">
          {inDefault.items.map(({ ticket_number, amount_sar, written_off_on }, index) => (
            <li
              key={ticket_number ?? index}
              className="flex flex-wrap items-baseline justify-between gap-x-6 border-t border-overdue/25 py-1.5"
            >
              <span className="flex flex-wrap gap-x-4">
                {ticket_number === null ? (
                  <Trans>Refund that you owe back</Trans>
                ) : (
                  ticketLink(ticket_number)
                )}
                <span className="text-ink-soft">
                  <Trans>
                    In default since <IsoDate date={written_off_on} />
                  </Trans>
                </span>
              </span>
              <Money amount={amount_sar} className="font-medium" />
            </li>
          ))}
        </ul>
        {further > 0 ? (
          <p className="border-t border-overdue/25 py-1.5 text-sm">
            <Plural value={further} one="and # more" other="and # more" />
          </p>
        ) : null}
      </Notice>
    </section>
  );
}
