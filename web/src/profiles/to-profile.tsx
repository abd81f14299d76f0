import { Navigate, useParams } from 'react-router';
import NotFound from '../site/not-found.tsx';
import { PublicLayout } from '../ui/public-layout.tsx';
import { ThemeToggle } from '../ui/theme-toggle.tsx';

/** /onboarding/{role} is /profile/{role} (SPEC section 2). */
export default function ToProfile() {
  const { role } = useParams();
  if (role === 'company' || role === 'agency') return <Navigate to={`/profile/${role}`} replace />;
  return (
    <PublicLayout themeToggle={<ThemeToggle />}>
      <NotFound />
    </PublicLayout>
  );
}
