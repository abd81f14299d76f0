import { useLocation } from 'react-router';
import { Redirect } from '../accounts/redirect.tsx';

/** /onboarding/{role} is /profile/{role} (SPEC section 2). */
export default function ToProfile() {
  const { pathname } = useLocation();
  return <Redirect to={pathname.replace('/onboarding/', '/profile/')} />;
}
