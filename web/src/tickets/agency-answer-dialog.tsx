import { lazy, Suspense } from 'react';
import type { AgencyAnswer } from './agency-answer.ts';

const dialogs = {
  approve: lazy(() => import('./agency-approve-dialog.tsx')),
  reject: lazy(() => import('./agency-reject-dialog.tsx')),
};

/** The dialog of the answer that the agency is about to give. */
export function AgencyAnswerDialog({ answer }: { answer: AgencyAnswer }) {
  if (!answer.asked) return null;
  const { move, ticket } = answer.asked;
  const Dialog = dialogs[move];
  return (
    <Suspense>
      <Dialog ticket={ticket} answer={answer} />
    </Suspense>
  );
}
