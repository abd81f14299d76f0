import { lazy, Suspense } from 'react';
import type { TicketDecision } from './use-ticket-decision.ts';

const dialogs = {
  approve: lazy(() => import('./approve-dialog.tsx')),
  reject: lazy(() => import('./reject-dialog.tsx')),
};

/** The dialog of the answer that the agency is about to give. */
export function DecisionDialog({ answer }: { answer: TicketDecision }) {
  if (!answer.asked) return null;
  const { move, ticket } = answer.asked;
  const Dialog = dialogs[move];
  return (
    <Suspense>
      <Dialog ticket={ticket} answer={answer} />
    </Suspense>
  );
}
