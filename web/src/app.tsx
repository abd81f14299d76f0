import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { I18nProvider } from 'react-aria-components';
import { Outlet } from 'react-router';
import { AuthProvider } from './accounts/auth-context.tsx';
import { newQueryClient } from './api/queries.ts';
import { nameManifest } from './ui/manifest-link.ts';
import { useKeptFocus } from './ui/kept-focus.ts';
import { OfflineNotice } from './ui/offline-notice.tsx';
import { useLanguage } from './ui/language-switch.tsx';
import { Toaster } from './ui/toaster.tsx';
import { useOnFirstActivity } from './ui/use-on-first-activity.ts';

/** Everything that needs React in the browser stands inside this. */
export default function App() {
  const language = useLanguage();
  const [queryClient] = useState(newQueryClient);
  useKeptFocus();
  useOnFirstActivity(nameManifest);
  return (
    <I18nProvider locale={language}>
      <QueryClientProvider client={queryClient}>
        <AuthProvider>
          <OfflineNotice />
          <Outlet />
          <Toaster />
        </AuthProvider>
      </QueryClientProvider>
    </I18nProvider>
  );
}
