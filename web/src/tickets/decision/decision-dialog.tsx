import { lazyPart } from '../../ui/lazy-part.tsx';
import type { TicketDecision } from './use-ticket-decision.ts';

const dialogs = {
  approve: lazyPart(() => import('./approve-dialog.tsx')),
  reject: lazyPart(() => import('./reject-dialog.tsx')),
};

/** The dialog of the answer that the agency is about to give. */
export function DecisionDialog({ answer }: { answer: TicketDecision }) {
  if (!answer.asked) return null;
  const { move, ticket } = answer.asked;
  const Dialog = dialogs[move];
  return <Dialog ticket={ticket} answer={answer} onClose={answer.close} />;
}
