import { Trans } from '@lingui/react/macro';
import { Badge } from '../../ui/badge.tsx';
import { BanIcon, CheckIcon } from '../../ui/icons.tsx';

/** Whether an account is blocked. */
export function BlockedBadge({ isBlocked }: { isBlocked: boolean }) {
  return isBlocked ? (
    <Badge tone="bad" icon={BanIcon}>
      <Trans>Account blocked</Trans>
    </Badge>
  ) : (
    <Badge tone="good" icon={CheckIcon}>
      <Trans>Account not blocked</Trans>
    </Badge>
  );
}
