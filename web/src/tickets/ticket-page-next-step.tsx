import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { lazy, Suspense, useEffect, useId, useRef, useState, type ReactNode } from 'react';
import type { Ticket, TicketDetails } from '#api/tickets.ts';
import { decimalFromHalalas, halalasFromDecimal } from '#domain/money.ts';
import { expectedPaymentDate } from '#domain/payouts/expected-payment.ts';
import { serviceFee } from '#domain/payouts/service-fee.ts';
import { nextStep, type NextStep } from '#domain/tickets/next-step.ts';
import { Button } from '../ui/button.tsx';
import { IsoDate } from '../ui/iso-date.tsx';
import { ButtonLink } from '../ui/link.tsx';
import { Money } from '../ui/money.tsx';
import { Typed } from '../ui/typed.tsx';
import { useAgencyAnswer } from './agency-answer.ts';

const CancelDialog = lazy(() =>
  import('./cancel-ticket.tsx').then((file) => ({ default: file.CancelTicketDialog })),
);
const ApproveDialog = lazy(() => import('./agency-approve-dialog.tsx'));
const RejectDialog = lazy(() => import('./agency-reject-dialog.tsx'));

/** The next step of a ticket as the domain sees it, from what the page holds. */
export function stepOf(details: TicketDetails): NextStep {
  const installments = (details.installments ?? []).map((one) => ({
    ...one,
    amount_halalas: halalasFromDecimal(one.amount_sar),
  }));
  return nextStep(details.ticket, details.role, details.today, installments);
}

/** What happens next, whom it waits for and, where that is the reader, the way to do it. */
export function TicketNextStep({ details }: { details: TicketDetails }) {
  const id = useId();
  const step = stepOf(details);
  const { title, body } =
    details.role === 'company' ? forCompany(step, details) : forAgency(step, details);
  const heading = useFocusWhenLost(details.ticket.status);
  return (
    <section
      aria-labelledby={id}
      className={`grid gap-x-10 gap-y-5 border-s-4 px-5 py-5 sm:px-7 sm:py-6 md:grid-cols-[minmax(0,1fr)_auto] md:items-center print:hidden ${toneOf(step, details)}`}
    >
      <div className="min-w-0">
        <p className="eyebrow">
          <Trans>Next step</Trans>
        </p>
        <h2 ref={heading} id={id} tabIndex={-1} className="text-heading outline-none sm:text-2xl">
          {title}
        </h2>
        <div className="mt-1.5 max-w-prose space-y-1.5 text-ink-soft">{body}</div>
      </div>
      <Actions step={step} details={details} />
    </section>
  );
}

/** Saffron is "now": what waits for the reader. */
function toneOf(step: NextStep, { role }: TicketDetails): string {
  if (step.kind === 'overdue') return 'border-overdue bg-overdue-wash';
  if (step.waits_on === role) return 'border-saffron bg-saffron-wash';
  if (step.waits_on === 'nobody') return 'border-line-strong bg-sunk';
  return 'border-palm bg-palm-wash';
}

type Words = { title: ReactNode; body: ReactNode };

function forCompany(step: NextStep, { ticket, story }: TicketDetails): Words {
  switch (step.kind) {
    case 'answer':
      return {
        title: <Trans>Waiting for the agency's answer</Trans>,
        body: (
          <p>
            <Trans>
              The agency approves or rejects your request. Until then{' '}
              <Money amount={ticket.amount_sar} /> of your budget is held, and you can cancel.
            </Trans>
          </p>
        ),
      };
    case 'payout':
      return { title: <Trans>We pay the agency</Trans>, body: <CompanyBeforePayout step={step} /> };
    case 'installment':
      return {
        title: (
          <Trans>
            Pay <Money amount={decimalFromHalalas(step.next.amount_halalas)} /> by{' '}
            <IsoDate date={step.next.due_date} />
          </Trans>
        ),
        body: (
          <p>
            <Trans>It is your next installment. There is no interest and no hidden fee.</Trans>
          </p>
        ),
      };
    case 'overdue':
      return {
        title: (
          <Trans>
            Pay <Money amount={decimalFromHalalas(step.amount_halalas)} /> now
          </Trans>
        ),
        body: (
          <p>
            <Plural
              value={step.count}
              one="# installment is overdue."
              other="# installments are overdue."
            />{' '}
            <Trans>
              The earliest was due on <IsoDate date={step.since} />.
            </Trans>
          </p>
        ),
      };
    case 'rejected':
      return {
        title: <Trans>The agency rejected your request</Trans>,
        body: (
          <>
            <Reason ticket={ticket} />
            <p>
              <Trans>
                Nothing is owed and nothing is held in your budget. You can request again.
              </Trans>
            </p>
          </>
        ),
      };
    case 'closed':
      return {
        title: <Trans>This ticket is closed</Trans>,
        body: <p>{closedForCompany(story)}</p>,
      };
    case 'completed':
    case 'paid_out':
      return {
        title: <Trans>Everything is repaid</Trans>,
        body: (
          <p>
            <Trans>Nothing is left to do.</Trans>
          </p>
        ),
      };
  }
}

function CompanyBeforePayout({ step }: { step: Extract<NextStep, { kind: 'payout' }> }) {
  if (step.is_late) {
    return (
      <p>
        <Trans>
          It was expected by <IsoDate date={step.expected_date} /> and is still to come. You owe
          nothing before the agency has been paid; your dates then begin again.
        </Trans>
      </p>
    );
  }
  return (
    <>
      <p>
        <Trans>
          Expected by <IsoDate date={step.expected_date} />. You owe nothing before that.
        </Trans>
      </p>
      {step.first ? (
        <p>
          <Trans>
            Then you repay: first <Money amount={decimalFromHalalas(step.first.amount_halalas)} />,
            due on <IsoDate date={step.first.due_date} />.
          </Trans>
        </p>
      ) : null}
    </>
  );
}

function forAgency(step: NextStep, details: TicketDetails): Words {
  const { ticket, story } = details;
  switch (step.kind) {
    case 'answer':
      return {
        title: <Trans>Approve or reject this request</Trans>,
        body: <AgencyBeforeAnswer details={details} />,
      };
    case 'payout':
      return {
        title: (
          <Trans>
            We pay you <Money amount={netOf(details)} />
          </Trans>
        ),
        body: (
          <p>
            {step.is_late ? (
              <Trans>
                It was expected by <IsoDate date={step.expected_date} /> and is still to come.
              </Trans>
            ) : (
              <Trans>
                Expected by <IsoDate date={step.expected_date} />.
              </Trans>
            )}
          </p>
        ),
      };
    case 'rejected':
      return { title: <Trans>You rejected this request</Trans>, body: <Reason ticket={ticket} /> };
    case 'closed':
      return {
        title: <Trans>This ticket is closed</Trans>,
        body: <p>{closedForAgency(story)}</p>,
      };
    default:
      return {
        title: <Trans>You have been paid</Trans>,
        body: (
          <p>
            <Trans>The company repays us. Nothing is left for you to do.</Trans>
          </p>
        ),
      };
  }
}

function AgencyBeforeAnswer({ details }: { details: TicketDetails }) {
  const { t } = useLingui();
  const { ticket } = details;
  return (
    <p>
      <Trans>
        <Typed text={ticket.company_name ?? t`The company`} /> waits for your answer. If you
        approve, you receive <Money amount={netOf(details)} />, expected by{' '}
        <IsoDate date={expectedPaymentDate(ticket.created_local_date)} />.
      </Trans>
    </p>
  );
}

/** Why a ticket was closed: what the story ends with. */
function closedForCompany(story: TicketDetails['story']) {
  switch (story.at(-1)?.kind) {
    case 'cancelled':
      return <Trans>You cancelled it. Nothing is owed and nothing is held in your budget.</Trans>;
    case 'expired':
      return (
        <Trans>
          The agency did not answer in time. Nothing is owed and nothing is held in your budget.
        </Trans>
      );
    case 'closed':
      return (
        <Trans>
          We closed it before paying the agency. Nothing is owed and nothing is held in your budget.
        </Trans>
      );
    default:
      return <Trans>Nothing is left to do.</Trans>;
  }
}

function closedForAgency(story: TicketDetails['story']) {
  switch (story.at(-1)?.kind) {
    case 'cancelled':
      return <Trans>The company cancelled its request before you answered.</Trans>;
    case 'expired':
      return <Trans>You did not answer in time, so the company's request has ended.</Trans>;
    case 'closed':
      return <Trans>We closed it before your payment, which is cancelled.</Trans>;
    default:
      return <Trans>Nothing is left to do.</Trans>;
  }
}

/** What the agency receives, or would. */
function netOf({ ticket, payout }: TicketDetails): string {
  const { net_halalas } = serviceFee(halalasFromDecimal(ticket.amount_sar));
  return payout?.net_amount ?? decimalFromHalalas(net_halalas);
}

function Reason({ ticket: { rejection_reason } }: { ticket: Ticket }) {
  if (!rejection_reason) {
    return (
      <p>
        <Trans>No reason was given.</Trans>
      </p>
    );
  }
  return (
    <div>
      <p className="eyebrow">
        <Trans>Reason</Trans>
      </p>
      <p dir="auto" className="w-fit text-start whitespace-pre-line text-ink wrap-anywhere">
        {rejection_reason}
      </p>
    </div>
  );
}

function Actions({ step, details }: { step: NextStep; details: TicketDetails }) {
  if (details.role === 'agency') return <AgencyActions step={step} ticket={details.ticket} />;
  if (step.kind === 'rejected') {
    return (
      <ButtonLink to="/dashboard/company?new-ticket" className="justify-self-start">
        <Trans>Request again</Trans>
      </ButtonLink>
    );
  }
  return <CompanyActions step={step} ticket={details.ticket} />;
}

function CompanyActions({ step, ticket }: { step: NextStep; ticket: Ticket }) {
  const [isAsking, setAsking] = useState(false);
  const canCancel = step.moves.includes('cancel');
  return (
    <>
      {canCancel ? (
        <Button tone="secondary" onPress={() => setAsking(true)} className="justify-self-start">
          <Trans>Cancel ticket</Trans>
        </Button>
      ) : null}
      {isAsking ? (
        <Suspense>
          <CancelDialog
            ticket={ticket}
            isAnswered={!canCancel}
            back={<Trans>Back to the ticket</Trans>}
            onClose={() => setAsking(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}

function AgencyActions({ step, ticket }: { step: NextStep; ticket: Ticket }) {
  const answer = useAgencyAnswer();
  const [asked, setAsked] = useState<'approve' | 'reject' | null>(null);
  const ask = (move: 'approve' | 'reject') => {
    answer.forgetProblem();
    setAsked(move);
  };
  const close = () => setAsked(null);
  return (
    <>
      {step.moves.length > 0 ? (
        <div className="flex flex-wrap gap-3">
          {answer.pending ? (
            <Button tone="secondary" isPending>
              {answer.pending.move === 'approve' ? (
                <Trans>Approving</Trans>
              ) : (
                <Trans>Rejecting</Trans>
              )}
            </Button>
          ) : (
            <>
              <Button tone="danger" onPress={() => ask('reject')}>
                <Trans>Reject</Trans>
              </Button>
              <Button onPress={() => ask('approve')}>
                <Trans>Approve</Trans>
              </Button>
            </>
          )}
        </div>
      ) : null}
      <Suspense>
        {asked === 'approve' ? (
          <ApproveDialog ticket={ticket} answer={answer} onClose={close} />
        ) : null}
        {asked === 'reject' ? (
          <RejectDialog ticket={ticket} answer={answer} onClose={close} />
        ) : null}
      </Suspense>
    </>
  );
}

/** A move takes away the button that made it: the focus goes to the step that stands there now. */
function useFocusWhenLost(status: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(status);
  useEffect(() => {
    if (shown.current === status) return undefined;
    shown.current = status;
    // After the question that asked for the move has closed and given the focus back.
    const timer = setTimeout(() => {
      if (document.activeElement === document.body) heading.current?.focus();
    }, 300);
    return () => clearTimeout(timer);
  }, [status]);
  return heading;
}
