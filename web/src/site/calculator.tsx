import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { installmentSchedule } from '#domain/installments/schedule.ts';
import { decimalFromHalalas, type Halalas } from '#domain/money.ts';
import { serviceFee } from '#domain/payouts/service-fee.ts';
import script from '../../.scripts/calculator.js?url&no-inline';
import { groupedAmount } from '#domain/amount-format.ts';
import { RiyalSign } from '../ui/money.tsx';
import { exampleAmount, exampleTerm, sliderAmounts } from './calculator-example.ts';

/**
 * What a company would repay for an amount and a term, by the rules of the product itself. Without JavaScript it is a
 * worked example; calculator-script.ts, fetched when the part comes into view, recalculates it.
 */
export function Calculator() {
  return (
    <section
      id="calculator"
      aria-labelledby="calculator-title"
      data-script={script}
      className="bg-forest text-on-forest"
    >
      <div className="page grid gap-x-16 gap-y-10 pt-14 sm:pt-20 lg:grid-cols-[1fr_1.45fr]">
        <div>
          <h2 id="calculator-title" className="text-title max-w-[15ch]">
            <Trans>One campaign now. One, two or three payments later.</Trans>
          </h2>
          <p className="mt-4 max-w-[40ch] opacity-80 noscript:hidden">
            <Trans>
              Enter the agency's invoice. The amount stays the same whichever term you choose.
            </Trans>
          </p>
          <p className="mt-4 hidden max-w-[40ch] opacity-80 noscript:block">
            <Trans>
              An example: an invoice of <Figure name="total" halalas={exampleAmount} /> over three
              months. The amount stays the same whichever term you choose.
            </Trans>
          </p>
        </div>
        <Question />
        <Answer />
        <Schedule />
      </div>
      <Sums />
    </section>
  );
}

/** An amount that the script replaces; "SAR" is its sign. */
function Figure({ name, halalas }: { name: string; halalas: Halalas }) {
  return (
    <bdi translate="no" dir="ltr" className="whitespace-nowrap tabular-nums">
      <RiyalSign /> <span data-figure={name}>{groupedAmount(decimalFromHalalas(halalas))}</span>
    </bdi>
  );
}

function Question() {
  const { t } = useLingui();
  return (
    <form className="grid content-start gap-6 noscript:hidden" noValidate>
      <div>
        <label htmlFor="calculator-amount" className="text-sm font-semibold">
          <Trans>Amount in SAR</Trans>
        </label>
        <div dir="ltr" className="relative mt-1.5 flex items-center text-ink">
          <span aria-hidden="true" className="pointer-events-none absolute inset-s-4 text-xl">
            <RiyalSign />
          </span>
          <input
            id="calculator-amount"
            name="amount"
            defaultValue={groupedAmount(decimalFromHalalas(exampleAmount))}
            inputMode="decimal"
            autoComplete="off"
            aria-describedby="calculator-problem"
            className="control min-h-14 ps-11 text-2xl font-semibold tabular-nums focus-visible:outline-saffron aria-invalid:border-overdue"
          />
        </div>
        <input
          type="range"
          aria-label={t`Amount, in round figures`}
          min={0}
          max={sliderAmounts.length - 1}
          defaultValue={sliderAmounts.findIndex((sar) => sar * 100 === exampleAmount)}
          className="mt-3 block h-6 w-full cursor-pointer accent-saffron focus-visible:outline-saffron"
        />
        <p
          id="calculator-problem"
          role="alert"
          data-minimum={t`Amount must be at least SAR 1.00.`}
          data-unreadable={t`Enter the amount in digits, such as 1,500.00.`}
          data-maximum={t`Amount is larger than we can finance. Enter a smaller amount.`}
          className="min-h-6 text-sm font-semibold text-saffron"
        />
      </div>
      <Terms />
    </form>
  );
}

function Terms() {
  const { t } = useLingui();
  const names = [t`1 month`, t`2 months`, t`3 months`];
  return (
    <fieldset>
      <legend className="text-sm font-semibold">
        <Trans>Repayment Term</Trans>
      </legend>
      <div className="mt-1.5 grid grid-cols-3 border border-current/40">
        {names.map((name, index) => (
          <label
            key={name}
            className="relative grid min-h-12 cursor-pointer place-items-center border-s border-current/40 px-2 text-center font-semibold first:border-s-0 has-checked:bg-saffron has-checked:text-[#0f1f18] forced-colors:has-checked:bg-[Highlight] forced-colors:has-checked:text-[HighlightText] forced-colors:has-checked:forced-color-adjust-none has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-saffron"
          >
            <input
              type="radio"
              name="term"
              value={index + 1}
              defaultChecked={index + 1 === exampleTerm}
              className="absolute inset-0 cursor-pointer appearance-none outline-none"
            />
            {name}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** The one large number: an amount of `--length` signs and its SAR, always in one line of the column. */
function Answer() {
  const [first] = installmentSchedule({
    amount_halalas: exampleAmount,
    term_months: exampleTerm,
    start: '2025-01-01',
  });
  const terms = [
    { term: 1, words: <Trans>once, in one month</Trans> },
    { term: 2, words: <Trans>a month, for two months</Trans> },
    { term: 3, words: <Trans>a month, for three months</Trans> },
  ];
  return (
    <p
      aria-live="polite"
      aria-atomic="true"
      className="@container self-end lg:col-start-2 lg:row-start-1"
    >
      <span className="block text-sm font-semibold opacity-80">
        <Trans>You repay</Trans>
      </span>
      <strong className="block text-[min(clamp(2.5rem,1rem+6.4vw,5.5rem),190cqi/(2+var(--length,9)))] leading-[1.1] font-semibold tracking-[-0.04em] text-saffron">
        <Figure name="each" halalas={first!.amount_halalas} />
      </strong>
      {terms.map(({ term, words }) => (
        <span
          key={term}
          data-term={term}
          hidden={term !== exampleTerm}
          className="text-heading block"
        >
          {words}
        </span>
      ))}
    </p>
  );
}

/** Today and the payments on the line of time: down the page on a phone, along it on a wide screen. */
function Schedule() {
  const installments = installmentSchedule({
    amount_halalas: exampleAmount,
    term_months: exampleTerm,
    start: '2025-01-01',
  });
  const months = [
    <Trans key="1">In one month</Trans>,
    <Trans key="2">In two months</Trans>,
    <Trans key="3">In three months</Trans>,
  ];
  return (
    <div className="self-end">
      <ol className="grid max-sm:ms-2.5 max-sm:border-s max-sm:border-current/50 sm:min-h-[11.5rem] sm:grid-cols-4 sm:border-t sm:border-current/50">
        <DateTime sign={<span className="block size-5 bg-saffron" />} name={<Trans>Today</Trans>}>
          <p className="text-lg font-semibold">
            <Figure name="today" halalas={0} />
          </p>
          <p className="text-sm opacity-80">
            <Trans>We pay the agency, you pay nothing.</Trans>
          </p>
        </DateTime>
        {installments.map(({ seq, amount_halalas }, index) => (
          <DateTime
            key={seq}
            seq={seq}
            sign={<span className="block size-4 rounded-full bg-leaf" />}
            name={months[index]}
          >
            <p className="text-lg font-semibold">
              <Figure name={`installment-${seq}`} halalas={amount_halalas} />
            </p>
            <p data-due className="min-h-[2lh] text-sm opacity-80">
              <Trans>on the day of the month on which you submit</Trans>
            </p>
          </DateTime>
        ))}
      </ol>
      <p className="mt-4 text-sm opacity-80">
        <Trans>
          The dates assume that you submit the ticket today, Riyadh time. In a shorter month the
          installment is due on the last day; any remaining halalas are added to the last payment.
        </Trans>
      </p>
    </div>
  );
}

function DateTime({
  seq,
  sign,
  name,
  children,
}: {
  seq?: number;
  sign: ReactNode;
  name: ReactNode;
  children: ReactNode;
}) {
  return (
    <li
      data-seq={seq}
      className="relative max-sm:pb-6 max-sm:ps-7 max-sm:last:pb-0 sm:pe-4 sm:pt-6"
    >
      <span
        aria-hidden="true"
        className="absolute start-0 top-0 grid size-5 -translate-y-1/2 place-items-center max-sm:top-3 max-sm:-translate-x-1/2 max-sm:rtl:translate-x-1/2"
      >
        {sign}
      </span>
      <p className="text-sm font-semibold">{name}</p>
      {children}
    </li>
  );
}

/** What it costs, and what the agency has of it. */
function Sums() {
  return (
    <dl className="page grid gap-x-16 pt-10 pb-14 sm:grid-cols-3 sm:pt-14 sm:pb-20">
      <Sum name={<Trans>Interest and fees</Trans>} figure={<Figure name="cost" halalas={0} />}>
        <Trans>0% interest, no late fee, nothing hidden.</Trans>
      </Sum>
      <Sum
        name={<Trans>Total you repay</Trans>}
        figure={<Figure name="total" halalas={exampleAmount} />}
      >
        <Trans>The amount on the invoice, whatever the term.</Trans>
      </Sum>
      <Sum
        name={<Trans>Your agency receives</Trans>}
        figure={<Figure name="agency" halalas={serviceFee(exampleAmount).net_halalas} />}
      >
        <Trans>Within about one week, less its 5% service fee.</Trans>
      </Sum>
    </dl>
  );
}

function Sum({
  name,
  figure,
  children,
}: {
  name: ReactNode;
  figure: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="border-t border-current/30 py-4">
      <dt className="text-sm font-semibold opacity-80">{name}</dt>
      <dd className="text-heading">{figure}</dd>
      <dd className="text-sm opacity-80">{children}</dd>
    </div>
  );
}
