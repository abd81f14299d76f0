import { Navigate, useLocation } from 'react-router';

/** /onboarding/{role} is /profile/{role} (SPEC section 2). */
export default function ToProfile() {
  const { pathname } = useLocation();
  return <Navigate to={pathname.replace('/onboarding/', '/profile/')} replace />;
}
