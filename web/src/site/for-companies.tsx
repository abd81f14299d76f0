import { Trans, useLingui } from '@lingui/react/macro';
import { buttonLook } from '../ui/button.tsx';
import { PublicLink } from '../ui/link.tsx';
import { Benefits } from './benefits.tsx';
import { Closing } from './closing.tsx';
import { PageHero } from './page-hero.tsx';
import { PageMeta } from './page-meta.tsx';
import { RepaymentSlip } from './slips.tsx';

export default function ForCompanies() {
  const { t } = useLingui();
  return (
    <>
      <PageMeta
        title={t`For Companies · Hamla`}
        description={t`Launch your campaign today and repay over one to three months: no upfront payment, 0% interest, no hidden fees.`}
      />
      <PageHero
        title={<Trans>The season will not wait for your cash.</Trans>}
        lead={
          <Trans>
            Launch the campaign when your customers are looking, and pay for it when they have
            bought.
          </Trans>
        }
        action={
          <>
            <a href="/signup?type=company" className={buttonLook('primary', 'large')}>
              <Trans>Sign up as a company</Trans>
            </a>
            <PublicLink to="/#calculator" className="text-link">
              <Trans>Try it with your own figure</Trans>
            </PublicLink>
          </>
        }
        aside={<RepaymentSlip />}
      />
      <Benefits
        title={<Trans>What companies get</Trans>}
        benefits={[
          {
            id: 'launch',
            title: <Trans>Launch Instantly</Trans>,
            text: (
              <Trans>
                No deposit and no transfer before the work begins. Once the agency has approved your
                ticket, we pay its invoice and the campaign can start.
              </Trans>
            ),
            fact: <Trans>Nothing to pay up front</Trans>,
          },
          {
            id: 'cash',
            title: <Trans>Flexible Cash Flow</Trans>,
            text: (
              <Trans>
                Spread the cost over one, two or three months. The price does not change with the
                term: what you repay is what the invoice says.
              </Trans>
            ),
            fact: <Trans>0% interest and no hidden fees</Trans>,
          },
          {
            id: 'network',
            title: <Trans>Verified Network</Trans>,
            text: (
              <Trans>
                Agencies register with their company documents and specializations, from branding
                and production to search and social media. You choose whom you work with, campaign
                by campaign.
              </Trans>
            ),
            fact: <Trans>One budget for every agency</Trans>,
          },
        ]}
      />
      <Closing
        title={<Trans>See what you could spend, before you decide.</Trans>}
        href="/signup?type=company"
      >
        <Trans>Get Started</Trans>
      </Closing>
    </>
  );
}
