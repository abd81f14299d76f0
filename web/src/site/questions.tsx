import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { usePayoutPromise } from '../ui/payout-promise.ts';
import { PlusIcon } from '../ui/icons.tsx';
import { PublicLink } from '../ui/link.tsx';
import { StructuredData } from './page-meta.tsx';

interface Question {
  id: string;
  question: string;
  /** Plain text: what search engines are told is what stands here. */
  answer: string;
  /** A link after the answer. */
  more?: ReactNode;
}

/** The nine questions (SPEC section 2). */
export function useQuestions(): readonly Question[] {
  const { t } = useLingui();
  const promise = usePayoutPromise();
  return [
    {
      id: 'what',
      question: t`What is Hamla?`,
      answer: t`A platform on which companies finance advertising campaigns with agencies and repay later. We pay the agency up front; the company repays over one to three months.`,
    },
    {
      id: 'who',
      question: t`Who can apply?`,
      answer: t`Companies and agencies based in Saudi Arabia with a commercial registration. An account belongs to one company or one agency.`,
    },
    {
      id: 'cost',
      question: t`What does it cost a company?`,
      answer: t`Nothing beyond the invoice: no upfront payment, 0% interest and no hidden fees. The agency pays a 5% service fee out of what it receives.`,
    },
    {
      id: 'budget',
      question: t`How is my budget calculated?`,
      answer: t`An automated analysis weighs your revenue for the last six months, its trend and steadiness, your documents, your profile and your repayment history with us. Your dashboard shows each factor and what would change it.`,
    },
    {
      id: 'soon',
      question: t`How soon will I know my budget?`,
      answer: t`A preliminary budget appears within minutes of saving your profile, the final one within about 24 hours.`,
    },
    {
      id: 'submitted',
      question: t`What happens after I submit a ticket?`,
      answer: t`The agency approves or rejects it. Until then the amount is held from your budget and you may cancel the ticket. After the approval you sign a promissory note and we pay the agency.`,
    },
    {
      id: 'paid',
      question: t`When is an agency paid?`,
      answer: `${t`Within about one week of the ticket's creation, once it is approved and its documents are signed. The agency receives 95% of the invoice.`} ${promise}`,
    },
    {
      id: 'late',
      question: t`What if I cannot pay an installment on time?`,
      answer: t`It is shown as overdue and we remind you. There is no late fee and no interest, but new requests may wait until it is paid. Write to us early; we would rather find a solution than send a reminder.`,
    },
    {
      id: 'data',
      question: t`How is my data protected?`,
      answer: t`Personal data and documents are encrypted and handled under the Saudi Personal Data Protection Law. The Privacy Policy says what we keep, why, for how long, and how to use your rights.`,
      more: (
        <PublicLink to="/privacy" className="text-link">
          <Trans>Read the Privacy Policy</Trans>
        </PublicLink>
      ),
    },
  ];
}

/** All of them, one open at a time. */
export function Questions() {
  const questions = useQuestions();
  return (
    <section id="faq" aria-labelledby="faq-title" className="border-t border-line bg-raised">
      <div className="page grid gap-x-16 gap-y-8 py-14 sm:py-20 lg:grid-cols-[1fr_1.9fr]">
        <div className="lg:sticky lg:top-24 lg:self-start">
          <h2 id="faq-title" className="text-title">
            <Trans>Frequently asked questions</Trans>
          </h2>
          <p className="mt-3 text-ink-soft">
            <Trans>
              Another question?{' '}
              <PublicLink to="/#contact" className="text-link">
                Talk to us
              </PublicLink>
            </Trans>
          </p>
        </div>
        <div className="border-b border-line">
          {questions.map((one) => (
            <Accordion key={one.id} {...one} />
          ))}
        </div>
      </div>
      <StructuredData
        facts={{
          '@type': 'FAQPage',
          mainEntity: questions.map(({ question, answer }) => ({
            '@type': 'Question',
            name: question,
            acceptedAnswer: { '@type': 'Answer', text: answer },
          })),
        }}
      />
    </section>
  );
}

/** Native: one open at a time by its shared name. A link to the answer opens it; all of it works without script. */
function Accordion({ id, question, answer, more }: Question) {
  return (
    <details name="faq" className="group border-t border-line">
      <summary className="flex items-start justify-between gap-6 py-5 text-lg font-semibold hover:text-palm">
        <h3>{question}</h3>
        <PlusIcon className="mt-1.5 size-5 text-palm transition-transform duration-150 group-open:rotate-45" />
      </summary>
      <div className="max-w-[60ch] scroll-mt-40 pe-11 pb-6 text-ink-soft" id={`faq-${id}`}>
        <p>{answer}</p>
        {more ? <p className="mt-2">{more}</p> : null}
      </div>
    </details>
  );
}
