import { lazy, Suspense } from 'react';
import { Settings } from '../accounts/settings.tsx';

const DeliverySection = lazy(() => import('../notifications/delivery-section.tsx'));

/** The settings of companies, agencies and staff. */
export default function SettingsPlace() {
  return (
    <Settings>
      <Suspense>
        <DeliverySection />
      </Suspense>
    </Settings>
  );
}
