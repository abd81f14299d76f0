import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Role } from '#domain/accounts/roles.ts';
import { ButtonLink } from '../ui/link.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { DocumentTitle } from '../ui/document-title.tsx';
import { useAuth } from './auth-context.tsx';

/** A page of one role: other signed-in people see whose page it is, with a link to their own. */
export function RequireRole({ only, children }: { only: Role | 'staff'; children: ReactNode }) {
  const { role: chosen, isStaff } = useAuth();
  const role = isStaff ? 'staff' : chosen;
  const whosePage = useOwners()[only];
  if (role === only) return children;
  return (
    <>
      <DocumentTitle name={whosePage} />
      <PageHeader title={whosePage} lead={ownRole(role)} />
      {ownDashboard(role)}
    </>
  );
}

/** Whose page it is, in words. */
function useOwners(): Record<Role | 'staff', string> {
  const { t } = useLingui();
  return {
    staff: t`This page is for Hamla's staff`,
    agency: t`This page is for agencies`,
    company: t`This page is for companies`,
  };
}

function ownRole(role: string | null) {
  if (role === 'company') return <Trans>You are signed in as a company.</Trans>;
  if (role === 'agency') return <Trans>You are signed in as an agency.</Trans>;
  if (role === 'staff') return <Trans>You are signed in as a member of staff.</Trans>;
  return <Trans>Your account has no role yet. Choose one to continue.</Trans>;
}

function ownDashboard(role: string | null) {
  if (role === 'company' || role === 'agency') {
    return (
      <ButtonLink to={`/dashboard/${role}`}>
        <Trans>Go to your dashboard</Trans>
      </ButtonLink>
    );
  }
  if (role === 'staff') {
    return (
      <ButtonLink to="/operations">
        <Trans>Go to operations</Trans>
      </ButtonLink>
    );
  }
  return (
    <ButtonLink to="/select-role">
      <Trans>Choose your role</Trans>
    </ButtonLink>
  );
}
