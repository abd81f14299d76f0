import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { DocumentSet } from '#api/financing-documents.ts';
import type { TicketDetails } from '#api/tickets.ts';
import type { NextStep } from '#domain/tickets/next-step.ts';
import {
  ACCEPTED_CAPACITY_MAX_LENGTH,
  ACCEPTED_NAME_MAX_LENGTH,
} from '#domain/documents/acceptance.ts';
import { call } from '../../api/call.ts';
import { queryKeys } from '../../api/queries.ts';
import { useIdempotentMutation } from '../../api/use-idempotent-mutation.ts';
import { DocumentList } from '../../documents/document-list.tsx';
import { Form, FormTextField, useFormField } from '../../ui/forms/form.tsx';
import { useCheckedForm } from '../../ui/forms/use-checked-form.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { AlertIcon } from '../../ui/icons.tsx';
import { IsoDate } from '../../ui/iso-date.tsx';
import { Money } from '../../ui/money.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { toast } from '../../ui/toaster.tsx';
import { UserText } from '../../ui/user-text.tsx';
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
  const accept = useIdempotentMutation('accept_documents', {
    onSuccess: async (_, reloaded) => {
      toast.success(t`Documents accepted`);
      await reloaded;
      onClose();
    },
  });
  const form = useCheckedForm({
    // The profile may come while somebody types.
    values: {
      name: contact?.contact_name ?? '',
      capacity: contact?.contact_title ?? '',
      has_read: false,
    },
    resetOptions: { keepDirtyValues: true, keepErrors: true },
    check: ({ name, capacity, has_read }) => ({
      name: name.trim() ? undefined : t`Enter your full name.`,
      capacity: capacity.trim() ? undefined : t`Enter your capacity.`,
      has_read: has_read ? undefined : t`Tick this once you have read them.`,
    }),
    onValid: ({ name, capacity }) =>
      accept.send({
        params: { id: details.ticket.id },
        body: {
          version: set.version,
          sha256: set.documents.map((document) => document.sha256),
          name: name.trim(),
          capacity: capacity.trim(),
        },
      }),
    refusal: accept,
  });
  const { ticket } = details;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isBusy={accept.isSending}
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
          <Button tone="secondary" onPress={onClose} isDisabled={accept.isSending}>
            <Trans>Not now</Trans>
          </Button>
          <Button isPending={accept.isSending} onPress={() => void form.submit()}>
            <Trans>Accept documents</Trans>
          </Button>
        </>
      }
    >
      <Form form={form} className="grid gap-5">
        <DocumentList documents={set.documents} />
        <FormTextField
          name="name"
          label={t`Your full name`}
          hint={t`It is kept with the time and your network address.`}
          autoComplete="name"
          maxLength={ACCEPTED_NAME_MAX_LENGTH}
        />
        <FormTextField
          name="capacity"
          label={t`Your capacity`}
          hint={t`What entitles you to act for your company, such as General Manager. Name, capacity and time stand on a page that is added to each document.`}
          autoComplete="organization-title"
          maxLength={ACCEPTED_CAPACITY_MAX_LENGTH}
        />
        <HasRead />
        <FormError message={form.problem} />
      </Form>
    </Dialog>
  );
}

function HasRead() {
  const { value, onChange, error } = useFormField<boolean>('has_read');
  return (
    <div>
      <Checkbox isSelected={value} isInvalid={error !== undefined} onChange={onChange}>
        <Trans>I have read the documents and accept them for my company.</Trans>
      </Checkbox>
      {error ? (
        <p role="alert" className="flex gap-1.5 text-sm font-medium text-overdue">
          <AlertIcon className="mt-0.5 size-4" />
          {error}
        </p>
      ) : null}
    </div>
  );
}
