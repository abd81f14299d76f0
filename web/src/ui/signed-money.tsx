import { Money } from './money.tsx';

/** A balance, which may stand below zero: the minus at the left of the sign. */
export function SignedMoney({ amount }: { amount: string }) {
  if (!amount.startsWith('-')) return <Money amount={amount} />;
  return (
    <bdi translate="no" dir="ltr" className="whitespace-nowrap">
      − <Money amount={amount.slice(1)} />
    </bdi>
  );
}
