import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Ticket } from '#api/tickets.ts';
import { ApiError, messageOf } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { useIdempotencyKey } from '../api/idempotency-key.ts';
import { toast } from '../ui/toaster.tsx';

/** What an agency answers to a waiting ticket; the reason may be blank. */
type Answer =
  | { move: 'approve'; ticket: Ticket }
  | { move: 'reject'; ticket: Ticket; reason: string };

export type AgencyAnswer = ReturnType<typeof useAgencyAnswer>;

/**
 * Sends an agency's answer once, however often it is pressed, and reloads what the screen shows (SPEC section 7).
 * `send` tells whether the answer is settled: accepted, or too late because the ticket was answered meanwhile.
 */
export function useAgencyAnswer() {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const keyFor = useIdempotencyKey();
  const busy = useRef(false);
  const [pending, setPending] = useState<Answer | null>(null);
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const reload = () => queryClient.invalidateQueries();

  const deliver = async (answer: Answer): Promise<boolean> => {
    try {
      await post(answer, keyFor);
      if (answer.move === 'approve') toast.success(t`Ticket approved successfully!`);
      else toast.success(t`Ticket rejected`);
      return true;
    } catch (error) {
      const message = messageOf(error);
      toast.error(message);
      if (error instanceof ApiError && error.code === 'ticket_not_pending') return true;
      setProblem(message);
      return false;
    }
  };

  const send = async (answer: Answer): Promise<boolean> => {
    if (busy.current) return false;
    busy.current = true;
    setPending(answer);
    setSending(true);
    setProblem(null);
    const settled = await deliver(answer);
    setSending(false);
    // The ticket stays marked until the lists know better.
    const reloaded = settled ? reload() : Promise.resolve();
    void reloaded.finally(() => {
      busy.current = false;
      setPending(null);
    });
    return settled;
  };

  return {
    send,
    /** The answer under way, until the lists are loaded again. */
    pending,
    /** Only while the server has not answered yet. */
    isSending,
    /** Why the last answer was not accepted. */
    problem,
    forgetProblem: () => setProblem(null),
  };
}

async function post(answer: Answer, keyFor: (content: unknown) => string): Promise<void> {
  const params = { id: answer.ticket.id };
  if (answer.move === 'approve') {
    await call('approve_ticket', { params, idempotencyKey: keyFor(['approve', params]) });
    return;
  }
  const body = { rejection_reason: answer.reason.trim() || null };
  await call('reject_ticket', { params, body, idempotencyKey: keyFor(['reject', params, body]) });
}
