import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiError, fieldMessage, messageOf } from '../../api/api-error.ts';
import { useIdempotencyKey } from '../../api/idempotency-key.ts';
import { toast } from '../../ui/toaster.tsx';

export type MoneyMutation = ReturnType<typeof useMoneyMutation>;

/**
 * Sends a move of money once, however often it is pressed; nothing is shown as done before the server has said so.
 * A refusal is a toast and stays beside the button, or at the field that it names.
 */
export function useMoneyMutation() {
  const queryClient = useQueryClient();
  const keyFor = useIdempotencyKey();
  const busy = useRef(false);
  const [isSending, setSending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [asksFactor, setAsksFactor] = useState(false);
  const words = messageOf(error);

  /** Resolves with the reply, or null when it was refused; then everything on the screen is read again too. */
  const send = async <Reply>(
    content: unknown,
    post: (idempotencyKey: string) => Promise<Reply>,
  ): Promise<Reply | null> => {
    if (busy.current) return null;
    busy.current = true;
    setSending(true);
    setError(null);
    try {
      const reply = await post(keyFor(content));
      setAsksFactor(false);
      void queryClient.invalidateQueries();
      return reply;
    } catch (refusal) {
      // The dialog asks for a code in place, and the same is sent again under the same key.
      if (refusal instanceof ApiError && refusal.code === 'factor_proof_required') {
        setAsksFactor(true);
        return null;
      }
      setError(refusal);
      toast.error(messageOf(refusal));
      // What was shown may be what has changed.
      if (refusal instanceof ApiError && refusal.status !== 0) void queryClient.invalidateQueries();
      return null;
    } finally {
      busy.current = false;
      setSending(false);
    }
  };

  return {
    send,
    isSending,
    /** Whether it was refused until a code of the second factor is given (FactorProof). */
    asksFactor,
    /** The code of the refusal, of #domain/error-codes.ts. */
    code: error instanceof ApiError ? error.code : null,
    /** Why it was refused, unless a field says so. */
    problem:
      error === null || (error instanceof ApiError && error.fields.length > 0) ? null : words,
    /** The words of a refusal that names this field. */
    at: (field: string) => (fieldMessage(error, field) === undefined ? undefined : words),
    forget: () => setError(null),
  };
}
