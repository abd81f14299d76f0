/** The texts of notifications: they come with the list, not with the bell. */
export const notificationTexts = {
  en: () => import('../../locales/en/notifications.po'),
  ar: () => import('../../locales/ar/notifications.po'),
};
