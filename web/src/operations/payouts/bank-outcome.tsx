import { Trans } from '@lingui/react/macro';
import { Button } from '../../ui/button.tsx';

/** What the bank says of a payout or a refund. */
export type BankOutcome = 'confirm' | 'fail' | 'return';

export const bankOutcomeNames = {
  confirm: <Trans>It arrived</Trans>,
  fail: <Trans>It failed</Trans>,
  return: <Trans>It was returned</Trans>,
};

/** Records what the bank says. `label`: the outcome and its payout or refund, for screen readers. */
export function BankOutcomeButton({
  outcome,
  label,
  onPress,
}: {
  outcome: BankOutcome;
  label: string;
  onPress: () => void;
}) {
  return (
    <Button
      tone={outcome === 'fail' ? 'danger' : 'secondary'}
      size="small"
      aria-label={label}
      onPress={onPress}
    >
      {bankOutcomeNames[outcome]}
    </Button>
  );
}
