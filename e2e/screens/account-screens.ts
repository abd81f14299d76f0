import type { Page } from '@playwright/test';

import { ask, press, refuse, refuseAccount, type Screen } from './screen.ts';
import type { Words } from './words.ts';

const fillCredentials = async (
  page: Page,
  words: Words,
  password = 'not the one of this account',
) => {
  await page.getByLabel(words('Email')).fill('noura@najd.example.sa');
  await page.getByLabel(words('Password')).fill(password);
};

/** The account service has refused what was sent. */
const logInRefused = async (page: Page, words: Words) => {
  await fillCredentials(page, words);
  await press('Log In')(page, words);
  await page.locator('[data-sonner-toast]').waitFor();
};

const confirmationSent = (page: Page) =>
  page.route('**/auth/v1/signup*', (route) =>
    route.fulfill({ json: { id: crypto.randomUUID(), email: 'noura@najd.example.sa' } }),
  );

/** An enrolment as the server begins it. The check takes longer than a sign-in proves its person for that. */
const enrolment = {
  id: crypto.randomUUID(),
  type: 'totp',
  totp: {
    qr_code:
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M1 1h3v3H1zm5 0h2v2H6zM1 6h2v2H1zm4-1h3v3H5z"/></svg>',
    secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
    uri: 'otpauth://totp/Hamla',
  },
};

const recoveryCodes = Array.from('ABCDEFGHJK', (letter) => `${letter}7QK3-M4X${letter}T`);

/** Signing in and up, and what guards an account. */
export const accountScreens: Screen[] = [
  { name: 'signin', path: '/signin' },
  { name: 'signin-problems', path: '/signin', reach: press('Log In') },
  {
    name: 'signin-wrong-password',
    path: '/signin',
    reach: logInRefused,
  },
  {
    name: 'signin-unconfirmed',
    path: '/signin',
    before: refuseAccount('**/auth/v1/token?*', 'email_not_confirmed'),
    reach: logInRefused,
  },
  { name: 'signin-link-expired', path: '/auth/resolve#error_code=otp_expired' },
  { name: 'signin-confirmed-elsewhere', path: '/auth/resolve?code=of-another-browser' },
  { name: 'signup-company', path: '/signup?type=company' },
  { name: 'signup-agency', path: '/signup?type=agency' },
  { name: 'signup-problems', path: '/signup?type=company', reach: press('Sign Up') },
  {
    name: 'signup-weak-password',
    path: '/signup?type=company',
    reach: async (page, words) => {
      await fillCredentials(page, words, 'password');
      await press('Sign Up')(page, words);
      await page.locator('[aria-invalid=true]').waitFor();
    },
  },
  {
    name: 'signup-password-advice',
    path: '/signup?type=company',
    reach: async (page, words) => {
      await fillCredentials(page, words, 'Riyadh@2026');
      await page.locator('output[translate=no] span').waitFor();
    },
  },
  {
    name: 'signup-sent',
    path: '/signup?type=company',
    before: confirmationSent,
    reach: async (page, words) => {
      await fillCredentials(page, words);
      await press('Sign Up')(page, words);
      await page.getByRole('heading', { name: words('Check your email') }).waitFor();
    },
  },
  {
    name: 'resolve-failure',
    path: '/auth/resolve',
    as: 'nobody',
    before: refuse('**/api/user-role'),
    reach: async (page) => page.getByRole('alert').first().waitFor(),
  },
  { name: 'forgot-password', path: '/forgot-password' },
  {
    name: 'forgot-password-sent',
    path: '/forgot-password',
    before: (page) => page.route('**/recover?*', (route) => route.fulfill({ json: {} })),
    reach: async (page, words) => {
      await page.getByLabel(words('Email')).fill('noura@najd.example.sa');
      await page.getByRole('button', { name: words('Send the link') }).click();
      await page.getByRole('heading', { name: words('Check your email') }).waitFor();
    },
  },
  { name: 'new-password', path: '/new-password', as: 'newCompany' },
  {
    name: 'new-password-problems',
    path: '/new-password',
    as: 'newCompany',
    reach: press('Change password'),
  },
  { name: 'new-password-without-link', path: '/new-password' },
  {
    name: 'link-elsewhere-recovery',
    path: '/new-password#link_token=of-another-browser&type=recovery',
  },
  {
    name: 'link-elsewhere-refused',
    path: '/new-password#link_token=of-another-browser&type=recovery',
    reach: async (page, words) => {
      await press('Choose a new password')(page, words);
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'link-elsewhere-proof',
    path: '/prove-address#link_token=of-another-browser&type=signup',
    as: 'newCompany',
  },
  {
    name: 'link-elsewhere-new-address',
    path: '/email-changed#link_token=of-another-browser&type=email_change',
  },
  { name: 'select-role', path: '/select-role', as: 'nobody' },
  { name: 'settings-company', path: '/settings', as: 'busyCompany' },
  {
    name: 'settings-prove-address',
    path: '/settings',
    as: 'busyCompany',
    isOverlay: true,
    reach: press('Send the link'),
  },
  {
    name: 'settings-role-refused',
    path: '/settings',
    as: 'busyCompany',
    // A ticket was made after the page was opened.
    before: (page) =>
      page.route('**/api/user-role', (route) =>
        route.request().method() === 'GET'
          ? route.fulfill({ json: { role: 'company', can_change: true } })
          : route.continue(),
      ),
    reach: async (page, words) => {
      await page.locator('input[type=radio][value=agency]').check({ force: true });
      await press('Save role')(page, words);
      await page.locator('[data-sonner-toast]').waitFor();
    },
  },
  {
    name: 'settings-password-problems',
    path: '/settings',
    as: 'busyCompany',
    reach: press('Change password'),
  },
  {
    name: 'settings-second-factor-set-up',
    path: '/settings',
    as: 'newCompany',
    before: (page) =>
      page.route('**/auth/v1/factors', (route) => route.fulfill({ json: enrolment })),
    reach: async (page, words) => {
      await press('Set up')(page, words);
      await page.locator('img[src^="data:"]').waitFor();
    },
  },
  {
    name: 'settings-recovery-codes',
    path: '/settings',
    as: 'staff',
    before: (page) =>
      page.route('**/auth/v1/recovery_codes', (route) =>
        route.fulfill({ json: { codes: recoveryCodes } }),
      ),
    reach: async (page, words) => {
      await press('New recovery codes')(page, words);
      await page.getByRole('list', { name: words('Recovery codes') }).waitFor();
    },
  },
  {
    name: 'settings-take-factor-away',
    path: '/settings',
    as: 'staff',
    isOverlay: true,
    reach: ask('Turn off'),
  },
  {
    name: 'settings-sign-out-everywhere',
    path: '/settings',
    as: 'readyCompany',
    isOverlay: true,
    reach: ask('Sign out everywhere'),
  },
  { name: 'settings-agency', path: '/settings', as: 'newAgency' },
  { name: 'wrong-role', path: '/dashboard/agency', as: 'readyCompany' },
];
