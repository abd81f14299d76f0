import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Role } from '#domain/accounts/roles.ts';
import { RequireRole } from '../accounts/require-role.tsx';
import { BackLink } from '../ui/link.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { DocumentTitle } from '../ui/document-title.tsx';
import { Skeleton, Waiting } from '../ui/skeleton.tsx';
import { useStoredProfile } from './use-stored-profile.ts';

interface ProfileScreenProps<Profile> {
  owner: Role;
  title: string;
  queryKey: readonly string[];
  read: () => Promise<Profile>;
  /** The wizard of the stored profile; null where there is none. */
  children: (profile: Profile | null) => ReactNode;
}

export function ProfileScreen<Profile>(props: ProfileScreenProps<Profile>) {
  return (
    <RequireRole only={props.owner}>
      <ProfilePage {...props} />
    </RequireRole>
  );
}

/** The page around a profile wizard: Back to Dashboard, what is asked, and what a blank field does. */
function ProfilePage<Profile>({
  owner,
  title,
  queryKey,
  read,
  children,
}: ProfileScreenProps<Profile>) {
  const { isLoading, profile } = useStoredProfile(queryKey, read);
  return (
    <>
      <DocumentTitle name={title} />
      <PageHeader
        back={
          <BackLink to={`/dashboard/${owner}`}>
            <Trans>Back to Dashboard</Trans>
          </BackLink>
        }
        title={title}
        lead={
          <Trans>
            All fields are optional. A field you leave blank or clear keeps its saved value.
          </Trans>
        }
      />
      {isLoading ? (
        <Waiting>
          <WizardSkeleton />
        </Waiting>
      ) : (
        children(profile)
      )}
    </>
  );
}

function WizardSkeleton() {
  return (
    <div className="grid gap-8 lg:grid-cols-[15rem_minmax(0,44rem)] lg:gap-16">
      <Skeleton className="h-16 w-full lg:h-32" />
      <div className="grid gap-6">
        {[1, 2, 3, 4, 5].map((row) => (
          <div key={row} className="grid gap-2">
            <Skeleton className="h-4 w-28" />
            <Skeleton className="h-11 w-full" />
          </div>
        ))}
      </div>
    </div>
  );
}
