import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Mark } from '../ui/brand.tsx';
import { Closing } from './closing.tsx';
import { PageHero } from './page-hero.tsx';
import { PageMeta } from './page-meta.tsx';
import { Questions } from './questions.tsx';

export default function AboutUs() {
  const { t } = useLingui();
  return (
    <>
      <PageMeta
        title={t`About Us · Hamla`}
        description={t`Hamla finances advertising campaigns in Saudi Arabia: agencies are paid up front, companies repay over one to three months without interest.`}
      />
      <PageHero
        title={<Trans>About Us</Trans>}
        lead={
          <Trans>
            Hamla means campaign. We finance campaigns in Saudi Arabia, so that a good idea does not
            wait for a good month.
          </Trans>
        }
        aside={<Mark className="ms-auto size-48 text-palm" />}
        isAsideWide
      />
      <About />
      <Values />
      <Questions />
      <Closing title={<Trans>Ready when your campaign is.</Trans>} href="/signup">
        <Trans>Get Started</Trans>
      </Closing>
    </>
  );
}

function About() {
  return (
    <section className="border-t border-line bg-raised">
      <div className="page grid gap-x-16 gap-y-5 py-14 text-lg text-ink-soft sm:py-20 lg:grid-cols-2">
        <p>
          <Trans>
            Advertising costs money before it earns any. A company spends in Ramadan and sees the
            sales afterwards; an agency books media today and waits months for its invoice to be
            paid. Both are healthy businesses, and both run short of cash.
          </Trans>
        </p>
        <p>
          <Trans>
            We stand between them: we pay the agency up front, and the company repays in up to three
            monthly installments, without interest. The agency pays one clear fee, and everyone sees
            the same dates and figures.
          </Trans>
        </p>
      </div>
    </section>
  );
}

function Values() {
  return (
    <section aria-labelledby="values" className="page py-14 sm:py-20">
      <h2 id="values" className="text-title">
        <Trans>What we stand for</Trans>
      </h2>
      <dl className="mt-6">
        <Value name={<Trans>Trust</Trans>}>
          <Trans>
            Figures you can check, decisions that come with reasons, and documents seen only by the
            people they concern.
          </Trans>
        </Value>
        <Value name={<Trans>Connection</Trans>}>
          <Trans>
            A company with a plan and an agency with the craft should not need a bank between them.
            We bring them to one table.
          </Trans>
        </Value>
        <Value name={<Trans>Growth</Trans>}>
          <Trans>
            We earn when a campaign runs. Your budget grows as you repay, and we never charge late
            fees.
          </Trans>
        </Value>
      </dl>
    </section>
  );
}

function Value({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div className="grid gap-x-12 gap-y-1 border-t border-line py-6 first:border-ink sm:grid-cols-[1fr_2fr]">
      <dt className="text-title text-palm">{name}</dt>
      <dd className="max-w-[56ch] text-lg text-ink-soft sm:pt-1">{children}</dd>
    </div>
  );
}
