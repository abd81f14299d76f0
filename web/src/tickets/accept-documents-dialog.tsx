import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type FormEvent } from 'react';
import type { DocumentSet } from '#api/financing-documents.ts';
import type { TicketDetails } from '#api/tickets.ts';
import type { NextStep } from '#domain/tickets/next-step.ts';
import {
  ACCEPTED_CAPACITY_MAX_LENGTH,
  ACCEPTED_NAME_MAX_LENGTH,
} from '#domain/documents/acceptance.ts';
import { messageOf } from '../api/api-error.ts';
import { call, newIdempotencyKey } from '../api/call.ts';
import { queryKeys } from '../api/queries.ts';
import { DocumentList } from '../documents/document-list.tsx';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/choice.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { focusFirstError } from '../ui/focus-first-error.ts';
import { FormError } from '../ui/form-error.tsx';
import { AlertIcon } from '../ui/icons.tsx';
import { IsoDate } from '../ui/iso-date.tsx';
import { Money } from '../ui/money.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { TextField } from '../ui/text-field.tsx';
import { toast } from '../ui/toaster.tsx';
import { UserText } from '../ui/user-text.tsx';
import { RenewDocuments } from './renew-documents.tsx';

/**
 * The company reads its documents and accepts them by name. What it was shown is what it accepts: where midnight or a
 * newer version came between, the dialog has new ones prepared, waits for them and asks again.
 */
export default function AcceptDocumentsDialog({
  details,
  state,
  onClose,
}: {
  details: TicketDetails;
  /** Of the newest documents; only those of today can be accepted. */
  state: Extract<NextStep, { kind: 'documents' }>['state'];
  onClose: () => void;
}) {
  const [newest] = details.document_sets ?? [];
  if (newest && state === 'ready') {
    return <Ready key={newest.version} details={details} set={newest} onClose={onClose} />;
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={<Trans>Read and accept the documents</Trans>}
      actions={
        <Button tone="secondary" onPress={onClose}>
          <Trans>Back to the ticket</Trans>
        </Button>
      }
    >
      {state === 'outdated' ? (
        <div className="grid gap-4 py-4">
          <p>
            <Trans>
              The dates have moved: they count from the day you accept. Get the documents with
              today's dates, then read and accept those.
            </Trans>
          </p>
          <RenewDocuments ticket={details.ticket} />
        </div>
      ) : (
        <output className="flex items-center gap-4 py-4">
          <Spinner />
          <span>
            <Trans>
              The dates have moved. New documents are being prepared; they appear here by
              themselves.
            </Trans>
          </span>
        </output>
      )}
    </Dialog>
  );
}

function Ready({
  details,
  set,
  onClose,
}: {
  details: TicketDetails;
  set: DocumentSet;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const contact = useQuery({
    queryKey: queryKeys.company,
    queryFn: () => call('read_company'),
  }).data;
  const [typedName, setName] = useState<string>();
  const [typedCapacity, setCapacity] = useState<string>();
  const name = typedName ?? contact?.contact_name ?? '';
  const capacity = typedCapacity ?? contact?.contact_title ?? '';
  const [hasRead, setHasRead] = useState(false);
  const [wasAsked, setAsked] = useState(false);
  const accept = useAcceptance(details, set, onClose);
  const form = useRef<HTMLFormElement>(null);
  const said = { name: name.trim(), capacity: capacity.trim() };
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    setAsked(true);
    if (said.name !== '' && said.capacity !== '' && hasRead) accept.mutate(said);
    else focusFirstError(form.current);
  };
  const { ticket } = details;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isBusy={accept.isPending}
      title={<Trans>Read and accept the documents</Trans>}
      lead={
        <Trans>
          <Money amount={ticket.amount_sar} /> to{' '}
          <UserText text={ticket.agency_name ?? t`the agency`} />; the dates count from{' '}
          <IsoDate date={set.schedule_start} />.
        </Trans>
      }
      actions={
        <>
          <Button tone="secondary" onPress={onClose} isDisabled={accept.isPending}>
            <Trans>Not now</Trans>
          </Button>
          <Button isPending={accept.isPending} onPress={() => submit()}>
            <Trans>Accept documents</Trans>
          </Button>
        </>
      }
    >
      <form ref={form} onSubmit={submit} className="grid gap-5">
        <DocumentList documents={set.documents} />
        <TextField
          label={t`Your full name`}
          hint={t`It is kept with the time and your network address.`}
          autoComplete="name"
          maxLength={ACCEPTED_NAME_MAX_LENGTH}
          value={name}
          onChange={setName}
          error={wasAsked && said.name === '' ? t`Enter your full name.` : undefined}
        />
        <TextField
          label={t`Your capacity`}
          hint={t`What entitles you to act for your company, such as General Manager. Name, capacity and time stand on a page that is added to each document.`}
          autoComplete="organization-title"
          maxLength={ACCEPTED_CAPACITY_MAX_LENGTH}
          value={capacity}
          onChange={setCapacity}
          error={wasAsked && said.capacity === '' ? t`Enter your capacity.` : undefined}
        />
        <div>
          <Checkbox isSelected={hasRead} isInvalid={wasAsked && !hasRead} onChange={setHasRead}>
            <Trans>I have read the documents and accept them for my company.</Trans>
          </Checkbox>
          {wasAsked && !hasRead ? (
            <p role="alert" className="flex gap-1.5 text-sm font-medium text-overdue">
              <AlertIcon className="mt-0.5 size-4" />
              <Trans>Tick this once you have read them.</Trans>
            </p>
          ) : null}
        </div>
        <FormError message={accept.error ? messageOf(accept.error) : null} />
      </form>
    </Dialog>
  );
}

/** One key for this version: a second try after a lost answer accepts once. */
function useAcceptance(details: TicketDetails, set: DocumentSet, onDone: () => void) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const key = useRef(newIdempotencyKey());
  const { version, documents } = set;
  return useMutation({
    mutationFn: (said: { name: string; capacity: string }) => {
      const sha256 = documents.map((document) => document.sha256);
      const body = { version, sha256, ...said };
      const params = { id: details.ticket.id };
      return call('accept_documents', { params, body, idempotencyKey: key.current });
    },
    onSuccess: async () => {
      toast.success(t`Documents accepted`);
      await queryClient.invalidateQueries();
      onDone();
    },
    // Whatever stood in the way, the page shows what is true now.
    onError: () => void queryClient.invalidateQueries(),
  });
}
