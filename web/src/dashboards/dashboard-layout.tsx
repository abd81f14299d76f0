import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Role } from '#domain/accounts/roles.ts';
import { HomeAndSignOut } from '../accounts/home-and-sign-out.tsx';
import { WhoIsSignedIn } from '../accounts/signed-in-as.tsx';
import { ProfileLink } from '../profiles/completion-badge.tsx';
import { ProfileBanner } from '../profiles/profile-banner.tsx';
import { AppLayout } from '../ui/app-layout.tsx';
import { Link } from '../ui/link.tsx';
import { PageHeader } from '../ui/page-header.tsx';

/** What a dashboard stands in: how much of the profile is filled, Home and Sign Out (SPEC section 2). */
export function DashboardLayout({
  role,
  percent,
  children,
}: {
  role: Role;
  /** The filled share of the profile; null while the dashboard is on its way. */
  percent: number | null;
  children: ReactNode;
}) {
  const isKnown = percent !== null;
  return (
    <AppLayout
      account={<WhoIsSignedIn />}
      header={
        <>
          {isKnown ? <ProfileLink role={role} percent={percent} /> : null}
          <HomeAndSignOut />
        </>
      }
      notice={isKnown ? <ProfileBanner role={role} percent={percent} /> : undefined}
    >
      {children}
    </AppLayout>
  );
}

/** Whose dashboard it is, and the way to the statement of account. */
export function DashboardHeader({ name }: { name: string | null | undefined }) {
  return (
    <PageHeader
      title={<Trans>Dashboard</Trans>}
      lead={name ? <bdi>{name}</bdi> : undefined}
      actions={
        <Link to="/account-statement" className="text-link inline-flex min-h-9 items-center">
          <Trans>Statement of account</Trans>
        </Link>
      }
    />
  );
}
