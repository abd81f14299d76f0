import { lazy, Suspense } from 'react';
import { withTexts } from '../../further-texts.ts';
import type { TicketDecision } from './use-ticket-decision.ts';

const dialogs = {
  approve: lazy(() => withTexts(import('./approve-dialog.tsx'))),
  reject: lazy(() => withTexts(import('./reject-dialog.tsx'))),
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
