import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import type { ReplyOf } from '#api/contract.ts';
import type { ErrorCode } from '#domain/error-codes.ts';
import type { OperationId, operations } from '#api/operations.ts';
import { toast } from '../ui/toaster.tsx';
import { ApiError, fieldMessage, messageOf, type Fallback } from './api-error.ts';
import { call, type CallInput } from './call.ts';

type Marked<Id extends OperationId, Mark> = Id extends OperationId
  ? (typeof operations)[Id] extends Mark
    ? Id
    : never
  : never;

/** The writes that may be sent twice: by their key, or because they change nothing more the second time. */
export type MutationId = Marked<OperationId, { idempotent: true } | { repeatable: true }>;

/** What a write is given. */
export type MutationInput<Id extends OperationId> = Id extends OperationId
  ? Pick<CallInput<Id>, Extract<keyof CallInput<Id>, 'params' | 'body'>>
  : never;

/** What a dialog needs of a write under way, whichever it is. */
export type Mutation = Omit<ReturnType<typeof useIdempotentMutation>, 'send'>;

/**
 * Every write of the product API. It is sent once, however often the button is pressed, and under one key while what is sent
 * stays the same and nobody has said that it is done: sent again after a lost response it counts once. Nothing is shown as
 * done before the server has said so; then, and after a refusal, all that is on the screen is read again. A refusal is a
 * toast (SPEC section 8), and stays for the form to show at its field or beside its button.
 */
export function useIdempotentMutation<Id extends MutationId>(
  operation: Id,
  {
    fallback,
    readBack,
    onSuccess,
    onRefusal,
    question,
  }: {
    /** Said where no server of ours has given a message. */
    fallback?: Fallback;
    /** The reply of a write that was never answered, as what is so shows it, or null (outcome.ts). */
    readBack?: (input: MutationInput<Id>, isEmpty: boolean) => Promise<ReplyOf<Id> | null>;
    /** What follows once it is done; `isSending` lasts until it has. `reloaded`: all on the screen has been read again. */
    onSuccess?: (reply: ReplyOf<Id>, reloaded: Promise<void>) => unknown;
    onRefusal?: (error: ApiError, reloaded: Promise<void>) => void;
    /** The code of a refusal that `onRefusal` asks about: it is shown neither as a toast nor in the form. */
    question?: ErrorCode;
  } = {},
) {
  const queryClient = useQueryClient();
  const latest = useRef({ content: '', key: '' });
  const isBusy = useRef(false);
  const errorId = useId();
  const [asksFactor, setAsksFactor] = useState(false);

  const isQuestion = (refusal: unknown) =>
    question !== undefined && refusal instanceof ApiError && refusal.code === question;

  /** One key for one intention. `besides`: what makes it another one and is not in the input. */
  const keyOf = (input: MutationInput<Id>, besides: unknown): string => {
    const content = JSON.stringify([operation, input, besides]);
    if (latest.current.content !== content) latest.current = { content, key: crypto.randomUUID() };
    return latest.current.key;
  };

  const { mutateAsync, isPending, isSuccess, error, reset } = useMutation({
    mutationFn: ({ input, besides }: { input: MutationInput<Id>; besides: unknown }) => {
      const idempotencyKey = keyOf(input, besides);
      return call<MutationId>(operation, {
        ...input,
        idempotencyKey,
        ...(readBack && { readBack: (isEmpty: boolean) => readBack(input, isEmpty) }),
      } as CallInput<MutationId>) as Promise<ReplyOf<Id>>;
    },
    onSuccess: async (reply) => {
      // The same once more is another intention from now on.
      latest.current = { content: '', key: '' };
      setAsksFactor(false);
      toast.dismiss(errorId);
      const reloaded = queryClient.invalidateQueries();
      await onSuccess?.(reply, reloaded);
    },
    onError: (refusal) => {
      // The dialog asks for a code in place, and the same is sent again under the same key.
      if (isFactorAsked(refusal)) {
        setAsksFactor(true);
        return;
      }
      if (!isQuestion(refusal)) {
        toast.error(messageOf(refusal, fallback), { id: errorId, cause: refusal });
      }
      if (!(refusal instanceof ApiError)) return;
      // What was shown may be what has changed.
      const isAnswered = refusal.status !== 0;
      const reloaded = isAnswered ? queryClient.invalidateQueries() : Promise.resolve();
      onRefusal?.(refusal, reloaded);
    },
  });

  const shown = isFactorAsked(error) || isQuestion(error) ? null : error;
  const message = shown === null ? null : messageOf(shown, fallback);
  return {
    /** Resolves with the reply, or with null where it was refused or one is under way. */
    send: async (input: MutationInput<Id>, besides?: unknown): Promise<ReplyOf<Id> | null> => {
      // The second press of a double click comes before React has drawn the first.
      if (isBusy.current) return null;
      isBusy.current = true;
      try {
        return await mutateAsync({ input, besides });
      } catch {
        return null;
      } finally {
        isBusy.current = false;
      }
    },
    isSending: isPending,
    isDone: isSuccess,
    /** Whether it was refused until a code of the second factor is given (FactorProof). */
    asksFactor,
    error: shown,
    /** The code of the refusal, of #domain/error-codes.ts. */
    code: shown instanceof ApiError ? shown.code : null,
    /** Why it was refused. */
    message,
    /** The same, unless a field says so. */
    problem: shown instanceof ApiError && shown.fields.length > 0 ? null : message,
    /** The same at a field that the refusal names. */
    at: (field: string) =>
      message !== null && fieldMessage(shown, field) !== undefined ? message : undefined,
    /** The refusal is no longer shown. */
    forget: () => {
      if (!isBusy.current) reset();
    },
  };
}

/** Whether a request was refused until a code of the second factor is given. */
export function isFactorAsked(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'factor_proof_required';
}
