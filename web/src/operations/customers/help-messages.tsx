import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { HelpMessage } from '#api/help.ts';
import { HELP_TEXT_MAX_LENGTH } from '#domain/help.ts';
import { call } from '../../api/call.ts';
import { useIdempotentMutation } from '../../api/use-idempotent-mutation.ts';
import { Button } from '../../ui/button.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DocumentTitle } from '../../ui/document-title.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FormFields, FormTextArea } from '../../ui/forms/form.tsx';
import { useCheckedForm } from '../../ui/forms/use-checked-form.ts';
import { FormError } from '../../ui/form-error.tsx';
import { Link } from '../../ui/link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import type { Column } from '../../ui/table.tsx';
import { toast } from '../../ui/toaster.tsx';
import { useUrlFilters } from '../../ui/use-url-filters.ts';
import { UserText } from '../../ui/user-text.tsx';
import { DataTable } from '../kit/data-table.tsx';
import { ExportCsvButton } from '../../files/export-csv-button.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useConsoleList } from '../kit/use-console-query.ts';
import { ConsoleTicketLink } from '../tickets/ticket-link.tsx';

const lists = ['waiting', 'answered'] as const;

/** What companies and agencies ask, and what was answered. */
export default function HelpMessages() {
  const { t } = useLingui();
  const { filters, address } = useUrlFilters(['list']);
  const list = lists.find((one) => one === filters.list) ?? 'waiting';
  const [asked, setAsked] = useState<HelpMessage | null>(null);
  const pages = useConsoleList(['help-messages', list], (cursor, signal) =>
    call('list_help_messages', { query: { list, cursor }, signal }),
  );
  return (
    <>
      <DocumentTitle name={`${t`Messages`} · ${t`Operations`}`} />
      <PageHeader
        title={<Trans>Messages</Trans>}
        lead={
          <Trans>
            What companies and agencies ask us. They read the answer on their help page.
          </Trans>
        }
        actions={
          <ExportCsvButton of="list_help_messages" input={{ query: { list, format: 'csv' } }} />
        }
      />
      <Tabs
        label={t`Filter messages`}
        current={list}
        tabs={[
          { id: 'waiting', to: address('list', null), name: <Trans>To answer</Trans> },
          { id: 'answered', to: address('list', 'answered'), name: <Trans>Answered</Trans> },
        ]}
      />
      <DataTable
        pages={pages}
        label={t`Messages`}
        rowKey={({ id }) => id}
        empty={<EmptyState title={<Trans>No messages here.</Trans>} />}
        columns={messageColumns(setAsked)}
      />
      {asked ? <Answer message={asked} onClose={() => setAsked(null)} /> : null}
    </>
  );
}

function messageColumns(onAnswer: (message: HelpMessage) => void): Column<HelpMessage>[] {
  return [
    {
      id: 'of',
      header: <Trans>Customer</Trans>,
      cell: ({ company_id, agency_id, name }) => (
        <Link
          to={
            company_id ? `/operations/companies/${company_id}` : `/operations/agencies/${agency_id}`
          }
        >
          <UserText text={name ?? '—'} />
        </Link>
      ),
    },
    {
      id: 'ticket',
      header: <Trans>Ticket</Trans>,
      cell: ({ ticket_number }) =>
        ticket_number ? <ConsoleTicketLink number={ticket_number} /> : '—',
    },
    {
      id: 'message',
      header: <Trans>Message</Trans>,
      prose: true,
      cell: ({ message, answer }) => (
        <span className="grid gap-2">
          <span dir="auto" className="text-start whitespace-pre-line wrap-anywhere">
            {message}
          </span>
          {answer ? (
            <span
              dir="auto"
              className="border-s-2 border-palm ps-3 text-start whitespace-pre-line wrap-anywhere text-ink-soft"
            >
              {answer}
            </span>
          ) : null}
        </span>
      ),
    },
    {
      id: 'sent',
      header: <Trans>Sent</Trans>,
      cell: ({ sent_at }) => <DateTime at={sent_at} />,
    },
    {
      id: 'state',
      header: <Trans>State</Trans>,
      cell: (message) =>
        message.answered_at ? (
          <span className="text-sm text-ink-soft">
            <DateTime at={message.answered_at} /> <UserText text={message.answered_by ?? ''} />
          </span>
        ) : (
          <Button tone="secondary" size="small" onPress={() => onAnswer(message)}>
            <Trans>Answer</Trans>
          </Button>
        ),
    },
  ];
}

/** The answer to one message; it is sent once. */
function Answer({ message, onClose }: { message: HelpMessage; onClose: () => void }) {
  const { t } = useLingui();
  const send = useIdempotentMutation('answer_help_message', {
    onSuccess: () => {
      toast.success(t`The answer is sent`);
      onClose();
    },
  });
  const form = useCheckedForm({
    defaultValues: { answer: '' },
    check: () => ({}),
    onValid: ({ answer }) => send.send({ params: { id: message.id }, body: { answer } }),
    refusal: send,
  });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isBusy={send.isSending}
      title={
        <Trans>
          Answer <UserText text={message.name ?? t`the message`} />
        </Trans>
      }
      actions={
        <>
          <Button tone="secondary" onPress={onClose} isDisabled={send.isSending}>
            <Trans>Close</Trans>
          </Button>
          <Button
            isDisabled={form.watch('answer').trim() === ''}
            isPending={send.isSending}
            onPress={() => void form.submit()}
          >
            <Trans>Send the answer</Trans>
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <p
          dir="auto"
          className="border-s-2 border-line ps-3 text-start whitespace-pre-line wrap-anywhere"
        >
          {message.message}
        </p>
        <FormFields form={form}>
          <FormTextArea
            name="answer"
            label={<Trans>Your answer</Trans>}
            rows={6}
            maxLength={HELP_TEXT_MAX_LENGTH}
          />
        </FormFields>
        <FormError message={form.problem} />
      </div>
    </Dialog>
  );
}
