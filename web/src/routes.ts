import { index, layout, route, type RouteConfig } from '@react-router/dev/routes';
import { languages, type Language } from '#domain/languages.ts';

/** The pages of content, once a language: English at SPEC section 2's paths, the others under their own. */
function content(language: Language) {
  const id = (name: string) => ({ id: `${language}/${name}` });
  return route(language === 'en' ? '' : language, 'site/layout.tsx', id('site'), [
    index('site/home.tsx', id('home')),
    route('how-we-work', 'site/how-we-work.tsx', id('how-we-work')),
    route('for-companies', 'site/for-companies.tsx', id('for-companies')),
    route('for-agencies', 'site/for-agencies.tsx', id('for-agencies')),
    route('about-us', 'site/about-us.tsx', id('about-us')),
    route('privacy', 'site/privacy.tsx', id('privacy')),
    route('terms', 'site/terms.tsx', id('terms')),
    route('*', 'site/not-found.tsx', id('not-found')),
  ]);
}

/** The whole screen map (SPEC section 2). */
export default [
  // Content: prerendered, never hydrated.
  ...languages.map(content),

  // The application: everything that knows who is signed in.
  layout('app.tsx', [
    route('signin', 'accounts/signin.tsx'),
    route('signup', 'accounts/signup.tsx'),
    route('login', 'accounts/to-signin.tsx', { id: 'login' }),
    route('auth', 'accounts/to-signin.tsx', { id: 'auth' }),
    route('auth/resolve', 'accounts/resolve.tsx'),
    route('select-role', 'accounts/select-role.tsx'),
    route('forgot-password', 'accounts/forgot-password.tsx'),
    route('email-changed', 'accounts/email-changed.tsx'),
    route('new-password', 'accounts/new-password.tsx'),
    route('prove-address', 'accounts/prove-address.tsx'),
    route('keep-second-factor', 'accounts/withdraw-factor-removal.tsx'),
    route('second-factor', 'accounts/second-factor-screen.tsx'),

    // Sign-in needed.
    layout('accounts/guard.tsx', [
      // Companies and agencies; the settings are staff's too.
      layout('frame/party-frame.tsx', [
        route('dashboard/company', 'dashboards/company-dashboard.tsx'),
        route('dashboard/agency', 'dashboards/agency-dashboard.tsx'),
        route('tickets', 'frame/tickets-place.tsx'),
        route('tickets/:ticketNumber', 'tickets/page/ticket-page.tsx'),
        route('tickets/:ticketNumber/documents', 'tickets/signing/sign-documents.tsx'),
        layout('servicing/payments-layout.tsx', [
          route('payments', 'servicing/pay-centre.tsx'),
          route('payments/requests', 'servicing/payment-requests.tsx'),
          route('payments/requests/:requestId', 'servicing/payment-request.tsx'),
          route('payments/received', 'frame/received-payments.tsx'),
          route('payments/by-month', 'servicing/payments-by-month.tsx'),
        ]),
        route('payouts', 'frame/payouts-place.tsx'),
        route('payouts/remittances', 'frame/remittances.tsx'),
        route('payouts/by-month', 'frame/payouts-by-month.tsx'),
        route('documents', 'frame/documents-place.tsx'),
        route('profile/company', 'profiles/company-profile.tsx'),
        route('profile/agency', 'profiles/agency-profile.tsx'),
        route('onboarding/company', 'profiles/to-profile.tsx', { id: 'onboarding/company' }),
        route('onboarding/agency', 'profiles/to-profile.tsx', { id: 'onboarding/agency' }),
        route('budget', 'budget/budget-place.tsx'),
        route('account-statement', 'documents/account-statement.tsx'),
        route('settings', 'frame/settings-place.tsx'),
        route('notifications', 'notifications/notifications-page.tsx'),
        route('help', 'help/help-page.tsx'),
      ]),

      // The platform's staff alone.
      layout('operations/console-layout.tsx', [
        route('operations', 'operations/overview/work-queue.tsx'),
        route('operations/approvals', 'operations/approvals/approvals.tsx'),
        route('operations/payouts', 'operations/payouts/payout-runs.tsx'),
        route('operations/payouts/:runId', 'operations/payouts/payout-run.tsx'),
        route('operations/credit-policy', 'operations/policy/credit-policies.tsx'),
        route('operations/refunds', 'operations/payouts/refunds.tsx'),
        route('operations/iban-changes', 'operations/payouts/iban-changes.tsx'),
        route('operations/payments', 'operations/collections/payments.tsx'),
        route('operations/payments/:paymentId', 'operations/collections/payment.tsx'),
        route('operations/companies', 'operations/customers/companies.tsx'),
        route('operations/companies/:companyId', 'operations/customers/company.tsx'),
        route('operations/budget-requests', 'operations/customers/budget-requests.tsx'),
        route('operations/privacy', 'operations/privacy/privacy.tsx'),
        route('operations/system', 'operations/system/system.tsx'),
        route('operations/help-messages', 'operations/customers/help-messages.tsx'),
        route('operations/reviews', 'operations/tickets/review-queue.tsx'),
        route('operations/stopped-payouts', 'operations/payouts/stopped-payouts.tsx'),
        route('operations/small-rests', 'operations/collections/small-rests.tsx'),
        route('operations/agencies', 'operations/customers/agencies.tsx'),
        route('operations/agencies/:agencyId', 'operations/customers/agency.tsx'),
        route('operations/transfer-reports', 'operations/collections/transfer-reports.tsx'),
        route(
          'operations/transfer-reports/:reportId',
          'operations/collections/transfer-report.tsx',
        ),
        route('operations/bank-statements', 'operations/collections/bank-statements.tsx'),
        route(
          'operations/bank-statements/:statementId',
          'operations/collections/bank-statement.tsx',
        ),
        route('operations/virtual-ibans', 'operations/collections/virtual-ibans.tsx'),
        route('operations/overdue', 'operations/collections/overdue.tsx'),
        route('operations/tickets/:ticketNumber', 'operations/tickets/ticket.tsx'),
        route('operations/journal', 'operations/ledger/journal.tsx'),
        route('operations/portfolio', 'operations/overview/portfolio.tsx'),
        route('operations/portfolio/trends', 'operations/overview/portfolio-trends.tsx'),
        route('operations/staff', 'operations/accounts/staff.tsx'),
        route('operations/staff/:userId', 'operations/accounts/staff-member.tsx'),
        route('operations/audit', 'operations/ledger/audit-log.tsx'),
        route('operations/notifications', 'notifications/notifications-page.tsx', {
          id: 'operations/notifications',
        }),
        route('operations/find', 'operations/overview/search-page.tsx'),
      ]),
    ]),
  ]),

  // The living page of the design system: no production build knows it.
  ...(process.env.NODE_ENV === 'development'
    ? [route('styleguide', 'styleguide/styleguide.tsx')]
    : []),
] satisfies RouteConfig;
