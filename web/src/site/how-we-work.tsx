import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { CampaignMotif } from '../ui/motif.tsx';
import { Closing } from './closing.tsx';
import { PageHero } from './page-hero.tsx';
import { PageMeta } from './page-meta.tsx';

export default function HowWeWork() {
  const { t } = useLingui();
  return (
    <>
      <PageMeta
        title={t`How We Work · Hamla`}
        description={t`Six steps from registering your company to repaying your campaign over one to three months without interest.`}
      />
      <PageHero
        title={<Trans>How We Work</Trans>}
        lead={
          <Trans>
            Six steps, from opening an account to the last installment. You always see which step
            you are at and who acts next.
          </Trans>
        }
        aside={<CampaignMotif className="w-full" />}
        isAsideWide
      />
      <ol className="page pb-16 sm:pb-24">
        <Step number={1} name={<Trans>Company Registration</Trans>} who={<Trans>You</Trans>}>
          <Trans>
            Sign up with your email address and complete your company's profile in two steps:
            contact details, business area, revenue for the last six months, and your documents. You
            can return to it whenever you like.
          </Trans>
        </Step>
        <Step number={2} name={<Trans>Credit Analysis</Trans>} who={<Trans>Hamla</Trans>}>
          <Trans>
            AI evaluation: an automated, explained analysis. Each time something of it changes, it
            weighs your revenue, how steady it is, your documents and your history with us, by fixed
            rules; no learning model is used. It shows every factor and what would improve it. No
            credit bureau is asked today; should one be, you are asked for your consent first.
          </Trans>
        </Step>
        <Step number={3} name={<Trans>Know Your Budget</Trans>} who={<Trans>Hamla</Trans>}>
          <Trans>
            A preliminary budget appears within minutes, the final one within about 24 hours.
            Tickets waiting for an agency and tickets you have not repaid in full are deducted, so
            the figure you see is the figure you can spend.
          </Trans>
        </Step>
        <Step number={4} name={<Trans>Select Agency</Trans>} who={<Trans>You</Trans>}>
          <Trans>
            Choose an agency, enter the amount, upload its invoice and pick one, two or three
            months. You see every installment with its date before you submit the ticket.
          </Trans>
        </Step>
        <Step
          number={5}
          name={<Trans>Launch Campaign</Trans>}
          who={<Trans>You and your agency</Trans>}
        >
          <Trans>
            The agency approves the ticket, you sign a promissory note, and we pay the agency up
            front. Your campaign starts; you have paid nothing yet.
          </Trans>
        </Step>
        <Step number={6} name={<Trans>Flexible Repayment</Trans>} who={<Trans>You</Trans>}>
          <Trans>
            You repay in equal monthly installments, with 0% interest and no hidden fees. Your
            payment timeline shows what is due, paid and overdue; repaying a ticket frees up your
            budget again.
          </Trans>
        </Step>
      </ol>
      <Closing
        title={<Trans>The first three steps take about ten minutes.</Trans>}
        href="/signup?type=company"
      >
        <Trans>Get Started</Trans>
      </Closing>
    </>
  );
}

function Step({
  number,
  name,
  who,
  children,
}: {
  number: number;
  name: ReactNode;
  who: ReactNode;
  children: ReactNode;
}) {
  return (
    <li className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 border-t border-line py-8 first:border-ink sm:gap-x-12 sm:py-10 lg:grid-cols-[8rem_1fr_1.5fr]">
      <span aria-hidden="true" className="text-display leading-none text-palm tabular-nums">
        {number}
      </span>
      <div className="max-lg:self-end">
        <h2 className="text-title">{name}</h2>
        <p className="eyebrow mt-1">{who}</p>
      </div>
      <p className="max-w-[58ch] text-ink-soft max-lg:col-span-2 sm:text-lg">{children}</p>
    </li>
  );
}
