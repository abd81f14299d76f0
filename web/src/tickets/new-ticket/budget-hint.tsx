import { Trans } from '@lingui/react/macro';
import { decimalFromHalalas, type Halalas } from '#domain/money.ts';
import { Money } from '../../ui/money.tsx';

/** Beside the amount: what is available and what this request would leave of it (SPEC section 5). */
export function BudgetHint({
  available,
  amount,
  isTyped,
}: {
  /** null: no budget is set. */
  available: Halalas | null;
  amount: Halalas | null;
  /** Whether anything stands in the field. */
  isTyped: boolean;
}) {
  if (available === null) {
    return isTyped ? (
      <output className="block text-sm font-medium text-saffron-ink">
        <Trans>Budget not set yet; requests may take longer to review.</Trans>
      </output>
    ) : null;
  }
  const left = available - (amount ?? 0);
  return (
    // Figures end at their right in both languages, so that points stand under points.
    <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-0.5 text-sm">
      <dt className="text-ink-soft">
        <Trans>Available budget</Trans>
      </dt>
      <dd className="text-right">
        <Money amount={decimalFromHalalas(available)} />
      </dd>
      {amount === null ? null : (
        <>
          <dt className={left < 0 ? 'font-medium text-overdue' : 'text-ink-soft'}>
            {left < 0 ? (
              <Trans>Exceeds the available budget by</Trans>
            ) : (
              <Trans>Remaining after this</Trans>
            )}
          </dt>
          <dd className={`text-right font-medium ${left < 0 ? 'text-overdue' : ''}`}>
            <Money amount={decimalFromHalalas(Math.abs(left))} />
          </dd>
        </>
      )}
    </dl>
  );
}
