import { riyadhDate, type IsoDate } from '#domain/calendar.ts';
import { installmentSchedule } from '#domain/installments/schedule.ts';
import { decimalFromHalalas, MAX_AMOUNT_HALALAS, parseSar, type Halalas } from '#domain/money.ts';
import { serviceFee } from '#domain/payouts/service-fee.ts';
import type { TermMonths } from '#domain/tickets/repayment-term.ts';
import { MINIMUM_TICKET_HALALAS } from '#domain/tickets/ticket-request.ts';
import { groupedAmount } from '#domain/amount-format.ts';
import { formatHijriDate, formatIsoDate } from '#domain/date-format.ts';
import { sliderAmounts } from './calculator-example.ts';

/**
 * Brings the calculator of calculator.tsx to life: the schedule that the product itself would make of the amount and
 * the term today. Every word stands in the page already, in its language; here are only figures and dates.
 */
const part = document.querySelector<HTMLElement>('#calculator')!;
const field = part.querySelector<HTMLInputElement>('input[name=amount]')!;
const slider = part.querySelector<HTMLInputElement>('input[type=range]')!;
const problem = part.querySelector<HTMLElement>('[role=alert]')!;
const locale = document.documentElement.lang;

const all = (selector: string) => part.querySelectorAll<HTMLElement>(selector);
const written = (halalas: Halalas) => groupedAmount(decimalFromHalalas(halalas));

function write(figure: string, halalas: Halalas | null): void {
  for (const place of all(`[data-figure="${figure}"]`)) {
    place.textContent = halalas === null ? '—' : written(halalas);
    place
      .closest<HTMLElement>('strong')
      ?.style.setProperty('--length', `${place.textContent.length}`);
  }
}

function chosenTerm(): TermMonths {
  return Number(part.querySelector<HTMLInputElement>('input[name=term]:checked')!.value) as 1;
}

/** The amount to calculate with, or which of the page's problems the typed text has. */
function readAmount(): Halalas | 'minimum' | 'maximum' | 'unreadable' {
  const typed = field.value.trim();
  const amount = typed === '' ? 0 : parseSar(typed);
  if (amount === null) return 'unreadable';
  if (amount < MINIMUM_TICKET_HALALAS) return 'minimum';
  return amount > MAX_AMOUNT_HALALAS ? 'maximum' : amount;
}

function show(): void {
  const read = readAmount();
  const amount = typeof read === 'number' ? read : null;
  const term_months = chosenTerm();
  const schedule = installmentSchedule({
    amount_halalas: amount ?? 0,
    term_months,
    start: riyadhDate(new Date()),
  });
  say(typeof read === 'number' ? '' : problem.dataset[read]!);
  for (const one of all('[data-term]')) one.hidden = one.dataset.term !== String(term_months);
  for (const row of all('[data-seq]')) {
    const installment = schedule[Number(row.dataset.seq) - 1];
    row.hidden = !installment;
    if (!installment) continue;
    write(`installment-${installment.seq}`, amount === null ? null : installment.amount_halalas);
    row.querySelector('[data-due]')!.replaceChildren(...dates(installment.due_date));
  }
  write('each', amount === null ? null : schedule[0]!.amount_halalas);
  write('total', amount);
  write('agency', amount === null ? null : serviceFee(amount).net_halalas);
  slider.setAttribute('aria-valuetext', `SAR ${amount === null ? '—' : written(amount)}`);
}

function say(text: string): void {
  // Written only when it changes, or it would be spoken at every key.
  if (problem.textContent !== text) problem.textContent = text;
  if (text) field.setAttribute('aria-invalid', 'true');
  else field.removeAttribute('aria-invalid');
}

/** The day in both calendars, one under the other. */
function dates(date: IsoDate): Node[] {
  return [formatIsoDate(date, locale), formatHijriDate(date, locale)].map((text, line) => {
    const element = document.createElement(line === 0 ? 'time' : 'span');
    if (element instanceof HTMLTimeElement) element.dateTime = date;
    element.translate = false;
    // A class that the page itself uses: no other has its style (web/build-tools/unused-css.ts).
    element.className = 'block';
    element.textContent = text;
    return element;
  });
}

/** The slider's place nearest below the typed amount. */
function moveSlider(): void {
  const amount = parseSar(field.value) ?? 0;
  slider.value = String(sliderAmounts.findLastIndex((sar) => sar * 100 <= amount));
}

field.addEventListener('input', () => {
  moveSlider();
  show();
});
field.addEventListener('change', () => {
  const amount = readAmount();
  if (typeof amount === 'number') field.value = written(amount);
});
slider.addEventListener('input', () => {
  field.value = written(sliderAmounts[Number(slider.value)]! * 100);
  show();
});
part.addEventListener('change', show);
part.querySelector('form')!.addEventListener('submit', (event) => event.preventDefault());

// A browser that returns to the page brings back what was typed.
moveSlider();
show();
part.dataset.ready = '';
