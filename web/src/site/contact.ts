/** How the operator of the platform is reached; the one place to change it. */
export const contact = {
  email: 'hello@hamla.sa',
  privacyEmail: 'privacy@hamla.sa',
} as const;
