import { Trans, useLingui } from '@lingui/react/macro';
import { buttonLook } from '../ui/button.tsx';
import { Benefits } from './benefits.tsx';
import { Closing } from './closing.tsx';
import { PageHero } from './page-hero.tsx';
import { PageMeta } from './page-meta.tsx';
import { PayoutSlip } from './slips.tsx';

export default function ForAgencies() {
  const { t } = useLingui();
  return (
    <>
      <PageMeta
        title={t`For Agencies · Hamla`}
        description={t`Be paid up front for the campaigns you run: 95% of the invoice within about one week, without the risk of late payment.`}
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
              <Trans>
                The company owes us, not you. If an installment is late, your payment stays yours;
                there is nothing to collect and nothing to return.
              </Trans>
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
      <Closing
        title={<Trans>Your next invoice could be the one that pays on time.</Trans>}
        href="/signup?type=agency"
      >
        <Trans>Get Started</Trans>
      </Closing>
    </>
  );
}
