import { Outlet } from 'react-router';
import { RequireRole } from '../accounts/require-role.tsx';
import { addTexts } from '../i18n.ts';

/** The texts of these screens: in nobody else's scripts. */
const texts = {
  en: () => import('../../locales/en/servicing.po'),
  ar: () => import('../../locales/ar/servicing.po'),
};

/** Before a screen is drawn its words are there. */
export async function clientLoader() {
  await addTexts(texts);
  return null;
}

export const shouldRevalidate = () => false;

/** Round the screens on which a company pays and sees what it has paid. */
export default function PaymentsLayout() {
  return (
    <RequireRole only="company">
      <Outlet />
    </RequireRole>
  );
}
