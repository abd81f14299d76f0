import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { DocumentSet } from '#api/financing-documents.ts';
import { Disclosure } from '../ui/disclosure.tsx';
import { BanIcon, CheckIcon } from '../ui/icons.tsx';
import { Moment } from '../ui/moment.tsx';
import { Typed } from '../ui/typed.tsx';
import { DocumentList } from './document-list.tsx';

/** Who accepted a version, and when; and from when on it binds nobody any more. */
export function AcceptedBy({
  set: { accepted_name, accepted_at, voided_at },
}: {
  set: DocumentSet;
}) {
  if (!accepted_at) return null;
  return (
    <div className="grid gap-1">
      <MarkedLine mark={<CheckIcon className="size-4 self-center text-palm" />}>
        <Trans>
          Accepted by <Typed text={accepted_name ?? ''} /> on <Moment at={accepted_at} />
        </Trans>
      </MarkedLine>
      {voided_at ? (
        <MarkedLine mark={<BanIcon className="size-4 self-center" />} className="text-ink-soft">
          <Trans>
            Void since <Moment at={voided_at} />: nothing is owed by these documents
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

/** What was accepted before the newest version. */
export function EarlierSets({
  sets,
  asStaff,
}: {
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
            <DocumentList documents={set.documents} asStaff={asStaff} />
          </div>
        ))}
      </div>
    </Disclosure>
  );
}
