import { Outlet } from 'react-router';
import { PublicLayout } from '../ui/public-layout.tsx';

/** Pages of content are complete HTML: root.tsx leaves the scripts out. */
export const handle = { hydrate: false };

export default function SiteLayout() {
  return (
    <PublicLayout>
      <Outlet />
    </PublicLayout>
  );
}
