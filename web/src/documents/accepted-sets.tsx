import { Trans } from '@lingui/react/macro';
import type { DocumentSet } from '#api/financing-documents.ts';
import { Disclosure } from '../ui/disclosure.tsx';
import { CheckIcon } from '../ui/icons.tsx';
import { Moment } from '../ui/moment.tsx';
import { Typed } from '../ui/typed.tsx';
import { DocumentList } from './document-list.tsx';

/** Who accepted a version, and when. */
export function AcceptedBy({ set: { accepted_name, accepted_at } }: { set: DocumentSet }) {
  if (!accepted_at) return null;
  return (
    <p className="flex items-baseline gap-2 [&_time]:whitespace-nowrap">
      <CheckIcon className="size-4 self-center text-palm" />
      <span>
        <Trans>
          Accepted by <Typed text={accepted_name ?? ''} /> on <Moment at={accepted_at} />
        </Trans>
      </span>
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
