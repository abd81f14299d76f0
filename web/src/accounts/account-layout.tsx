import type { ReactNode } from 'react';
import { LanguageSwitch } from '../ui/language-switch.tsx';
import { CampaignMotif } from '../ui/motif.tsx';
import { PublicLayout } from '../ui/public-layout.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { ThemeToggle } from '../ui/theme-toggle.tsx';
import { useAuth } from './auth-context.tsx';
import { Redirect } from './redirect.tsx';

/** The frame of the account screens: the form where reading starts, the product's motif beside it. */
export function AccountLayout({
  title,
  lead,
  actions,
  account,
  children,
}: {
  title: ReactNode;
  lead?: ReactNode;
  /** Shown in the navigation while somebody is signed in. */
  actions?: ReactNode;
  /** Who is signed in. */
  account?: ReactNode;
  children: ReactNode;
}) {
  return (
    <PublicLayout
      toggles={
        <>
          <LanguageSwitch />
          <ThemeToggle />
        </>
      }
      actions={actions}
      account={account}
    >
      <div className="page grid items-stretch gap-12 py-10 sm:py-16 lg:grid-cols-[minmax(0,27rem)_1fr] lg:gap-20">
        <div>
          <h1 className="text-title">{title}</h1>
          {lead ? <p className="mt-2 text-ink-soft">{lead}</p> : null}
          <div className="mt-8">{children}</div>
        </div>
        <div
          aria-hidden="true"
          className="hidden min-h-112 items-end overflow-hidden rounded-md bg-forest p-10 lg:flex"
        >
          <CampaignMotif className="w-full" tone="forest" />
        </div>
      </div>
    </PublicLayout>
  );
}

/** /signin and /signup are for visitors: a signed-in person is sent to /auth/resolve (SPEC section 4). */
export function VisitorsOnly({ children }: { children: ReactNode }) {
  const { user, loading } = useAuth();
  if (loading) return <Spinner page />;
  if (user) return <Redirect to="/auth/resolve" />;
  return children;
}
