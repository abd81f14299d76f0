import { Trans } from '@lingui/react/macro';
import type { PayCentre } from '#api/payment-requests.ts';
import { paymentReference } from '#domain/servicing/payment-reference.ts';
import { HowToPayCard } from '../tickets/transfer/how-to-pay-card.tsx';
import { isLate } from '../installments/lateness.ts';
import { Money } from '../ui/money.tsx';

/** How to pay all that is to be paid now with one transfer, under the company's own reference. Nothing while nothing is. */
export function PayWhatIsLate({ centre }: { centre: PayCentre }) {
  const { payee, payer_number, position, today } = centre;
  const { to_pay_now_sar: amount_sar, being_checked_sar, in_default_sar } = position;
  if (payee === null || (amount_sar === '0.00' && !isLate(position))) return null;
  return (
    <HowToPayCard
      lead={
        <Trans>
          Transfer from your bank to this account, with the reference of your company: it pays all
          that is to be paid now, on all your tickets.
        </Trans>
      }
      transfer={{ ...payee, reference: paymentReference(payer_number), amount_sar }}
      being_checked_sar={being_checked_sar}
      reportedFor={{ operation: 'report_company_transfer' }}
      today={today}
    >
      <p>
        {in_default_sar === '0.00' ? (
          <Trans>
            A transfer with this reference pays what has been due longest first. What is more pays
            what falls due next, and the rest is kept as your credit.
          </Trans>
        ) : (
          <Trans>
            A transfer with this reference first pays what is due, then the{' '}
            <Money amount={in_default_sar} /> in default, and only then what falls due later. The
            rest is kept as your credit.
          </Trans>
        )}
      </p>
    </HowToPayCard>
  );
}
