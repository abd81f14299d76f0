import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { PlusIcon } from '../ui/icons.tsx';
import { Mark } from '../ui/brand.tsx';
import { Closing } from './closing.tsx';
import { PageHero } from './page-hero.tsx';
import { PageMeta } from './page-meta.tsx';
import { PublicLink } from '../ui/link.tsx';

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
        aside={<Mark className="ms-auto size-48 text-palm max-lg:hidden" />}
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
            Advertising is paid for before it works. A company spends in Ramadan and sees the sales
            after; an agency books media today and waits months for its invoice. Both are healthy,
            and both run short.
          </Trans>
        </p>
        <p>
          <Trans>
            We stand between them. We pay the agency up front and the company repays in up to three
            monthly installments, without interest. The agency carries one clear fee, and everybody
            sees the same dates and the same figures.
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
        <Trans>What we hold to</Trans>
      </h2>
      <dl className="mt-6">
        <Value name={<Trans>Trust</Trans>}>
          <Trans>
            Figures you can recompute, decisions that give their reasons, documents seen only by
            those they concern.
          </Trans>
        </Value>
        <Value name={<Trans>Connection</Trans>}>
          <Trans>
            A company with a plan and an agency with the craft should meet without a bank between
            them. We bring them to one table.
          </Trans>
        </Value>
        <Value name={<Trans>Growth</Trans>}>
          <Trans>
            We earn when a campaign runs. Budgets grow with what you repay, and we never charge for
            being late.
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

function Questions() {
  return (
    <section aria-labelledby="faq" className="border-t border-line bg-raised">
      <div className="page grid gap-x-16 gap-y-8 py-14 sm:py-20 lg:grid-cols-[1fr_1.9fr]">
        <h2 id="faq" className="text-title">
          <Trans>Frequently asked questions</Trans>
        </h2>
        <div className="border-b border-line">
          <Question question={<Trans>What is Hamla?</Trans>}>
            <Trans>
              A platform on which companies finance advertising campaigns with agencies and repay
              later. We pay the agency up front; the company repays over one to three months.
            </Trans>
          </Question>
          <Question question={<Trans>Who can apply?</Trans>}>
            <Trans>
              Companies and agencies based in Saudi Arabia with a commercial registration. An
              account belongs to one company or one agency.
            </Trans>
          </Question>
          <Question question={<Trans>What does it cost a company?</Trans>}>
            <Trans>
              Nothing beyond the invoice: no upfront payment, 0% interest and no hidden fees. The
              agency pays a 5% service fee out of what it receives.
            </Trans>
          </Question>
          <Question question={<Trans>How is my budget calculated?</Trans>}>
            <Trans>
              An automated analysis weighs the revenue of your last six months, its trend and
              steadiness, your documents, your profile and your repayment history with us. Your
              dashboard shows each factor and what would change it.
            </Trans>
          </Question>
          <Question question={<Trans>How soon will I know my budget?</Trans>}>
            <Trans>
              A preliminary budget appears within minutes of saving your profile, the final one
              within about 24 hours.
            </Trans>
          </Question>
          <Question question={<Trans>What happens after I submit a ticket?</Trans>}>
            <Trans>
              The agency approves or rejects it. Until then the amount is held from your budget and
              you may cancel the ticket. After the approval you sign a promissory note and we pay
              the agency.
            </Trans>
          </Question>
          <Question question={<Trans>When is an agency paid?</Trans>}>
            <Trans>
              Within about one week of the ticket's creation, once it is approved and its documents
              are signed. The agency receives 95% of the invoice, whether or not the company has
              repaid.
            </Trans>
          </Question>
          <Question question={<Trans>What if I cannot pay an installment on time?</Trans>}>
            <Trans>
              It is shown as overdue and we remind you. There is no late fee and no interest, but
              new requests may wait until it is paid. Write to us early; we would rather find a way
              than send a reminder.
            </Trans>
          </Question>
          <Question question={<Trans>How is my data protected?</Trans>}>
            <Trans>
              Personal data and documents are encrypted and handled under the Saudi Personal Data
              Protection Law. The{' '}
              <PublicLink to="/privacy" className="text-link">
                Privacy Policy
              </PublicLink>{' '}
              says what we keep, why, for how long, and how to use your rights.
            </Trans>
          </Question>
        </div>
      </div>
    </section>
  );
}

/** Native: one open at a time by its shared name, works without script. */
function Question({ question, children }: { question: ReactNode; children: ReactNode }) {
  return (
    <details name="faq" className="group border-t border-line">
      <summary className="flex items-start justify-between gap-6 py-5 text-lg font-semibold hover:text-palm">
        <h3>{question}</h3>
        <PlusIcon className="mt-1.5 size-5 text-palm transition-transform duration-150 group-open:rotate-45" />
      </summary>
      <p className="max-w-[60ch] pe-11 pb-6 text-ink-soft">{children}</p>
    </details>
  );
}
