/**
 * Browser tests of details. `npm test` has twelve minutes and leaves them to `npm run test:further`, which runs after it on
 * every commit (`.ci/run`).
 */
export const further: readonly string[] = [
  'background-reads',
  'budget-requests',
  'company-budget',
  'company-timeline',
  'confirmation',
  'credit-bureau',
  'credit-policy',
  'cut-short-lists',
  'dashboards',
  'deep-links',
  'forged-invoice',
  'help',
  'languages',
  'late-company',
  'legal-identity',
  'link-arrival',
  'lost-factor',
  'notifications',
  'operations-system',
  'outcomes',
  'profile-agency',
  'profile-company',
  'promise-to-pay',
  'quotas',
  'site-calculator',
  'virtual-ibans',
].map((name) => `e2e/${name}.test.ts`);
