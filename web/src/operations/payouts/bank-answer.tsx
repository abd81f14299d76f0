import { Trans } from '@lingui/react/macro';
import { Button } from '../../ui/button.tsx';

/** What the bank says of a payout or a refund. */
export type BankAnswer = 'confirm' | 'fail' | 'return';

export const bankAnswerNames = {
  confirm: <Trans>It arrived</Trans>,
  fail: <Trans>It failed</Trans>,
  return: <Trans>It came back</Trans>,
};

/** Writes an answer of the bank down. `label`: the answer, and to what, for those who hear the button. */
export function BankAnswerButton({
  answer,
  label,
  onPress,
}: {
  answer: BankAnswer;
  label: string;
  onPress: () => void;
}) {
  return (
    <Button
      tone={answer === 'fail' ? 'danger' : 'secondary'}
      size="small"
      aria-label={label}
      onPress={onPress}
    >
      {bankAnswerNames[answer]}
    </Button>
  );
}
