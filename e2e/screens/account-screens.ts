import { press, type Screen } from './screen.ts';

/** Signing in and up, and what guards an account. */
export const accountScreens: Screen[] = [
  { name: 'signin', path: '/signin' },
  { name: 'signin-problems', path: '/signin', reach: press('Log In') },
  { name: 'signup-company', path: '/signup?type=company' },
  { name: 'signup-agency', path: '/signup?type=agency' },
  { name: 'signup-problems', path: '/signup?type=company', reach: press('Sign Up') },
  { name: 'forgot-password', path: '/forgot-password' },
  {
    name: 'forgot-password-sent',
    path: '/forgot-password',
    before: (page) => page.route('**/recover?*', (route) => route.fulfill({ json: {} })),
    reach: async (page, words) => {
      await page.getByLabel(words('Email')).fill('noura@najd.example.sa');
      await page.getByRole('button', { name: words('Send the link') }).click();
      await page.getByRole('heading', { name: words('Check your e-mail') }).waitFor();
    },
  },
  { name: 'new-password', path: '/new-password', as: 'newCompany' },
  { name: 'new-password-without-link', path: '/new-password' },
  { name: 'select-role', path: '/select-role', as: 'nobody' },
  { name: 'settings-company', path: '/settings', as: 'busyCompany' },
  { name: 'settings-agency', path: '/settings', as: 'newAgency' },
  { name: 'wrong-role', path: '/dashboard/agency', as: 'readyCompany' },
];
