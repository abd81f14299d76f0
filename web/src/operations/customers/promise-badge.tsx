import { Trans } from '@lingui/react/macro';
import type { PromiseStatus } from '#domain/installments/payment-promise.ts';
import { Badge } from '../../ui/badge.tsx';
import { CheckIcon, ClockIcon, CrossIcon } from '../../ui/icons.tsx';

/** What has become of a company's promise to pay. */
export function PromiseBadge({ status }: { status: PromiseStatus }) {
  switch (status) {
    case 'Open':
      return (
        <Badge tone="now" icon={ClockIcon}>
          <Trans context="a promise to pay">Open</Trans>
        </Badge>
      );
    case 'Kept':
      return (
        <Badge tone="good" icon={CheckIcon}>
          <Trans context="a promise to pay">Kept</Trans>
        </Badge>
      );
    case 'Broken':
      return (
        <Badge tone="bad" icon={CrossIcon}>
          <Trans context="a promise to pay">Broken</Trans>
        </Badge>
      );
  }
}
