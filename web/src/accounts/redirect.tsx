import { Navigate, useLocation } from 'react-router';

/**
 * Leads to another address in place of this one, on each visit. The router's Navigate does it once while it is mounted, and a
 * quick step back comes before it unmounts: that would stay on an empty page.
 */
export function Redirect({ to, state }: { to: string; state?: unknown }) {
  const { key } = useLocation();
  return <Navigate key={key} to={to} replace state={state} />;
}
