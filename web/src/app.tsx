import { QueryClientProvider } from '@tanstack/react-query';
import { startTransition, Suspense, use, useCallback, useState } from 'react';
import { I18nProvider } from 'react-aria-components';
import { Outlet, useLocation } from 'react-router';
import { emailLink } from './accounts/email-link.ts';
import { AuthProvider } from './accounts/auth-context.tsx';
import { newQueryClient } from './api/queries.ts';
import { furtherTexts } from './ui/further-texts.ts';
import { addManifestLink } from './ui/manifest-link.ts';
import { useRestoreFocus } from './ui/restore-focus.ts';
import { Fonts } from './ui/fonts.ts';
import { lazyPart } from './ui/lazy-part.tsx';
import { OfflineNotice } from './ui/offline-notice.tsx';
import { useLanguage } from './ui/language-switch.tsx';
import { Spinner } from './ui/spinner.tsx';
import { Toaster } from './ui/toaster.tsx';
import { useOnFirstActivity } from './ui/run-when-idle.ts';

const LinkArrival = lazyPart(() => import('./accounts/link-arrival.tsx'), {
  fallback: <Spinner page />,
});

/** Everything that needs React in the browser stands inside this. */
export default function App() {
  const language = useLanguage();
  const [queryClient] = useState(newQueryClient);
  // Before anything asks who is signed in, what an email link has brought is looked at.
  const [isSettled, setSettled] = useState(
    emailLink.kind === 'none' || emailLink.kind === 'refused',
  );
  // With the navigation that came just before it, which is a transition too: else the screen of before would be drawn.
  const settle = useCallback(() => startTransition(() => setSettled(true)), []);
  useRestoreFocus();
  useOnFirstActivity(addManifestLink);
  return (
    <I18nProvider locale={language}>
      <QueryClientProvider client={queryClient}>
        {isSettled ? (
          <AuthProvider>
            <OfflineNotice />
            <Suspense fallback={<Spinner page />}>
              <Screen />
            </Suspense>
            <Toaster />
          </AuthProvider>
        ) : (
          <LinkArrival onSettled={settle} />
        )}
        {/* Last: by then the screen has begun to read. */}
        <Fonts />
      </QueryClientProvider>
    </I18nProvider>
  );
}

/** The screen of the address, with its texts. Those of a dashboard's first view are there before anything is drawn. */
function Screen() {
  const { pathname } = useLocation();
  const isDashboard = pathname.startsWith('/dashboard/');
  if (!isDashboard) use(furtherTexts());
  return <Outlet />;
}
