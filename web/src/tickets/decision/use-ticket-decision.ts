import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { Ticket } from '#api/tickets.ts';
import { useIdempotentMutation } from '../../api/use-idempotent-mutation.ts';
import { toast } from '../../ui/toaster.tsx';

/** What an agency answers to a waiting ticket; the reason may be blank. */
type Answer =
  | { move: 'approve'; ticket: Ticket }
  | { move: 'reject'; ticket: Ticket; reason: string };

export type TicketDecision = ReturnType<typeof useTicketDecision>;

/** The dialog that is open: what is about to be answered to which ticket. */
interface Asked {
  move: Answer['move'];
  ticket: Ticket;
}

/**
 * Asks an agency for its answer and sends it, one at a time; then the screen is read again (SPEC section 7). The dialog stays
 * open until the answer was accepted, or came too late because the ticket was answered meanwhile.
 */
export function useTicketDecision() {
  const { t } = useLingui();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [pending, setPending] = useState<Answer | null>(null);
  const settle = (reloaded: Promise<void>) => {
    setAsked(null);
    // The ticket stays marked as sending until the lists are refetched.
    void reloaded.finally(() => setPending(null));
  };
  const onRefusal = ({ code }: { code: string }, reloaded: Promise<void>) =>
    code === 'ticket_not_pending' ? settle(reloaded) : setPending(null);
  const approve = useIdempotentMutation('approve_ticket', {
    onSuccess: (_, reloaded) => {
      toast.success(t`Ticket approved successfully!`);
      settle(reloaded);
    },
    onRefusal,
  });
  const reject = useIdempotentMutation('reject_ticket', {
    onSuccess: (_, reloaded) => {
      toast.success(t`Ticket rejected`);
      settle(reloaded);
    },
    onRefusal,
  });

  const send = (answer: Answer) => {
    if (pending) return;
    setPending(answer);
    const params = { id: answer.ticket.id };
    if (answer.move === 'approve') void approve.send({ params });
    else void reject.send({ params, body: { rejection_reason: answer.reason.trim() || null } });
  };

  return {
    asked,
    ask: (next: Asked) => {
      approve.forget();
      reject.forget();
      setAsked(next);
    },
    close: () => setAsked(null),
    send,
    /** The answer under way, until the lists are loaded again. */
    pending,
    /** Only while the server has not answered yet. */
    isSending: approve.isSending || reject.isSending,
    /** Why the last answer was not accepted. */
    problem: approve.problem ?? reject.problem,
    forgetProblem: () => {
      approve.forget();
      reject.forget();
    },
  };
}
