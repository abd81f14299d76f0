import { Trans } from '@lingui/react/macro';
import type { PaymentRequest } from '#api/payment-requests.ts';
import { Badge } from '../ui/badge.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { BanIcon, ClockIcon, DotIcon } from '../ui/icons.tsx';

/** Where a payment request stands; one whose amount was reported in full waits for us. */
export function RequestBadge({
  request: { status, open_sar, being_checked_sar },
}: {
  request: PaymentRequest;
}) {
  switch (status) {
    case 'Open':
      return open_sar === being_checked_sar ? (
        <Badge tone="now" icon={ClockIcon}>
          <Trans>Being checked</Trans>
        </Badge>
      ) : (
        <Badge tone="due" icon={DotIcon}>
          <Trans context="a payment request">Open</Trans>
        </Badge>
      );
    case 'Paid':
      return <StatusBadge status="Paid" />;
    case 'Expired':
      return (
        <Badge icon={ClockIcon}>
          <Trans context="a payment request">Expired</Trans>
        </Badge>
      );
    case 'Withdrawn':
      return (
        <Badge icon={BanIcon}>
          <Trans context="a payment request">Withdrawn</Trans>
        </Badge>
      );
  }
}
