import { Trans, useLingui } from '@lingui/react/macro';
import { Tabs } from '../ui/tabs.tsx';

/** The sides of an agency's payouts, each at its own address. */
export function PayoutsTabs({ current }: { current: 'payouts' | 'remittances' | 'by-month' }) {
  const { t } = useLingui();
  return (
    <Tabs
      label={t`Payouts`}
      current={current}
      tabs={[
        { id: 'payouts', to: '/payouts', name: <Trans context="a tab">All payouts</Trans> },
        { id: 'remittances', to: '/payouts/remittances', name: <Trans>Remittances</Trans> },
        { id: 'by-month', to: '/payouts/by-month', name: <Trans>By month</Trans> },
      ]}
    />
  );
}
