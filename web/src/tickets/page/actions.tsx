import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import type { Ticket, TicketDetails } from '#api/tickets.ts';
import type { NextStep } from '#domain/tickets/next-step.ts';
import { Button } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { ButtonLink } from '../../ui/link.tsx';
import { DecisionDialog } from '../decision/decision-dialog.tsx';
import { useTicketDecision } from '../decision/use-ticket-decision.ts';
import { documentsPath } from '../ticket-path.ts';
import { RenewDocuments } from './renew-documents.tsx';

const CancelDialog = lazyPart(() => import('../lists/cancel-ticket-dialog.tsx'));
const GiveCompanyDetails = lazyPart(() => import('./give-company-details.tsx'));

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
      <ButtonLink to="/payments" className="justify-self-start">
        <Trans>How to pay</Trans>
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
  return (
    <>
      {state === 'ready' ? (
        <ButtonLink to={documentsPath(details.ticket.ticket_number)} className="justify-self-start">
          <Trans>Read and accept</Trans>
        </ButtonLink>
      ) : null}
      {state === 'details_missing' ? <GiveCompanyDetails details={details} /> : null}
      {state === 'outdated' ? <RenewDocuments ticket={details.ticket} /> : null}
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
        <CancelDialog
          ticket={ticket}
          isAnswered={!canCancel}
          back={<Trans>Back to the ticket</Trans>}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  );
}

function AgencyActions({ step, ticket }: { step: NextStep; ticket: Ticket }) {
  const answer = useTicketDecision();
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
              <Button tone="danger" onPress={() => answer.ask({ move: 'reject', ticket })}>
                <Trans>Reject</Trans>
              </Button>
              <Button onPress={() => answer.ask({ move: 'approve', ticket })}>
                <Trans>Approve</Trans>
              </Button>
            </>
          )}
        </div>
      ) : null}
      <DecisionDialog answer={answer} />
    </>
  );
}
