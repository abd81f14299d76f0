import { Trans } from '@lingui/react/macro';
import type { AgencyDashboard } from '#api/dashboards.ts';
import { Notice } from '../ui/notice.tsx';
import { UserText } from '../ui/user-text.tsx';

/** What a suspension means for the agency, and why, in the words of staff. */
export function SuspendedAgency({ suspension }: Pick<AgencyDashboard, 'suspension'>) {
  if (suspension === null) return null;
  return (
    <Notice tone="danger" title={<Trans>Your agency is suspended.</Trans>}>
      {suspension.reason ? (
        <p>
          <UserText isProse text={suspension.reason} />
        </p>
      ) : null}
      <p className="mt-1">
        <Trans>
          Companies cannot choose you for new tickets, and your payments are on hold until it is
          lifted.
        </Trans>
      </p>
    </Notice>
  );
}

/** The agency's name waits for staff. */
export function HeldName() {
  return (
    <Notice>
      <Trans>
        Your name looks like that of another agency, which we have verified. Companies cannot choose
        you for new tickets until we have checked it.
      </Trans>
    </Notice>
  );
}
