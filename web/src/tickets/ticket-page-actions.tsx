import { Trans } from '@lingui/react/macro';
import { lazy, Suspense, useState } from 'react';
import type { Ticket, TicketDetails } from '#api/tickets.ts';
import type { NextStep } from '#domain/tickets/next-step.ts';
import { Button } from '../ui/button.tsx';
import { ButtonLink } from '../ui/link.tsx';
import { useAgencyAnswer } from './agency-answer.ts';
import { GiveCrNumber } from './give-cr-number.tsx';
import { RenewDocuments } from './renew-documents.tsx';

const CancelDialog = lazy(() =>
  import('./cancel-ticket.tsx').then((file) => ({ default: file.CancelTicketDialog })),
);
const AcceptDialog = lazy(() => import('./accept-documents-dialog.tsx'));
const ApproveDialog = lazy(() => import('./agency-approve-dialog.tsx'));
const RejectDialog = lazy(() => import('./agency-reject-dialog.tsx'));

/** What the reader can do about the next step; the questions load when they are asked. */
export function StepActions({ step, details }: { step: NextStep; details: TicketDetails }) {
  if (details.role === 'agency') return <AgencyActions step={step} ticket={details.ticket} />;
  if (step.kind === 'rejected') {
    return (
      <ButtonLink to="/dashboard/company?new-ticket" className="justify-self-start">
        <Trans>Request again</Trans>
      </ButtonLink>
    );
  }
  if (step.kind === 'payout_stopped') {
    return (
      <ButtonLink to="/dashboard/company" className="justify-self-start">
        <Trans>See what is overdue</Trans>
      </ButtonLink>
    );
  }
  return (
    <>
      {step.kind === 'documents' ? <DocumentActions step={step} details={details} /> : null}
      <CompanyActions step={step} ticket={details.ticket} />
    </>
  );
}

function DocumentActions({
  step: { state },
  details,
}: {
  step: Extract<NextStep, { kind: 'documents' }>;
  details: TicketDetails;
}) {
  const [isReading, setReading] = useState(false);
  return (
    <>
      {state === 'ready' ? (
        <Button onPress={() => setReading(true)} className="justify-self-start">
          <Trans>Read and accept</Trans>
        </Button>
      ) : null}
      {state === 'cr_number_missing' ? <GiveCrNumber ticket={details.ticket} /> : null}
      {state === 'outdated' ? <RenewDocuments ticket={details.ticket} /> : null}
      {isReading ? (
        <Suspense>
          <AcceptDialog details={details} state={state} onClose={() => setReading(false)} />
        </Suspense>
      ) : null}
    </>
  );
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
