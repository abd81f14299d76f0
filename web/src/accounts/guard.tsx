import { Navigate, Outlet } from 'react-router';
import { useLiveUpdates } from '../api/live-updates.ts';
import { Spinner } from '../ui/spinner.tsx';
import { useAuth } from './auth-context.tsx';

/** SPEC section 2: a centred spinner while the session loads, /signin without a user, else the screen. */
export default function Guard() {
  const { user, role, loading } = useAuth();
  if (loading) return <Spinner page />;
  if (!user) return <Navigate to="/signin" replace />;
  return (
    <>
      <LiveUpdates key={`${user.id} ${role}`} />
      <Outlet key={user.id} />
    </>
  );
}

function LiveUpdates() {
  useLiveUpdates();
  return null;
}
