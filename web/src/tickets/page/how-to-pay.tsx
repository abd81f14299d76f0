import { Trans } from '@lingui/react/macro';
import type { TicketDetails } from '#api/tickets.ts';
import { Link } from '../../ui/link.tsx';
import { Money } from '../../ui/money.tsx';
import { HowToPayCard } from '../transfer/how-to-pay-card.tsx';

type HowToPay = NonNullable<TicketDetails['how_to_pay']>;

/** Where the company transfers what it owes, and what the transfer must say to find this ticket. */
export function TicketHowToPay({
  details,
  howToPay,
}: {
  details: TicketDetails;
  howToPay: HowToPay;
}) {
  return (
    <div className="mt-6">
      <HowToPayCard
        lead={
          <Trans>
            Transfer from your bank to this account, with the reference: it tells us which ticket
            you are paying.
          </Trans>
        }
        transfer={howToPay}
        being_checked_sar={howToPay.being_checked_sar}
        reportedFor={{ operation: 'report_transfer', id: details.ticket.id }}
        today={details.today}
      >
        <WhatItPays details={details} howToPay={howToPay} />
        <p className="print:hidden">
          <Trans>
            To pay on several tickets at once, use{' '}
            <Link to="/payments">
              the one reference for all that is to be paid now, or for what you choose
            </Link>
            .
          </Trans>
        </p>
      </HowToPayCard>
    </div>
  );
}

/** What a transfer with this reference pays, in which order: one of a company in default pays that before what is due later. */
function WhatItPays({
  details: { loss, unrecovered_loss },
  howToPay: { amount_sar, rest_sar },
}: {
  details: TicketDetails;
  howToPay: HowToPay;
}) {
  if (loss) {
    return (
      <p>
        <Trans>
          You can pay in parts: a transfer with this reference first pays what is in default on this
          ticket. It appears here once it has reached our account.
        </Trans>
      </p>
    );
  }
  if (unrecovered_loss !== null && unrecovered_loss !== '0.00') {
    return (
      <p>
        <Trans>
          You have <Money amount={unrecovered_loss} /> in default. A transfer therefore first pays
          what is due on this ticket within 7 days, then whatever else is due, then what is in
          default, and only then what falls due later.
        </Trans>
      </p>
    );
  }
  return (
    <>
      {rest_sar === amount_sar ? null : (
        <p>
          <Trans>
            You can pay early at no cost: <Money amount={rest_sar} /> pays this ticket off.
          </Trans>
        </p>
      )}
      <p>
        <Trans>
          You can also pay in parts: each transfer pays the installment that is due first. It
          appears here once it has reached our account.
        </Trans>
      </p>
    </>
  );
}
