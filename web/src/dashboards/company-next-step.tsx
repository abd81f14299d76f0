import { Plural, Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Ticket } from '#api/tickets.ts';
import { companyNextStep, type CompanySituation } from '#domain/dashboards/company-next-step.ts';
import { firstDayLate } from '#domain/installments/lateness.ts';
import { decimalFromHalalas } from '#domain/money.ts';
import { StillToPay } from '../installments/late-notice.tsx';
import { profileItemPath } from '../profiles/profile-items.ts';
import { TicketLink } from '../tickets/ticket-link.tsx';
import { buttonLook } from '../ui/button.tsx';
import { ArrowIcon, CheckIcon } from '../ui/icons.tsx';
import { IsoDate, RelativeDate } from '../ui/iso-date.tsx';
import { ButtonLink } from '../ui/link.tsx';
import { Money } from '../ui/money.tsx';
import { UserText } from '../ui/user-text.tsx';

/** `now`: the company should act; `late`: it should have acted; `calm`: it waits for others. */
type Tone = 'now' | 'late' | 'calm';

interface Words {
  tone: Tone;
  sentence: ReactNode;
  action?: ReactNode;
}

/**
 * On a flat colour the palette's button would not stand out: it takes the ink of the block. What is late is the deep red
 * of a poster in the dark too, where the red of words would glare.
 */
const tones: Record<Tone, string> = {
  now: 'bg-saffron text-[#0f1f18] [--on-palm:#f5f1e4] [--palm-strong:#1d3a2c] [--palm:#0d2a1f]',
  late: 'bg-(--late) text-[#fffdf8] [--late:light-dark(#b1271d,#98281e)] [--on-palm:var(--late)] [--palm-strong:#fffdf8] [--palm:#fffdf8]',
  calm: 'border border-line bg-sunk',
};

/** The next step as a sentence with one action; without one, what the company waits for. */
export function CompanyNextStepBand({
  situation,
  newTicketAddress,
}: {
  situation: CompanySituation<Ticket>;
  newTicketAddress: string;
}) {
  const { tone, sentence, action } = wordsOf(situation, newTicketAddress);
  return (
    <section
      aria-labelledby="next-step"
      className={`flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md px-4 py-2.5 sm:gap-x-8 sm:px-7 sm:py-3.5 print:hidden ${tones[tone]}`}
    >
      <div className="flex min-w-0 flex-1 basis-40 items-baseline gap-x-5 sm:basis-72">
        <h2
          id="next-step"
          className="flex shrink-0 items-center gap-2 text-sm font-semibold max-sm:sr-only"
        >
          {tone === 'calm' ? <CheckIcon className="size-4.5 text-palm" /> : null}
          <Trans>Next step</Trans>
        </h2>
        <p className={`min-w-0 flex-1 ${tone === 'calm' ? '' : 'font-semibold sm:text-lg'}`}>
          {sentence}
        </p>
      </div>
      {action}
    </section>
  );
}

function wordsOf(situation: CompanySituation<Ticket>, newTicketAddress: string): Words {
  const next = companyNextStep(situation);
  const { today } = situation;
  switch (next.step) {
    case 'pay_overdue': {
      const { due_date, amount_halalas } = next.overdue;
      const { to_pay_now_halalas, being_checked_halalas } = next;
      // A notice below states the sum.
      return {
        tone: 'late',
        sentence: (
          <>
            <Trans>
              Pay what has been overdue since <IsoDate date={firstDayLate(due_date)} />.
            </Trans>
            {to_pay_now_halalas === amount_halalas ? null : (
              <>
                {' '}
                {being_checked_halalas > 0 ? (
                  <StillToPay
                    being_checked_sar={decimalFromHalalas(being_checked_halalas)}
                    to_pay_now_sar={decimalFromHalalas(to_pay_now_halalas)}
                  />
                ) : (
                  <Trans>
                    Pay <Money amount={decimalFromHalalas(to_pay_now_halalas)} /> now.
                  </Trans>
                )}
              </>
            )}
          </>
        ),
        action: <ChooseAndPay />,
      };
    }
    case 'pay_default': {
      const { amount_halalas } = next.in_default;
      return {
        tone: 'late',
        sentence: (
          <Trans>
            In default: <Money amount={decimalFromHalalas(amount_halalas)} /> to pay.
          </Trans>
        ),
        action: <ChooseAndPay />,
      };
    }
    case 'accept_documents':
      return {
        tone: 'now',
        sentence: (
          <Plural
            value={next.count}
            one="Read and accept the documents of your ticket: only then is the agency paid."
            other="Read and accept the documents of # tickets: only then are the agencies paid."
          />
        ),
        action: <OpenTicket number={next.ticket.ticket_number} />,
      };
    case 'add_revenue':
      return {
        tone: 'now',
        sentence: <Trans>Tell us your revenue: your budget is calculated from it.</Trans>,
        action: (
          <ActionLink to={profileItemPath('company', 'revenue_last_6_months')}>
            <Trans>Add revenue</Trans>
          </ActionLink>
        ),
      };
    case 'add_documents':
      return {
        tone: 'now',
        sentence: (
          <Plural
            value={next.missing}
            one="Upload the missing document: it counts towards your budget."
            other="Upload the # missing documents: each counts towards your budget."
          />
        ),
        action: (
          <ActionLink to={profileItemPath('company', next.item)}>
            <Trans>Upload</Trans>
          </ActionLink>
        ),
      };
    case 'pay_soon': {
      const { due_date, amount_halalas } = next.owed;
      return {
        tone: 'now',
        sentence: (
          <>
            <Trans>
              <Money amount={decimalFromHalalas(amount_halalas)} /> is due{' '}
              <RelativeDate date={due_date} today={today} />.
            </Trans>
            {next.being_checked_halalas > 0 ? (
              <>
                {' '}
                <Trans>
                  <Money amount={decimalFromHalalas(next.being_checked_halalas)} /> that you
                  reported is being checked.
                </Trans>
              </>
            ) : null}
          </>
        ),
        action: <ChooseAndPay />,
      };
    }
    case 'request_first_ticket':
      return {
        tone: 'now',
        sentence: <Trans>Your budget is ready: finance your first campaign.</Trans>,
        action: (
          <ActionLink to={newTicketAddress}>
            <Trans>Request your first ticket</Trans>
          </ActionLink>
        ),
      };
    default:
      return { tone: 'calm', sentence: <NothingToDo next={next} today={today} /> };
  }
}

type Calm = Extract<
  ReturnType<typeof companyNextStep<Ticket>>,
  { step: 'await_answers' | 'await_budget' | 'await_check' | 'pay_later' | 'await_payout' | 'none' }
>;

function NothingToDo({ next, today }: { next: Calm; today: string }) {
  switch (next.step) {
    case 'await_answers': {
      const { ticket_number, agency_name } = next.ticket;
      return (
        <Trans>
          Nothing to do: an answer from <UserText text={agency_name ?? ''} /> comes next, on{' '}
          <TicketLink ticketNumber={ticket_number}>
            <UserText text={ticket_number} />
          </TicketLink>
          .
        </Trans>
      );
    }
    case 'await_budget':
      return <Trans>Nothing to do: your budget will appear automatically.</Trans>;
    case 'pay_later':
      return (
        <Trans>
          Nothing to do: your next payment is{' '}
          <RelativeDate date={next.owed.due_date} today={today} />.
        </Trans>
      );
    case 'await_check':
      return (
        <Trans>
          Nothing to do: we are checking the{' '}
          <Money amount={decimalFromHalalas(next.being_checked_halalas)} /> that you reported.
        </Trans>
      );
    case 'await_payout':
      return (
        <Trans>
          Nothing to do: <Money amount={decimalFromHalalas(next.planned_halalas)} /> is planned, and
          owed once the payment to the agency is released.
        </Trans>
      );
    case 'none':
      return <Trans>Nothing to do: you owe nothing and nothing is waiting.</Trans>;
  }
}

function ChooseAndPay() {
  return (
    <ActionLink to="/payments">
      <Trans>Pay</Trans>
    </ActionLink>
  );
}

function ActionLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <ButtonLink to={to}>
      {children}
      <ArrowIcon />
    </ButtonLink>
  );
}

function OpenTicket({ number }: { number: string }) {
  return (
    <TicketLink ticketNumber={number} className={buttonLook()}>
      {/* One run of words: the button's gap is for its icon. */}
      <span>
        <Trans>
          Open <UserText text={number} />
        </Trans>
      </span>
      <ArrowIcon />
    </TicketLink>
  );
}
