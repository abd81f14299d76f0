import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { DocumentSet } from '#api/financing-documents.ts';
import { languageFacts } from '../i18n.ts';
import { Disclosure } from '../ui/disclosure.tsx';
import { BanIcon, CheckIcon } from '../ui/icons.tsx';
import { DateTime } from '../ui/date-time.tsx';
import { UserText } from '../ui/user-text.tsx';
import { DocumentList } from './document-list.tsx';
import { DocumentRow } from './document-row.tsx';
import { DownloadInEachLanguage } from './download-in-each-language.tsx';

/** Who accepted a version, and when; and from when on it binds nobody any more. */
export function AcceptedBy({
  set: { accepted_name, accepted_capacity, accepted_at, voided_at },
}: {
  set: DocumentSet;
}) {
  if (!accepted_at) return null;
  return (
    <div className="grid gap-1">
      <MarkedLine mark={<CheckIcon className="size-4 self-center text-palm" />}>
        {accepted_capacity ? (
          <Trans>
            Accepted by <UserText text={accepted_name ?? ''} /> (
            <UserText text={accepted_capacity} />) on <DateTime at={accepted_at} />
          </Trans>
        ) : (
          <Trans>
            Accepted by <UserText text={accepted_name ?? ''} /> on <DateTime at={accepted_at} />
          </Trans>
        )}
      </MarkedLine>
      {voided_at ? (
        <MarkedLine mark={<BanIcon className="size-4 self-center" />} className="text-ink-soft">
          <Trans>
            Void since <DateTime at={voided_at} />: nothing is owed under these documents
          </Trans>
        </MarkedLine>
      ) : null}
    </div>
  );
}

function MarkedLine({
  mark,
  className = '',
  children,
}: {
  mark: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  return (
    <p className={`flex items-baseline gap-2 [&_time]:whitespace-nowrap ${className}`}>
      {mark}
      <span>{children}</span>
    </p>
  );
}

/** The documents of a version, once accepted each with its certificate page, and the accepted files as they are. */
export function SetDocuments({
  ticketId,
  set: { accepted_at, has_signing_record, version, documents },
  asStaff,
}: {
  ticketId: string;
  set: DocumentSet;
  asStaff?: boolean | undefined;
}) {
  const { t } = useLingui();
  if (documents.length === 0) return null;
  return (
    <>
      {accepted_at ? (
        <p className="text-sm text-ink-soft">
          <Trans>Each ends with a page that says who accepted it and when.</Trans>
        </p>
      ) : null}
      <DocumentList documents={documents} asStaff={asStaff} />
      {has_signing_record ? (
        <ul>
          <DocumentRow
            name={<Trans>Signing record</Trans>}
            note={<Trans>Who accepted these documents, when, and from which device</Trans>}
          >
            <DownloadInEachLanguage
              of={asStaff ? 'staff_signing_record_file' : 'signing_record_file'}
              inputIn={(language) => ({ params: { id: ticketId, version }, query: { language } })}
              labelIn={(language) => t`Save the signing record in ${languageFacts[language].name}`}
            />
          </DocumentRow>
        </ul>
      ) : null}
      {accepted_at ? (
        <Disclosure summary={<Trans>The accepted files without that page</Trans>}>
          <div className="grid gap-2">
            <p className="text-sm text-ink-soft">
              <Trans>
                Exactly as they were accepted. The digests on the added page are those of these
                files.
              </Trans>
            </p>
            <DocumentList documents={documents} asStaff={asStaff} original />
          </div>
        </Disclosure>
      ) : null}
    </>
  );
}

/** What was accepted before the newest version. */
export function EarlierSets({
  ticketId,
  sets,
  asStaff,
}: {
  ticketId: string;
  sets: readonly DocumentSet[];
  asStaff?: boolean;
}) {
  if (sets.length === 0) return null;
  return (
    <Disclosure summary={<Trans>Earlier versions</Trans>}>
      <div className="grid gap-6">
        {sets.map((set) => (
          <div key={set.version} className="grid gap-2">
            <AcceptedBy set={set} />
            <SetDocuments ticketId={ticketId} set={set} asStaff={asStaff} />
          </div>
        ))}
      </div>
    </Disclosure>
  );
}
