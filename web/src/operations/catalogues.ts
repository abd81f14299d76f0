/** Staff's texts: in nobody else's scripts. One object, so that they are added once. */
export const texts = {
  en: () => import('../../locales/en/operations.po'),
  ar: () => import('../../locales/ar/operations.po'),
};
