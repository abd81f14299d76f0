import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { AgencyDashboard } from '#api/dashboards.ts';
import type { Ticket } from '#api/tickets.ts';
import { agencyNextStep, type AgencyNextStep } from '#domain/dashboards/agency-next-step.ts';
import { decimalFromHalalas, halalasFromDecimal } from '#domain/money.ts';
import type { AgencyCompletionItem } from '#domain/profiles/agency-profile.ts';
import type { Completion } from '#domain/profiles/profile.ts';
import type { AgencyPayoutPage } from '#api/payouts.ts';
import { profileItemNames, profileItemPath } from '../profiles/profile-items.ts';
import { ReviewWords } from '../payouts/review-words.tsx';
import { TicketLink } from '../tickets/ticket-link.tsx';
import { buttonLook } from '../ui/button.tsx';
import { DueDate, RelativeDate } from '../ui/iso-date.tsx';
import { ArrowIcon } from '../ui/icons.tsx';
import { ButtonLink } from '../ui/link.tsx';
import { Money } from '../ui/money.tsx';
import { UserText } from '../ui/user-text.tsx';

/** The one thing to do next, or with nothing to do, when the money comes (domain/dashboards/agency-next-step.ts). */
export function AgencyNextStepPanel({
  next,
  today,
}: {
  next: AgencyNextStep<Ticket>;
  today: string;
}) {
  const { title, children, action } = usePanel(next, today);
  const isAsking = next.step === 'decide' || asksForIban(next);
  return (
    <section
      aria-labelledby="next-step"
      className={`flex flex-col self-start rounded-md border border-t-4 border-line bg-raised px-5 pt-4 pb-5 sm:px-8 sm:pt-7 sm:pb-6 ${isAsking ? 'border-t-saffron' : 'border-t-palm'}`}
    >
      <p className="eyebrow">
        <Trans>Next step</Trans>
      </p>
      <h2 id="next-step" className="mt-1 text-title">
        {title}
      </h2>
      <div className="mt-2 text-ink-soft">{children}</div>
      {action ? <div className="mt-auto pt-4 sm:pt-6">{action}</div> : null}
    </section>
  );
}

/** Whether the step is to give an account: then nothing else on the screen asks for it. */
export const asksForIban = ({ step }: AgencyNextStep<Ticket>): boolean =>
  step === 'add_iban' || step === 'correct_iban';

/** What the dashboard's answer asks of the agency next. */
export function nextStepOf(
  dashboard: AgencyDashboard,
  completion: Completion<AgencyCompletionItem>,
): AgencyNextStep<Ticket> {
  return agencyNextStep({
    waiting_count: dashboard.waiting_tickets.count,
    oldest_waiting: dashboard.oldest_waiting_ticket,
    iban_obstacle: dashboard.agency.payment_account.obstacle,
    completion,
    expected: pendingOf(dashboard.expected_payouts),
    late: pendingOf(dashboard.late_payouts),
  });
}

function pendingOf({ net_amount, oldest_ticket_date, in_review }: AgencyPayoutPage) {
  return {
    net_halalas: halalasFromDecimal(net_amount),
    oldest_ticket_date,
    in_review: in_review && { ...in_review, net_halalas: halalasFromDecimal(in_review.net_amount) },
  };
}

interface Panel {
  title: ReactNode;
  children: ReactNode;
  action?: ReactNode;
}

function usePanel(next: AgencyNextStep<Ticket>, today: string): Panel {
  const { i18n } = useLingui();
  switch (next.step) {
    case 'decide':
      return {
        title: (
          <Plural
            value={next.count}
            one="# ticket waits for your decision"
            other="# tickets wait for your decision"
          />
        ),
        children: <OldestTicket ticket={next.ticket} today={today} />,
        action: (
          <TicketLink ticketNumber={next.ticket.ticket_number} className={buttonLook('primary')}>
            {next.count === 1 ? <Trans>Decide on it</Trans> : <Trans>Decide on the oldest</Trans>}
            <ArrowIcon />
          </TicketLink>
        ),
      };
    case 'add_iban':
      return {
        title: <Trans>Add your IBAN to be paid</Trans>,
        children: (
          <Trans>
            <Money amount={decimalFromHalalas(next.net_halalas)} /> is to be paid to you, and your
            profile has no account to send it to.
          </Trans>
        ),
        action: (
          <ButtonLink to={profileItemPath('agency', 'iban')}>
            <Trans>Add your IBAN</Trans>
            <ArrowIcon />
          </ButtonLink>
        ),
      };
    case 'correct_iban':
      return {
        title: <Trans>Correct your IBAN to be paid</Trans>,
        children: (
          <Trans>
            <Money amount={decimalFromHalalas(next.net_halalas)} /> is to be paid to you, and your
            IBAN is not a valid Saudi one.
          </Trans>
        ),
        action: (
          <ButtonLink to={profileItemPath('agency', 'iban')}>
            <Trans>Correct your IBAN</Trans>
            <ArrowIcon />
          </ButtonLink>
        ),
      };
    case 'finish_profile': {
      const name = i18n._(profileItemNames[next.item]);
      return {
        title: <Trans>Finish your profile</Trans>,
        children: (
          <>
            <Plural value={next.missing} one="# item is missing." other="# items are missing." />{' '}
            <Trans>Next: {name}.</Trans>
          </>
        ),
        action: (
          <ButtonLink to={profileItemPath('agency', next.item)}>
            <Trans>Continue your profile</Trans>
            <ArrowIcon />
          </ButtonLink>
        ),
      };
    }
    case 'expect_payment':
      return {
        title: <Trans>Nothing to do: a payment is expected</Trans>,
        children: (
          <Trans>
            The next payment is expected by <DueDate date={next.by} />
          </Trans>
        ),
      };
    case 'await_late_payment':
      return {
        title: <Trans>Nothing to do: a payment is late</Trans>,
        children: (
          <Trans>
            <Money amount={decimalFromHalalas(next.net_halalas)} /> should have reached you by now.
            We are working on it.
          </Trans>
        ),
      };
    case 'await_review':
      return {
        title: <Trans>Nothing to do: your payment is being reviewed</Trans>,
        children: (
          <>
            <Money amount={decimalFromHalalas(next.net_halalas)} />
            {'. '}
            <ReviewWords review={next} />
          </>
        ),
      };
    case 'none':
      return {
        title: <Trans>Nothing is waiting for you</Trans>,
        children: (
          <Trans>
            A company's request appears here at once. Companies find you by your agency's name.
          </Trans>
        ),
      };
  }
}

/** The ticket's sums stand in the list below, and on its own page. */
function OldestTicket({ ticket, today }: { ticket: Ticket; today: string }) {
  const { t } = useLingui();
  const company = ticket.company_name ?? t`Unnamed company`;
  return (
    <p className="wrap-anywhere">
      <Trans>
        The oldest: <UserText text={company} className="font-semibold text-ink" />, submitted{' '}
        <RelativeDate date={ticket.created_local_date} today={today} />
      </Trans>
    </p>
  );
}
