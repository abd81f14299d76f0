import { Trans } from '@lingui/react/macro';
import type { PayoutRunDetails } from '#api/payout-runs.ts';
import { Badge } from '../../ui/badge.tsx';
import { BanIcon, CheckIcon, ClockIcon, PlayIcon } from '../../ui/icons.tsx';

/** Where a payout run stands. */
export function PayoutRunStatus({ status }: { status: PayoutRunDetails['run']['status'] }) {
  switch (status) {
    case 'Draft':
      return (
        <Badge tone="now" icon={ClockIcon}>
          <Trans>To release</Trans>
        </Badge>
      );
    case 'Released':
      return (
        <Badge tone="due" icon={PlayIcon}>
          <Trans context="a payout run">Released</Trans>
        </Badge>
      );
    case 'Completed':
      return (
        <Badge tone="good" icon={CheckIcon}>
          <Trans>Answered</Trans>
        </Badge>
      );
    case 'Discarded':
      return (
        <Badge icon={BanIcon}>
          <Trans>Discarded</Trans>
        </Badge>
      );
  }
}
