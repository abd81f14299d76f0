import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import type { BodyOf } from '#api/contract.ts';
import { errorMessages } from '#api/error-messages.ts';
import type { AgencyOption } from '#api/profiles.ts';
import type { Ticket } from '#api/tickets.ts';
import { decimalFromTyped, parseSar } from '#domain/money.ts';
import type { TermMonths } from '#domain/tickets/repayment-term.ts';
import {
  checkTicketRequest,
  type RequestableBudget,
  type RequestStop,
} from '#domain/tickets/ticket-request.ts';
import { messageOf } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { useIdempotentMutation } from '../../api/use-idempotent-mutation.ts';
import { useChosenFiles } from '../../files/use-chosen-files.ts';
import { useCheckedForm } from '../../ui/forms/use-checked-form.ts';
import { documentLanguage } from '../../i18n.ts';
import { fieldOfError, fieldOfRefusal } from './ticket-form-errors.ts';

interface Draft {
  agency: AgencyOption | null;
  /** As typed; read by parseSar. */
  amount: string;
  term: TermMonths;
  description: string;
}

export type NewTicketForm = ReturnType<typeof useNewTicketForm>;

/**
 * A request for financing while it is written: its draft, the checks of SPEC section 5 in their order (the same ones the
 * server makes), and its submission. `available`: what the fourth check measures against.
 */
export function useNewTicketForm({
  chosenAgency,
  available,
  stoppedBy,
  onSubmitted,
}: {
  /** Chosen beforehand; null: none. */
  chosenAgency: AgencyOption | null;
  available: RequestableBudget;
  /** Why lateness stops new requests; null: it does not. */
  stoppedBy: RequestStop | null;
  /** The ticket was made: says so and closes. */
  onSubmitted: (ticket: Ticket) => void;
}) {
  const { t } = useLingui();
  const isOver = useRef(false);
  // Set while the person is asked whether to send the request although the invoice's code differs.
  const [doubtful, setDoubtful] = useState<{ isOtherSeller: boolean } | null>(null);
  const sent = useRef<BodyOf<'create_ticket_with_installments'>>(null);
  const files = useChosenFiles({ sendsAtOnce: true });
  const [invoice] = files.files;
  const p_invoice_url = invoice?.upload?.path ?? null;

  const creation = useIdempotentMutation('create_ticket_with_installments', {
    fallback: {
      sentence: t`Failed to create ticket. Please try again.`,
      unknown: t`Sending it unchanged makes no second one.`,
    },
    readBack: async ({ body }, isEmpty) => {
      if (!isEmpty) return null;
      const { items } = await call('list_tickets', { query: { list: 'waiting' } });
      const isAsked = (one: Ticket) =>
        one.invoice_url === body.p_invoice_url &&
        one.agency_id === body.p_agency_id &&
        parseSar(one.amount_sar) === parseSar(body.p_amount_sar ?? '');
      return items.find(isAsked) ?? null;
    },
    onSuccess: (ticket) => {
      isOver.current = true;
      files.keep();
      onSubmitted(ticket);
    },
    onRefusal: (error) => {
      if (error.code === 'invoice_not_found') files.lose('invoice', messageOf(error));
      if (error.code === 'invoice_code_differs')
        setDoubtful({ isOtherSeller: error.fields.some(({ field }) => field === 'p_agency_id') });
    },
    question: 'invoice_code_differs',
  });
  const refusedField = fieldOfError(creation.error);

  const form = useCheckedForm<Draft>({
    defaultValues: { agency: chosenAgency, amount: '', term: 1, description: '' },
    toastsProblems: true,
    check: ({ agency, amount }) => {
      const refusal = checkTicketRequest({
        agency_id: agency?.id ?? null,
        amount_halalas: parseSar(amount),
        invoice_url: p_invoice_url,
        budget: available,
        stopped_by: stoppedBy,
      });
      if (!refusal) return {};
      return { [fieldOfRefusal(refusal)]: errorMessages[documentLanguage()][refusal] };
    },
    onValid: ({ agency, amount, term, description }) => {
      const body = {
        p_agency_id: agency?.id ?? null,
        p_amount_sar: decimalFromTyped(amount) ?? '',
        p_term_months: term,
        p_description: description.trim() || null,
        p_invoice_url,
      };
      sent.current = body;
      return creation.send({ body });
    },
    refusal: {
      at: (field) => (field === refusedField ? (creation.message ?? undefined) : undefined),
      problem: refusedField === 'form' ? creation.message : null,
      forget: creation.forget,
    },
  });

  const stop = available === 'suspended' ? 'budget_suspended' : stoppedBy;
  const draft = form.watch();
  const { dirtyFields } = form.formState;
  const isDirty = () =>
    !isOver.current &&
    Boolean(dirtyFields.agency || dirtyFields.amount || dirtyFields.description || invoice);
  useWarnBeforeUnload(isDirty);

  return {
    ...form,
    draft,
    files,
    invoice,
    isDirty,
    isSending: creation.isSending,
    /** Why no request is taken now, in the words of its refusal; null: requests are open. */
    stopped: stop && errorMessages[documentLanguage()][stop],
    /** Why Submit Ticket is disabled, in words; null when it is not. */
    missing: useMissing(draft, invoice),
    /** Set while the dialog asks whether to send the request although the invoice's code names another seller or a smaller total. */
    doubtful,
    /** Yes: send it. */
    sendDoubtful: () => {
      setDoubtful(null);
      if (sent.current) void creation.send({ body: { ...sent.current, p_despite_code: true } });
    },
    /** No: nothing is sent, and the input stays. */
    keepEditing: () => setDoubtful(null),
    /** The person gives the draft up. */
    abandon: () => {
      isOver.current = true;
    },
  };
}

function useMissing(draft: Draft, invoice: { state: string } | undefined): string | null {
  const { t, i18n } = useLingui();
  const still = [
    draft.agency === null ? t`an agency` : null,
    draft.amount.trim() === '' ? t`an amount` : null,
    invoice === undefined || invoice.state === 'failed' ? t`an invoice` : null,
  ].filter((one) => one !== null);
  const things = new Intl.ListFormat(i18n.locale).format(still);
  if (still.length > 0) return t`To submit, add ${things}.`;
  if (invoice?.state === 'waiting') return t`Choose the size of the invoice’s picture first.`;
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
