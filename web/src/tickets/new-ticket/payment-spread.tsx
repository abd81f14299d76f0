import type { TermMonths } from '#domain/tickets/repayment-term.ts';

/** The product in one line: a campaign now, then its payments. A change of the term lets them move to their days. */
export function PaymentSpread({ term }: { term: TermMonths }) {
  const payments = Array.from({ length: term }, (_, index) => index + 1);
  return (
    <div aria-hidden="true" className="relative my-5 h-8 ps-1 pe-8">
      <span className="absolute inset-x-0 bottom-0 border-b border-ink" />
      <span className="absolute start-0 bottom-0 h-8 w-6 bg-palm forced-color-adjust-none">
        <span className="absolute inset-x-0 bottom-0 h-2.5 bg-saffron" />
      </span>
      <span className="absolute start-6 end-6 bottom-0 block">
        {payments.map((payment) => (
          <span
            // Another term is another schedule: its payments are animated from today again.
            key={`${term}-${payment}`}
            className="absolute bottom-0 block w-5 -translate-x-full animate-[spread_200ms_ease-out] bg-due forced-color-adjust-none rtl:translate-x-full"
            style={{ insetInlineStart: `${(payment / 3) * 100}%`, blockSize: `${24 / term}px` }}
          />
        ))}
      </span>
    </div>
  );
}
