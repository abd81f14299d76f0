import { lazy, Suspense, useEffect } from 'react';
import { Outlet, useLocation } from 'react-router';
import { useLiveUpdates } from '../api/use-live-updates.ts';
import { withTexts } from '../further-texts.ts';
import { Spinner } from '../ui/spinner.tsx';
import { saveReturnTo } from './return-to.ts';
import { useAuth } from './auth-context.tsx';
import { Redirect } from './redirect.tsx';

const FactorsEndedNotice = lazy(() => withTexts(import('./factors-ended-notice.tsx')));

/**
 * SPEC section 2: a centred spinner while the session loads, /signin without a user, else the screen. A session that
 * owes its second factor shows it first.
 */
export default function Guard() {
  const { user, role, owesFactor, lastUserId, hasLeft, loading } = useAuth();
  if (loading) return <Spinner page />;
  if (hasLeft) return <Redirect to="/signin" />;
  if (!user) return <Later to="/signin" by={lastUserId} />;
  if (owesFactor) return <Later to="/second-factor" by={user.id} />;
  return (
    <>
      <LiveUpdates key={`${user.id} ${role}`} />
      {user.app_metadata.factors_ended === true ? (
        <Suspense>
          <FactorsEndedNotice />
        </Suspense>
      ) : null}
      <Outlet key={user.id} />
    </>
  );
}

/** The requested screen is shown after this one. */
function Later({ to, by }: { to: string; by: string | null }) {
  const { pathname, search } = useLocation();
  useEffect(() => saveReturnTo(`${pathname}${search}`, by), [pathname, search, by]);
  return <Redirect to={to} />;
}

function LiveUpdates() {
  useLiveUpdates();
  return null;
}
