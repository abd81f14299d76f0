import { useEffect } from 'react';
import { Outlet, useLocation } from 'react-router';
import { useLiveUpdates } from '../api/use-live-updates.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { saveReturnTo } from './return-to.ts';
import { useAuth } from './auth-context.tsx';
import { Redirect } from './redirect.tsx';
import { sessionIdOf } from './stored-session.ts';

const FactorsEndedNotice = lazyPart(() => import('./factors-ended-notice.tsx'));

/**
 * SPEC section 2: a centred spinner while the session loads, /signin without a user, else the screen. A session that
 * owes its second factor shows it first.
 */
export default function Guard() {
  const { user, session, role, owesFactor, lastUserId, hasLeft, loading } = useAuth();
  if (loading) return <Spinner page />;
  if (hasLeft) return <Redirect to="/signin" />;
  if (!user || !session) return <Later to="/signin" by={lastUserId} />;
  if (owesFactor) return <Later to="/second-factor" by={user.id} />;
  return (
    <>
      <LiveUpdates session={`${sessionIdOf(session)} ${role}`} />
      {user.app_metadata.factors_ended === true ? <FactorsEndedNotice /> : null}
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

function LiveUpdates({ session }: { session: string }) {
  useLiveUpdates(session);
  return null;
}
