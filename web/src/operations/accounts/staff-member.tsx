import { Trans, useLingui } from '@lingui/react/macro';
import { useParams } from 'react-router';
import { call } from '../../api/call.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { BackLink } from '../../ui/link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { DocumentTitle } from '../../ui/document-title.tsx';
import { UserText } from '../../ui/user-text.tsx';
import { AccountSecurity } from './account-security.tsx';
import { QueryResult } from '../../api/query-result.tsx';
import { useConsoleQuery } from '../kit/use-console-query.ts';

/** One member of staff: the account's sign-ins, and what two people can do about it. */
export default function StaffMember() {
  const { t } = useLingui();
  const { userId = '' } = useParams();
  const query = useConsoleQuery(['staff'], (signal) => call('list_staff', { signal }));
  const member = query.data?.items.find(({ user_id }) => user_id === userId);
  return (
    <>
      <DocumentTitle name={`${member?.name ?? t`Staff`} · ${t`Operations`}`} />
      <PageHeader
        title={member ? <UserText text={member.name} /> : <Trans>Staff</Trans>}
        back={
          <BackLink to="/operations/staff">
            <Trans>Staff</Trans>
          </BackLink>
        }
      />
      <QueryResult query={query}>
        {() =>
          member ? (
            <AccountSecurity userId={member.user_id} name={member.name} />
          ) : (
            <EmptyState title={<Trans>There is no such member of staff.</Trans>} />
          )
        }
      </QueryResult>
    </>
  );
}
