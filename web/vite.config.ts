import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import { reactRouter } from '@react-router/dev/vite';
import babel from '@rolldown/plugin-babel';
import tailwindcss from '@tailwindcss/vite';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { ariaLanguages } from './build-tools/aria-languages.ts';
import { fonts } from './build-tools/fonts.ts';
import { leanOperations } from './build-tools/lean-operations.ts';
import { siteScripts } from './build-tools/site-scripts.ts';

// The macro looks for its configuration from the working directory, which is the repository's root.
process.env.LINGUI_CONFIG = fileURLToPath(new URL('lingui.config.ts', import.meta.url));
const server = process.env.HAMLA_SERVER ?? 'http://127.0.0.1:3000';

/** Packages that are used whole from the first screen on. React, the largest, is a file that outlives our releases. */
const react = /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/]|rolldown[\\/]runtime/;
const foundation = /[\\/]node_modules[\\/](react-router|@lingui|@tanstack)[\\/]/;

/**
 * Our own modules that both dashboards begin with, by their folder; their packages come with them. What only some other
 * screen needs does not stand here: it would be fetched before the first view.
 */
const onEveryDashboard = {
  domain:
    'amount-format|calendar|date-format|languages|money|accounts/landing-page|installments/owed|installments/timeline|payouts/expected-payment|payouts/service-fee|profiles/agency-profile|profiles/company-profile|profiles/dismissed-banner|profiles/profile|tickets/repayment-term|tickets/ticket',
  api: 'operations',
  'web/src': 'entry.client|first-paint|i18n|public-path|site/contact',
  'web/src/accounts':
    'account-client|auth-context|auth-messages|email-link|require-role|return-to|sign-out-button|stored-session',
  'web/src/api':
    'api-error|call|live-updates|prefetched-response|queries|request-timeout|session|use-idempotent-mutation',
  'web/src/credit': 'credit-words',
  'web/src/dashboards':
    'dashboard-fallback|dashboard-layout|use-dashboard|use-progressive-rendering',
  'web/src/files': 'download-file|save-button',
  'web/src/installments': 'day-details',
  'web/src/profiles':
    'completion-badge|payment-account|profile-banner|profile-items|set-up-checklist',
  'web/src/tickets':
    'decision/use-ticket-decision|lists/use-ticket-list|repayment-term|ticket-description|ticket-link|ticket-path|ticket-query',
  'web/src/ui':
    'app-layout|badge|brand|button|card|checklist|date-time|disclosure|empty-state|error-state|icons|illustrations|iso-date|language-switch|link|money|motif|notice|offline-notice|page-header|print-button|restore-focus|run-when-idle|save-text|skeleton|skip-link|spinner|toaster|user-text',
};
const root = new URL('..', import.meta.url);
const exists = (path: string) =>
  [`${path}.ts`, `${path}.tsx`].some((file) => existsSync(new URL(file, root)));
const modules = Object.entries(onEveryDashboard).flatMap(([folder, names]) =>
  names.split('|').map((name) => `${folder}/${name}`),
);
const missing = modules.filter((path) => !exists(path));
// A module that was renamed would silently become a file of its own, and a request more.
if (missing.length > 0) throw new Error(`vite.config.ts names no module: ${missing.join(', ')}`);

const separator = '[\\\\/]';
const anyOf = (paths: string[]) => paths.join('|').replaceAll('/', separator);
const frame = new RegExp(
  `${foundation.source}|${separator}react-aria${separator}dist${separator}private${separator}i18n${separator}(I18nProvider|useDefaultLocale|utils)\\.|${separator}(${anyOf(modules)})\\.tsx?$`,
);

export default defineConfig({
  plugins: [
    ariaLanguages(),
    leanOperations(),
    fonts(),
    siteScripts(),
    tailwindcss(),
    reactRouter(),
    lingui(),
    babel({ presets: [linguiTransformerBabelPreset()] }),
  ],
  // dist/ lies outside this folder: Vite would leave the files of earlier builds there.
  build: { emptyOutDir: true },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              // What every screen of the application needs is one file: a request costs more than its few bytes.
              groups: [
                { name: 'react', test: react, priority: 2 },
                { name: 'frame', test: frame, priority: 1 },
              ],
            },
          },
        },
      },
    },
  },
  server: {
    proxy: { '/auth/v1': server, '/api': server, '/.well-known': server },
  },
});
