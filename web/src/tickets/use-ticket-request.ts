import { useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { BodyOf } from '#api/contract.ts';
import { errorMessages } from '#api/error-messages.ts';
import { documentLanguage } from '../i18n.ts';
import type { AgencyOption } from '#api/profiles.ts';
import type { Ticket } from '#api/tickets.ts';
import { decimalFromHalalas, parseSar } from '#domain/money.ts';
import type { TermMonths } from '#domain/tickets/repayment-term.ts';
import { checkTicketRequest, type RequestableBudget } from '#domain/tickets/ticket-request.ts';
import { ApiError } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { useIdempotencyKey } from '../api/idempotency-key.ts';
import { toast } from '../ui/toaster.tsx';
import {
  fieldOfRefusal,
  problemOf,
  type RequestField,
  type RequestProblem,
} from './request-problem.ts';
import { useFileUpload } from '../files/use-file-upload.ts';

interface Draft {
  agency: AgencyOption | null;
  /** As typed; read by parseSar. */
  amountText: string;
  term: TermMonths;
  description: string;
}

type Body = BodyOf<'create_ticket_with_installments'>;

const blank: Draft = { agency: null, amountText: '', term: 1, description: '' };

export type TicketRequestForm = ReturnType<typeof useTicketRequest>;

/**
 * A request for financing while it is written: its draft, the checks of SPEC section 5 in their order (the same ones the
 * server makes), and its submission. `available`: what the fourth check measures against.
 */
export function useTicketRequest({
  available,
  isStopped,
  focusProblem,
  onSubmitted,
}: {
  available: RequestableBudget;
  /** Whether lateness stops new requests. */
  isStopped: boolean;
  /** Moves the focus to the field that is refused, once it says so. */
  focusProblem: () => void;
  /** The ticket was made: says so and closes. */
  onSubmitted: (ticket: Ticket) => void;
}) {
  const { t } = useLingui();
  const [draft, setDraft] = useState(blank);
  const [problem, setProblem] = useState<RequestProblem | null>(null);
  const isOver = useRef(false);
  const upload = useFileUpload('invoice');
  const amount = parseSar(draft.amountText);

  const show = (next: RequestProblem) => {
    toast.error(next.message);
    setProblem(next);
    if (next.field) focusProblem();
  };

  const sending = useSubmission({
    onSubmitted: (ticket) => {
      isOver.current = true;
      upload.keep();
      onSubmitted(ticket);
    },
    onFailed: (error) => {
      const found = problemOf(error, t`Failed to create ticket. Please try again.`);
      if (error instanceof ApiError && error.code === 'invoice_not_found') {
        upload.lose(found.message);
      }
      show(found);
    },
  });

  const submit = () => {
    if (sending.isSending()) return;
    const p_invoice_url = upload.file?.path ?? null;
    const refusal = checkTicketRequest({
      agency_id: draft.agency?.id ?? null,
      amount_halalas: amount,
      invoice_url: p_invoice_url,
      budget: available,
      is_stopped: isStopped,
    });
    if (refusal) {
      show({ field: fieldOfRefusal(refusal), message: errorMessages[documentLanguage()][refusal] });
      return;
    }
    setProblem(null);
    sending.send({
      p_agency_id: draft.agency?.id ?? null,
      p_amount_sar: decimalFromHalalas(amount ?? 0),
      p_term_months: draft.term,
      p_description: draft.description.trim() || null,
      p_invoice_url,
    });
  };

  const clear = (field: RequestField | null) =>
    setProblem((old) => (old && (old.field === field || old.field === null) ? null : old));

  const isDirty = () =>
    !isOver.current &&
    (draft.agency !== null ||
      draft.amountText.trim() !== '' ||
      draft.description.trim() !== '' ||
      upload.file !== null);
  useWarnBeforeUnload(isDirty);

  return {
    draft,
    amount,
    upload,
    submit,
    clear,
    isDirty,
    isSending: sending.isPending,
    /** Why Submit Ticket is disabled, in words; null when it is not. */
    missing: useMissing(draft, upload.file),
    change: (field: RequestField | null, change: Partial<Draft>) => {
      clear(field);
      setDraft((old) => ({ ...old, ...change }));
    },
    messageAt: (field: RequestField) => (problem?.field === field ? problem.message : undefined),
    generalMessage: problem && problem.field === null ? problem.message : null,
    /** The person gives the draft up. */
    abandon: () => {
      isOver.current = true;
    },
  };
}

/**
 * Sends a request once: one key per content, kept on every retry, so that a lost answer never makes a second ticket.
 * After any answer the dashboard is read again.
 */
function useSubmission({
  onSubmitted,
  onFailed,
}: {
  onSubmitted: (ticket: Ticket) => void;
  onFailed: (error: unknown) => void;
}) {
  const queryClient = useQueryClient();
  const keyFor = useIdempotencyKey();
  const underWay = useRef(false);
  const mutation = useMutation({
    mutationFn: (body: Body) =>
      call('create_ticket_with_installments', { body, idempotencyKey: keyFor(body) }),
    onSuccess: onSubmitted,
    onError: onFailed,
    onSettled: () => {
      underWay.current = false;
      void queryClient.invalidateQueries();
    },
  });
  return {
    isPending: mutation.isPending,
    // A second press of a double click comes before React has drawn the first.
    isSending: () => underWay.current,
    send: (body: Body) => {
      underWay.current = true;
      mutation.mutate(body);
    },
  };
}

function useMissing(
  draft: Draft,
  invoice: { state: 'uploading' | 'done' | 'failed' } | null,
): string | null {
  const { t, i18n } = useLingui();
  const still = [
    draft.agency === null ? t`an agency` : null,
    draft.amountText.trim() === '' ? t`an amount` : null,
    invoice === null || invoice.state === 'failed' ? t`an invoice` : null,
  ].filter((one) => one !== null);
  const things = new Intl.ListFormat(i18n.locale).format(still);
  if (still.length > 0) return t`To submit, add ${things}.`;
  if (invoice?.state === 'uploading') return t`The invoice is still being uploaded.`;
  return null;
}

/** Closing the tab asks first while there is something to lose. */
function useWarnBeforeUnload(isDirty: () => boolean): void {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (isDirty()) event.preventDefault();
    };
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isDirty]);
}
