import { Trans, useLingui } from '@lingui/react/macro';
import { Tabs } from '../ui/tabs.tsx';

/** The sides of a company's payments, each at its own address. */
export function PaymentsTabs({
  current,
}: {
  current: 'pay' | 'requests' | 'received' | 'by-month';
}) {
  const { t } = useLingui();
  return (
    <Tabs
      label={t`Payments`}
      current={current}
      tabs={[
        { id: 'pay', to: '/payments', name: <Trans context="a tab">Pay</Trans> },
        { id: 'requests', to: '/payments/requests', name: <Trans>Payment requests</Trans> },
        { id: 'received', to: '/payments/received', name: <Trans context="a tab">Received</Trans> },
        { id: 'by-month', to: '/payments/by-month', name: <Trans>By month</Trans> },
      ]}
    />
  );
}
