import { Settings } from '../accounts/settings.tsx';
import { addTexts } from '../i18n.ts';
import DeliverySection from '../notifications/delivery-section.tsx';
import { notificationTexts } from '../notifications/texts.ts';

/** Before the page is drawn its words are there. */
export async function clientLoader() {
  await addTexts(notificationTexts);
  return null;
}

export const shouldRevalidate = () => false;

/** The settings of companies, agencies and staff. */
export default function SettingsPlace() {
  return (
    <Settings>
      <DeliverySection />
    </Settings>
  );
}
