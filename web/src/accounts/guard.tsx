import { useEffect } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { useLiveUpdates } from '../api/live-updates.ts';
import { Spinner } from '../ui/spinner.tsx';
import { rememberAskedScreen } from './asked-screen.ts';
import { useAuth } from './auth-context.tsx';

/** SPEC section 2: a centred spinner while the session loads, /signin without a user, else the screen. */
export default function Guard() {
  const { user, role, loading } = useAuth();
  if (loading) return <Spinner page />;
  if (!user) return <ToSignIn />;
  return (
    <>
      <LiveUpdates key={`${user.id} ${role}`} />
      <Outlet key={user.id} />
    </>
  );
}

function ToSignIn() {
  const { pathname, search } = useLocation();
  useEffect(() => rememberAskedScreen(`${pathname}${search}`), [pathname, search]);
  return <Navigate to="/signin" replace />;
}

function LiveUpdates() {
  useLiveUpdates();
  return null;
}
