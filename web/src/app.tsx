import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { I18nProvider, RouterProvider } from 'react-aria-components';
import { Outlet, useNavigate } from 'react-router';
import { AuthProvider } from './accounts/auth-context.tsx';
import { newQueryClient } from './api/queries.ts';
import { useKeptFocus } from './ui/kept-focus.ts';
import { OfflineNotice } from './ui/offline-notice.tsx';
import { useLanguage } from './ui/language-switch.tsx';
import { Toaster } from './ui/toaster.tsx';

/** Everything that needs React in the browser stands inside this. */
export default function App() {
  const navigate = useNavigate();
  const language = useLanguage();
  const [queryClient] = useState(newQueryClient);
  useKeptFocus();
  return (
    <I18nProvider locale={language}>
      <RouterProvider navigate={(to, options) => void navigate(to, options)}>
        <QueryClientProvider client={queryClient}>
          <AuthProvider>
            <OfflineNotice />
            <Outlet />
            <Toaster />
          </AuthProvider>
        </QueryClientProvider>
      </RouterProvider>
    </I18nProvider>
  );
}
