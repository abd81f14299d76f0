import { Trans, useLingui } from '@lingui/react/macro';
import { useParams } from 'react-router';
import { call } from '../api/call.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { BackLink } from '../ui/link.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { ScreenTitle } from '../ui/screen-title.tsx';
import { Typed } from '../ui/typed.tsx';
import { AccountSecurity } from './account-security.tsx';
import { Loaded } from './loaded.tsx';
import { useDesk } from './use-desk.ts';

/** One member of staff: the account's sign-ins, and what two people can do about it. */
export default function StaffMember() {
  const { t } = useLingui();
  const { userId = '' } = useParams();
  const answer = useDesk(['staff'], (signal) => call('list_staff', { signal }));
  const member = answer.data?.items.find(({ user_id }) => user_id === userId);
  return (
    <>
      <ScreenTitle name={`${member?.name ?? t`Staff`} · ${t`Operations`}`} />
      <PageHeader
        title={member ? <Typed text={member.name} /> : <Trans>Staff</Trans>}
        back={
          <BackLink to="/operations/staff">
            <Trans>Staff</Trans>
          </BackLink>
        }
      />
      <Loaded answer={answer}>
        {() =>
          member ? (
            <AccountSecurity userId={member.user_id} name={member.name} />
          ) : (
            <EmptyState title={<Trans>There is no such member of staff.</Trans>} />
          )
        }
      </Loaded>
    </>
  );
}
