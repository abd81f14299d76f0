import { Trans, useLingui } from '@lingui/react/macro';
import type { StaffMember } from '#api/account-security.ts';
import { call } from '../../api/call.ts';
import { Badge } from '../../ui/badge.tsx';
import { BanIcon, ClockIcon } from '../../ui/icons.tsx';
import { IsoDate } from '../../ui/iso-date.tsx';
import { Link } from '../../ui/link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { DocumentTitle } from '../../ui/document-title.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { UserText } from '../../ui/user-text.tsx';
import { QueryResult } from '../../api/query-result.tsx';
import { BlockedBadge } from './blocked-badge.tsx';
import { useConsoleQuery } from '../kit/use-console-query.ts';

/** The platform's own people: who can sign in, and what waits for a second person. */
export default function Staff() {
  const { t } = useLingui();
  const query = useConsoleQuery(['staff'], (signal) => call('list_staff', { signal }));
  return (
    <>
      <DocumentTitle name={`${t`Staff`} · ${t`Operations`}`} />
      <PageHeader
        title={<Trans>Staff</Trans>}
        lead={
          <Trans>
            Two people block or unblock an account of staff: one asks, another confirms.
          </Trans>
        }
      />
      <QueryResult query={query}>
        {({ items }) => (
          <Table
            label={t`Staff`}
            rows={items}
            rowKey={({ user_id }) => user_id}
            columns={columns}
          />
        )}
      </QueryResult>
    </>
  );
}

const columns: Column<StaffMember>[] = [
  {
    id: 'name',
    header: <Trans>Name</Trans>,
    cell: ({ user_id, name, is_own }) => (
      <>
        <Link to={`/operations/staff/${user_id}`}>
          <UserText text={name} />
        </Link>
        {is_own ? (
          <>
            {' '}
            <span className="text-ink-soft">
              (<Trans>you</Trans>)
            </span>
          </>
        ) : null}
      </>
    ),
  },
  {
    id: 'since',
    header: <Trans>Since</Trans>,
    cell: ({ added_at }) => <IsoDate date={added_at} />,
  },
  { id: 'state', header: <Trans>Account</Trans>, cell: (member) => <State member={member} /> },
];

function State({ member }: { member: StaffMember }) {
  return (
    <span className="flex flex-wrap gap-2">
      {member.is_suspended ? (
        <Badge icon={BanIcon}>
          <Trans>No longer staff</Trans>
        </Badge>
      ) : (
        <BlockedBadge isBlocked={member.is_blocked} />
      )}
      {member.waiting ? (
        <Badge tone="now" icon={ClockIcon}>
          <Trans>Waits for another person</Trans>
        </Badge>
      ) : null}
    </span>
  );
}
