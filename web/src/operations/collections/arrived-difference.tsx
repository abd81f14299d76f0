import { Trans } from '@lingui/react/macro';
import { decimalFromHalalas, halalasFromDecimal } from '#domain/money.ts';
import { Money } from '../../ui/money.tsx';

/** How what has arrived differs from what was reported; nothing where it does not. */
export function ArrivedDifference({ reported, arrived }: { reported: string; arrived: string }) {
  const more = halalasFromDecimal(arrived) - halalasFromDecimal(reported);
  if (more === 0) return null;
  const amount = <Money amount={decimalFromHalalas(Math.abs(more))} />;
  return more < 0 ? (
    <Trans>{amount} less than reported</Trans>
  ) : (
    <Trans>{amount} more than reported</Trans>
  );
}
