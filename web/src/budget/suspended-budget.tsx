import { Trans } from '@lingui/react/macro';
import type { Budget } from '#api/budget.ts';
import { Notice } from '../ui/notice.tsx';
import { Typed } from '../ui/typed.tsx';

/** Why nothing can be requested while staff have suspended the budget, in their words. */
export function SuspendedBudget({ budget }: { budget: Budget }) {
  if (budget.budget_status !== 'Suspended') return null;
  return (
    <Notice tone="danger" title={<Trans>Your budget is suspended.</Trans>}>
      {budget.suspension_reason ? (
        <p>
          <Typed text={budget.suspension_reason} />
        </p>
      ) : null}
      <p className="mt-1">
        <Trans>New requests are not possible until it is lifted. What you owe stays due.</Trans>
      </p>
    </Notice>
  );
}
