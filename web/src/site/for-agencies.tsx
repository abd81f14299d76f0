import { Trans, useLingui } from '@lingui/react/macro';
import { usePayoutPromise } from '../ui/payout-promise.ts';
import { buttonLook } from '../ui/button.tsx';
import { Benefits } from './benefits.tsx';
import { Closing } from './closing.tsx';
import { NumberedSteps } from './numbered-steps.tsx';
import { PageHero } from './page-hero.tsx';
import { PageMeta } from './page-meta.tsx';
import { PayoutSlip } from './slips.tsx';

export default function ForAgencies() {
  const promise = usePayoutPromise();
  const { t } = useLingui();
  return (
    <>
      <PageMeta
        title={t`For Agencies · Hamla`}
        description={t`Be paid up front for the campaigns you run: 95% of the invoice within about one week.`}
      />
      <PageHero
        title={<Trans>Paid for the work, not for the waiting.</Trans>}
        lead={
          <Trans>
            Your client repays over months. You are paid up front, within about one week of the
            ticket.
          </Trans>
        }
        action={
          <a href="/signup?type=agency" className={buttonLook('primary', 'large')}>
            <Trans>Join as an agency</Trans>
          </a>
        }
        aside={<PayoutSlip />}
      />
      <Benefits
        title={<Trans>What agencies get</Trans>}
        benefits={[
          {
            id: 'cash',
            title: <Trans>Faster Cash Flow</Trans>,
            text: (
              <Trans>
                No more ninety days from invoice to transfer. Approve a ticket and see at once what
                you will receive and when to expect it.
              </Trans>
            ),
            fact: <Trans>Within about one week of ticket creation</Trans>,
          },
          {
            id: 'risk',
            title: <Trans>Risk-Free Work</Trans>,
            text: (
              <>
                <Trans>The company owes us, not you: you have nothing to collect.</Trans> {promise}
              </>
            ),
            fact: <Trans>95% of every invoice, after a 5% service fee</Trans>,
          },
          {
            id: 'clients',
            title: <Trans>Access New Clients</Trans>,
            text: (
              <Trans>
                Companies with an approved budget choose from the network. Say what you do best, and
                accept the campaigns that fit; rejecting one costs nothing.
              </Trans>
            ),
            fact: <Trans>Clients whose budget is already approved</Trans>,
          },
        ]}
      />
      <FromRequestToMoney />
      <Closing
        title={<Trans>Your next invoice could be the one that pays on time.</Trans>}
        href="/signup?type=agency"
      >
        <Trans>Get Started</Trans>
      </Closing>
    </>
  );
}

/** What an agency sees of a ticket, from the request to the transfer. */
function FromRequestToMoney() {
  const moments = [
    {
      id: 'request',
      name: <Trans>A request arrives</Trans>,
      text: (
        <Trans>
          You see the company, the amount, the term and the invoice it uploaded, on your dashboard
          at once.
        </Trans>
      ),
    },
    {
      id: 'decision',
      name: <Trans>You decide</Trans>,
      text: (
        <Trans>
          Approve it, or reject it and say why. A request left unanswered is closed automatically
          after 14 days.
        </Trans>
      ),
    },
    {
      id: 'money',
      name: <Trans>You know what to expect</Trans>,
      text: (
        <Trans>
          For each ticket you see the gross amount, the fee, your net amount and the date to expect
          it by.
        </Trans>
      ),
    },
    {
      id: 'transfer',
      name: <Trans>You get paid</Trans>,
      text: <Trans>By bank transfer to the IBAN in your profile.</Trans>,
    },
  ];
  return (
    <section aria-labelledby="from-request" className="page py-14 sm:py-20">
      <h2 id="from-request" className="text-title">
        <Trans>From request to payment</Trans>
      </h2>
      <NumberedSteps steps={moments} columns={2} className="mt-6" />
    </section>
  );
}
