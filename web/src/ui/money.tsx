import { groupedAmount } from '#domain/amount-format.ts';

/**
 * The riyal sign (U+20C1, which few fonts hold) as tall as the figures beside it. Its text stays "SAR": so it is
 * spoken, found and copied.
 */
export function RiyalSign() {
  return (
    <span className="riyal">
      <svg viewBox="0 0 90 100" fill="currentColor" aria-hidden="true">
        <path d="M31.6 8.8Q36.3 3.6 42.1 0v48.5l10.5-2.3V14.1Q57.3 8.9 63.1 5.3V44l26.4-5.6q-.4 5.9-3.1 11.4l-23.3 4.9v10.8l26.4-5.6q-.4 5.9-3.1 11.4l-33.8 7.2V57l-10.5 2.2v11.9q0 1.7-.9 3l-5.5 8.1q-2.1 3-5.8 3.9L0 92.5q.4-5.9 3.1-11.4l28.5-6V61.4L5 67.1q.4-5.9 3-11.4l23.6-5zM55.7 88.6l33.8-7.2q-.4 5.9-3.1 11.4L52.6 100q.4-5.9 3.1-11.4z" />
      </svg>
      SAR
    </span>
  );
}

/** An exact amount in SAR: the sign on the left with a space in both languages, isolated, on one line. */
export function Money({ amount, className = '' }: { amount: string; className?: string }) {
  return <Amount grouped={groupedAmount(amount)} className={className} />;
}

/** Where a table has no figure. */
export function NoFigure() {
  return <span className="text-ink-faint">—</span>;
}

/** An amount of a table, where none is a dash. */
export function MoneyOrDash({ amount }: { amount: string }) {
  return amount === '0.00' ? <NoFigure /> : <Money amount={amount} />;
}

function Amount({ grouped, className = '' }: { grouped: string; className?: string }) {
  return (
    <bdi translate="no" dir="ltr" className={`whitespace-nowrap tabular-nums ${className}`}>
      <RiyalSign /> {grouped}
    </bdi>
  );
}

/** The same amount for accessible names, where nothing breaks: "SAR 1,500.00". */
export function amountText(amount: string): string {
  return `SAR ${groupedAmount(amount)}`;
}

/** The same amount within a sentence of plain text: like Money isolated, and never broken over two lines. */
export function amountInSentence(amount: string): string {
  return `\u2066SAR\u00a0${groupedAmount(amount)}\u2069`;
}

/** A sentence whose amounts (amountInSentence) are drawn as Money draws them. */
export function WithAmounts({ text }: { text: string }) {
  return text.split(/\u2066SAR\u00a0([^\u2069]*)\u2069/).map((part, place) =>
    // Two amounts of a sentence may be equal: each is its place.
    // oxlint-disable-next-line react/no-array-index-key
    place % 2 === 0 ? part : <Amount key={place} grouped={part} />,
  );
}
