import { index, layout, route, type RouteConfig } from '@react-router/dev/routes';

/** The whole screen map (SPEC section 2). */
export default [
  // Content: prerendered, never hydrated.
  layout('site/layout.tsx', [
    index('site/home.tsx'),
    route('how-we-work', 'site/how-we-work.tsx'),
    route('for-companies', 'site/for-companies.tsx'),
    route('for-agencies', 'site/for-agencies.tsx'),
    route('about-us', 'site/about-us.tsx'),
    route('privacy', 'site/privacy.tsx'),
    route('terms', 'site/terms.tsx'),
    route('*', 'site/not-found.tsx'),
  ]),

  // The application: everything that knows who is signed in.
  layout('app.tsx', [
    route('signin', 'accounts/signin.tsx'),
    route('signup', 'accounts/signup.tsx'),
    route('login', 'accounts/to-signin.tsx', { id: 'login' }),
    route('auth', 'accounts/to-signin.tsx', { id: 'auth' }),
    route('auth/resolve', 'accounts/resolve.tsx'),
    route('select-role', 'accounts/select-role.tsx'),
    route('forgot-password', 'accounts/forgot-password.tsx'),
    route('new-password', 'accounts/new-password.tsx'),

    // Sign-in needed.
    layout('accounts/guard.tsx', [
      route('dashboard/company', 'dashboards/company-dashboard.tsx'),
      route('dashboard/agency', 'dashboards/agency-dashboard.tsx'),
      route('profile/company', 'profiles/company-profile.tsx'),
      route('profile/agency', 'profiles/agency-profile.tsx'),
      route('onboarding/:role', 'profiles/to-profile.tsx'),
      route('settings', 'accounts/settings.tsx'),
    ]),
  ]),
] satisfies RouteConfig;
