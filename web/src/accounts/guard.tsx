import { lazy, Suspense, useEffect } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { useLiveUpdates } from '../api/live-updates.ts';
import { Spinner } from '../ui/spinner.tsx';
import { saveReturnTo } from './return-to.ts';
import { useAuth } from './auth-context.tsx';

const FactorsEndedNotice = lazy(() => import('./factors-ended-notice.tsx'));

/**
 * SPEC section 2: a centred spinner while the session loads, /signin without a user, else the screen. A session that
 * owes its second factor shows it first.
 */
export default function Guard() {
  const { user, role, owesFactor, lastUserId, hasLeft, loading } = useAuth();
  if (loading) return <Spinner page />;
  if (hasLeft) return <Navigate to="/signin" replace />;
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

/** The screen that was asked for comes after this one. */
function Later({ to, by }: { to: string; by: string | null }) {
  const { pathname, search } = useLocation();
  useEffect(() => saveReturnTo(`${pathname}${search}`, by), [pathname, search, by]);
  return <Navigate to={to} replace />;
}

function LiveUpdates() {
  useLiveUpdates();
  return null;
}
