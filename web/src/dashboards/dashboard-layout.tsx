import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Role } from '#domain/accounts/roles.ts';
import { ProfileBanner } from '../profiles/profile-banner.tsx';

/** Adds a banner while something of the profile is missing. */
export function DashboardLayout({
  role,
  percent,
  children,
}: {
  role: Role;
  /** The filled share of the profile; null while the dashboard is loading. */
  percent: number | null;
  children: ReactNode;
}) {
  return (
    <>
      {percent === null ? null : (
        <div className="pt-5 empty:hidden print:hidden">
          <ProfileBanner role={role} percent={percent} />
        </div>
      )}
      {children}
    </>
  );
}

/** The title with the party's name, and `children` beside it. */
export function DashboardHeader({
  name,
  children,
}: {
  name: string | null | undefined;
  children?: ReactNode;
}) {
  return (
    <header className="flex items-end justify-between gap-x-4 py-3 sm:gap-x-12 sm:pt-8 sm:pb-5">
      <div className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-4">
        <h1 className="text-title">
          <Trans>Dashboard</Trans>
        </h1>
        {name ? (
          <p className="text-ink-soft">
            <bdi translate="no">{name}</bdi>
          </p>
        ) : null}
      </div>
      {children}
    </header>
  );
}
