import { Trans, useLingui } from '@lingui/react/macro';
import { originPlaceholder } from '#api/site-origin.ts';
import { buttonLook } from '../ui/button.tsx';
import { ArrowIcon } from '../ui/icons.tsx';
import { CampaignMotif } from '../ui/motif.tsx';
import { Calculator } from './calculator.tsx';
import { contact } from './contact.ts';
import { NumberedSteps } from './numbered-steps.tsx';
import { PageHero } from './page-hero.tsx';
import { PageMeta, StructuredData } from './page-meta.tsx';
import { useQuestions } from './questions.tsx';
import { Scene } from './scene.tsx';
import { usePublicPath } from '../ui/language-switch.tsx';
import { PublicLink } from '../ui/link.tsx';

export default function Home() {
  const { t } = useLingui();
  return (
    <>
      <PageMeta
        title={t`Hamla · Advertise now, pay later`}
        description={t`Hamla pays your advertising agency up front and you repay over one to three months: no upfront payment, 0% interest, no hidden fees. For companies in Saudi Arabia.`}
      />
      <PageHero
        title={<Trans>Advertise now, pay later.</Trans>}
        lead={
          <Trans>
            We pay your agency up front. You repay over one to three months, with no upfront
            payment, 0% interest and no hidden fees.
          </Trans>
        }
        action={
          <>
            <a href="/signup" className={buttonLook('primary', 'large')}>
              <Trans>Get Started</Trans>
            </a>
            <PublicLink to="/for-agencies" className="text-link">
              <Trans>I'm an agency</Trans>
            </PublicLink>
          </>
        }
        aside={<CampaignMotif className="w-full" />}
      />
      <Calculator />
      <ThreeSteps />
      <Product />
      <ForAgencies />
      <Trust />
      <FirstQuestions />
      <Contact />
      <Organization />
    </>
  );
}

function ThreeSteps() {
  const steps = [
    {
      id: 'registration',
      name: <Trans>Company Registration</Trans>,
      text: (
        <Trans>
          Open an account and tell us about your company: its registration, its documents and its
          revenue for the last six months. Every field is optional; the more you fill in, the better
          the offer.
        </Trans>
      ),
    },
    {
      id: 'analysis',
      name: <Trans>Credit Analysis</Trans>,
      text: (
        <Trans>
          An automated analysis reviews what you provided and explains its result: what counted, by
          how much, and what would change it.
        </Trans>
      ),
    },
    {
      id: 'budget',
      name: <Trans>Know Your Budget</Trans>,
      text: (
        <Trans>
          You see a preliminary budget within minutes and the final one within about 24 hours. Spend
          it with any agency in the network.
        </Trans>
      ),
    },
  ];
  return (
    <section aria-labelledby="steps" className="page py-16 sm:py-24">
      <div className="grid gap-x-16 gap-y-8 lg:grid-cols-[1fr_1.9fr]">
        <div>
          <h2 id="steps" className="text-title">
            <Trans>Three steps to your budget</Trans>
          </h2>
          <PublicLink to="/how-we-work" className="text-link mt-5 inline-flex items-center gap-2">
            <Trans>See Full Process</Trans>
            <ArrowIcon />
          </PublicLink>
        </div>
        <NumberedSteps steps={steps} />
      </div>
    </section>
  );
}

/** Parts of the company's dashboard, and what a campaign can be. */
function Product() {
  const { t } = useLingui();
  return (
    <section aria-labelledby="product" className="border-t border-line">
      <div className="page py-16 sm:py-24">
        <h2 id="product" className="text-title">
          <Trans>One page says where you stand</Trans>
        </h2>
        <div className="mt-8 grid items-start gap-x-12 gap-y-10 lg:grid-cols-3">
          <Scene
            name="budget"
            alt={t`The available budget of a company, and what it is made of.`}
          />
          <Scene name="owed" alt={t`What a company owes, what is due next, and when.`} />
          <Scene name="timeline" alt={t`The payments to come on a line that begins today.`} />
        </div>
      </div>
      <img
        src="/campaigns.svg"
        alt=""
        width="1440"
        height="300"
        loading="lazy"
        className="h-44 w-full object-cover object-left sm:h-auto rtl:-scale-x-100"
      />
    </section>
  );
}

function ForAgencies() {
  const { t } = useLingui();
  return (
    <section aria-labelledby="agencies" className="border-y border-line bg-raised">
      <div className="page grid items-center gap-x-16 gap-y-10 py-16 sm:py-24 lg:grid-cols-[1fr_1.2fr]">
        <Scene
          name="payment"
          alt={t`Expected payment of an agency, net of the fee, and its day.`}
        />
        <div className="max-lg:order-first lg:ps-8">
          <h2 id="agencies" className="text-title">
            <Trans>Agencies are paid first</Trans>
          </h2>
          <p className="mt-4 max-w-[52ch] text-lg text-ink-soft">
            <Trans>
              You approve a ticket, and we pay its invoice less a 5% service fee. Collecting what
              the company owes is our work, not yours.
            </Trans>
          </p>
          <PublicLink to="/for-agencies" className={`${buttonLook('secondary')} mt-7`}>
            <Trans>How it works for agencies</Trans>
          </PublicLink>
        </div>
      </div>
    </section>
  );
}

function Trust() {
  return (
    <section aria-labelledby="trust" className="page py-16 sm:py-24">
      <h2 id="trust" className="text-title max-w-[20ch]">
        <Trans>Your documents stay yours</Trans>
      </h2>
      <dl className="mt-8 grid gap-x-12 sm:grid-cols-2">
        {[
          {
            id: 'encrypted',
            term: <Trans>Encrypted</Trans>,
            text: (
              <Trans>
                Registrations, statements and invoices are encrypted at rest and in transit.
              </Trans>
            ),
          },
          {
            id: 'seen',
            term: <Trans>Seen only by the people concerned</Trans>,
            text: (
              <Trans>
                An agency sees the invoice addressed to it and nothing else. Companies never see
                each other.
              </Trans>
            ),
          },
          {
            id: 'law',
            term: <Trans>Under Saudi law</Trans>,
            text: (
              <Trans>
                We follow the Saudi Personal Data Protection Law; our{' '}
                <PublicLink to="/privacy" className="text-link">
                  Privacy Policy
                </PublicLink>{' '}
                says what we keep, why and for how long.
              </Trans>
            ),
          },
          {
            id: 'terms',
            term: <Trans>No small print</Trans>,
            text: (
              <Trans>
                No interest, no late fee, and an end date on every plan. The{' '}
                <PublicLink to="/terms" className="text-link">
                  Terms of Service
                </PublicLink>{' '}
                say the same in full.
              </Trans>
            ),
          },
        ].map(({ id, term, text }) => (
          <div key={id} className="border-t border-line py-6">
            <dt className="text-heading">{term}</dt>
            <dd className="mt-1.5 max-w-[52ch] text-ink-soft">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** What companies ask before they sign up; each leads to its answer. */
function FirstQuestions() {
  const path = usePublicPath();
  const first = useQuestions().filter(({ id }) => ['cost', 'budget', 'late'].includes(id));
  return (
    <section aria-labelledby="questions" className="border-t border-line bg-raised">
      <div className="page grid gap-x-16 gap-y-8 py-16 sm:py-24 lg:grid-cols-[1fr_1.9fr]">
        <div>
          <h2 id="questions" className="text-title">
            <Trans>What companies ask first</Trans>
          </h2>
          <PublicLink to="/about-us#faq" className="text-link mt-5 inline-flex items-center gap-2">
            <Trans>All nine questions</Trans>
            <ArrowIcon />
          </PublicLink>
        </div>
        <ul className="border-b border-line">
          {first.map(({ id, question }) => (
            <li key={id} className="border-t border-line first:border-ink">
              <a
                href={path(`/about-us#faq-${id}`)}
                className="group flex items-center justify-between gap-6 py-5 text-lg font-semibold hover:text-palm"
              >
                {question}
                <ArrowIcon className="size-5 text-palm" />
              </a>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function Organization() {
  const { t } = useLingui();
  return (
    <StructuredData
      facts={{
        '@type': 'Organization',
        name: t`Hamla`,
        url: originPlaceholder,
        logo: `${originPlaceholder}/mark.svg`,
        slogan: t`Advertise now, pay later.`,
        areaServed: 'SA',
        contactPoint: {
          '@type': 'ContactPoint',
          contactType: 'customer support',
          email: contact.email,
          availableLanguage: ['ar', 'en'],
        },
      }}
    />
  );
}

function Contact() {
  return (
    <section id="contact" aria-labelledby="contact-title" className="bg-saffron text-[#0f1f18]">
      <div className="page grid gap-x-16 gap-y-8 py-14 sm:py-20 lg:grid-cols-[1.35fr_1fr]">
        <div>
          <h2 id="contact-title" className="text-title">
            <Trans>Talk to a person</Trans>
          </h2>
          <p className="mt-3 max-w-[46ch] text-lg">
            <Trans>
              Questions about a budget, an invoice or a partnership: write to us in Arabic or
              English.
            </Trans>
          </p>
        </div>
        <dl className="grid content-start gap-y-4">
          <div>
            <dt className="text-sm font-semibold">
              <Trans>Email</Trans>
            </dt>
            <dd>
              <a
                href={`mailto:${contact.email}`}
                className="text-heading underline underline-offset-4 focus-visible:outline-[#0f1f18]"
              >
                <bdi translate="no" dir="ltr" className="rtl:font-device">
                  {contact.email}
                </bdi>
              </a>
            </dd>
          </div>
          <div>
            <dt className="text-sm font-semibold">
              <Trans>Hours</Trans>
            </dt>
            <dd>
              <Trans>Sunday to Thursday, 9:00 to 17:00, Riyadh time</Trans>
            </dd>
          </div>
        </dl>
      </div>
    </section>
  );
}
