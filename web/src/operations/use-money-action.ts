import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiError, fieldMessage, messageOf } from '../api/api-error.ts';
import { useIdempotencyKey } from '../api/idempotency-key.ts';
import { toast } from '../ui/toaster.tsx';

export type MoneyAction = ReturnType<typeof useMoneyAction>;

/**
 * Sends a move of money once, however often it is pressed; nothing is shown as done before the server has said so.
 * A refusal is a toast and stays beside the button, or at the field that it names.
 */
export function useMoneyAction() {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const keyFor = useIdempotencyKey();
  const busy = useRef(false);
  const [isSending, setSending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const words = messageOf(error, t`This could not be sent. Please try again.`);

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
      void queryClient.invalidateQueries();
      return reply;
    } catch (refusal) {
      setError(refusal);
      toast.error(messageOf(refusal, t`This could not be sent. Please try again.`));
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
