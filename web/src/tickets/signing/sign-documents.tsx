import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useParams } from 'react-router';
import type { DocumentsToRead, DocumentSet } from '#api/financing-documents.ts';
import type { TicketDetails } from '#api/tickets.ts';
import { languages, type Language } from '#domain/languages.ts';
import { messageOf } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { queryKeys } from '../../api/queries.ts';
import { DocumentList } from '../../documents/document-list.tsx';
import { DocumentText, Sentence } from '../../documents/document-text.tsx';
import { languageFacts } from '../../i18n.ts';
import { Card } from '../../ui/card.tsx';
import { ChoiceCards } from '../../ui/choice.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { DocumentTitle } from '../../ui/document-title.tsx';
import { ErrorReference } from '../../ui/error-reference.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { useLanguage } from '../../ui/language-switch.tsx';
import { BackLink, ButtonLink } from '../../ui/link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Skeleton, Waiting } from '../../ui/skeleton.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { stepOf } from '../page/next-step.tsx';
import { RenewDocuments } from '../page/renew-documents.tsx';
import { ticketPath } from '../ticket-path.ts';
import { useTicket } from '../ticket-query.ts';
import { SignForm } from './sign-form.tsx';

/**
 * The company reads its documents on the page and accepts them. What it was shown is what it accepts: where midnight or a
 * newer version came between, the page has new ones prepared, waits for them and asks again.
 */
export default function SignDocumentsScreen() {
  const { t } = useLingui();
  const { ticketNumber = '' } = useParams();
  const { data, error, refetch } = useTicket(ticketNumber);
  return (
    <>
      <DocumentTitle name={ticketNumber} />
      <PageHeader
        back={
          <BackLink to={ticketPath(ticketNumber)}>
            <Trans>Back to the ticket</Trans>
          </BackLink>
        }
        title={<Trans>Read and accept the documents</Trans>}
      />
      {data ? (
        <Documents details={data} />
      ) : error ? (
        <ErrorState
          message={messageOf(error, t`The ticket could not be loaded.`)}
          onRetry={() => void refetch()}
        >
          <ErrorReference of={error} />
        </ErrorState>
      ) : (
        <WaitingPage />
      )}
    </>
  );
}

function Documents({ details }: { details: TicketDetails }) {
  const step = stepOf(details);
  const [newest] = details.document_sets ?? [];
  const state = step.kind === 'documents' ? step.state : null;
  if (newest && state === 'ready') {
    return <Ready key={newest.version} details={details} set={newest} />;
  }
  if (state === 'outdated') {
    return (
      <Note>
        <p>
          <Trans>
            The dates have changed: they count from the day you accept. Get the documents with
            today's dates, then read and accept those.
          </Trans>
        </p>
        <RenewDocuments ticket={details.ticket} />
      </Note>
    );
  }
  if (state === 'preparing') {
    return (
      <output className="flex items-center gap-4 py-4">
        <Spinner />
        <span>
          <Trans>The documents are being prepared and will appear here automatically.</Trans>
        </span>
      </output>
    );
  }
  return (
    <Note>
      <p>
        <Trans>There is nothing to accept for this ticket now.</Trans>
      </p>
      <ButtonLink to={ticketPath(details.ticket.ticket_number)} className="justify-self-start">
        <Trans>Go to the ticket</Trans>
      </ButtonLink>
    </Note>
  );
}

function Note({ children }: { children: ReactNode }) {
  return <div className="grid max-w-prose gap-4 py-4">{children}</div>;
}

function WaitingPage() {
  return (
    <Waiting>
      <div className="grid gap-6">
        <Skeleton className="h-36" />
        <Skeleton className="h-96" />
      </div>
    </Waiting>
  );
}

function Ready({ details, set }: { details: TicketDetails; set: DocumentSet }) {
  const { t } = useLingui();
  const { id, ticket_number } = details.ticket;
  const { data, error, refetch } = useQuery({
    queryKey: [...queryKeys.ticket(ticket_number), 'documents', set.version],
    queryFn: ({ signal }) => call('read_documents', { params: { id }, signal }),
  });
  const ownLanguage = useLanguage();
  const [language, setLanguage] = useState<Language>(ownLanguage);
  if (!data) {
    if (!error) return <WaitingPage />;
    const message = messageOf(error, t`The documents could not be loaded.`);
    return (
      <ErrorState message={message} onRetry={() => void refetch()}>
        <ErrorReference of={error} />
      </ErrorState>
    );
  }
  const bundle = data.bundles.find((one) => one.language === language);
  return (
    <div className="grid gap-10">
      {bundle?.summary ? <Summary bundle={bundle} /> : null}
      <Card look="plain" title={<Trans>The documents</Trans>}>
        <div className="grid gap-6">
          <div className="max-w-md">
            <ChoiceCards
              label={t`Language of the documents`}
              hint={t`The Arabic text is the one that counts.`}
              choices={languages.map((one) => ({ id: one, label: languageFacts[one].name }))}
              value={language}
              onChange={setLanguage}
            />
          </div>
          {bundle?.documents.map((document) =>
            document.text ? (
              <DocumentText key={document.id} content={document.text} language={language} />
            ) : null,
          )}
          <Files set={set} isOnlyWay={!bundle?.documents.every(({ text }) => text)} />
        </div>
      </Card>
      <SignForm details={details} set={set} language={language} confirmBy={data.confirm_by} />
    </div>
  );
}

/** What is being agreed, in the words and the language of the documents. */
function Summary({ bundle }: { bundle: DocumentsToRead['bundles'][number] }) {
  const { language, summary } = bundle;
  return (
    <Card title={<Trans>What you agree to</Trans>}>
      <ol
        translate="no"
        lang={language}
        dir={languageFacts[language].direction}
        className="grid max-w-prose list-decimal gap-2 ps-6 marker:font-semibold marker:text-palm"
      >
        {(summary ?? []).map((sentence) => (
          <li key={JSON.stringify(sentence)}>
            <Sentence of={sentence} />
          </li>
        ))}
      </ol>
    </Card>
  );
}

/** The same as files; where they were issued before their text was stored, the only way to read them. */
function Files({ set, isOnlyWay }: { set: DocumentSet; isOnlyWay: boolean }) {
  if (isOnlyWay) return <DocumentList documents={set.documents} />;
  return (
    <div className="grid gap-1">
      <p className="text-ink-soft">
        <Trans>
          The PDF files are what you accept and what counts. The text above is the same, word for
          word.
        </Trans>
      </p>
      <Disclosure summary={<Trans>The documents as PDF</Trans>}>
        <DocumentList documents={set.documents} />
      </Disclosure>
    </div>
  );
}
