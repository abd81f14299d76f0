import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from '../../ui/link.tsx';

/** Below a list that has as many entries as the server gives at most: where the others are. */
export function CutShort({
  shown,
  atMost,
  children,
}: {
  shown: number;
  atMost: number;
  children: ReactNode;
}) {
  if (shown < atMost) return null;
  return <p className="mt-3 text-sm text-ink-soft">{children}</p>;
}

/** The same of a history, which the audit log has whole. */
export function CutShortHistory({
  subjectId,
  shown,
  atMost,
}: {
  /** What the history is of. */
  subjectId: string;
  shown: number;
  atMost: number;
}) {
  return (
    <CutShort shown={shown} atMost={atMost}>
      <Trans>
        The latest are shown. The{' '}
        <Link to={`/operations/audit?subject=${subjectId}`}>audit log</Link> has all of them.
      </Trans>
    </CutShort>
  );
}
