/** Pages of content by their English paths: complete HTML at build time, never hydrated. */
export const contentPages = [
  '/',
  '/how-we-work',
  '/for-companies',
  '/for-agencies',
  '/about-us',
  '/privacy',
  '/terms',
] as const;
