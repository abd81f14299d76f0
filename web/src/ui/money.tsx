const groups = /\B(?=(\d{3})+(?!\d))/g;

/** "1500.00" → "1,500.00". The decimal string of the wire, grouped; never through a float. */
export function groupedAmount(decimal: string): string {
  const [whole = '0', fraction = '00'] = decimal.split('.');
  return `${whole.replace(groups, ',')}.${fraction}`;
}

/** An exact amount in SAR: sign on the left with a space, isolated from the text around it, on one line. */
export function Money({ amount, className = '' }: { amount: string; className?: string }) {
  return (
    <bdi dir="ltr" className={`whitespace-nowrap tabular-nums ${className}`}>
      <span className="text-[0.78em] font-normal">SAR</span> {groupedAmount(amount)}
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
