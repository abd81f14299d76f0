import type { Fault } from '../fault.ts';

const choice = 'domain/servicing/payment-choice.ts';
const choiceTest = 'domain/servicing/payment-choice.test.ts';
const screens = 'e2e/paying.test.ts';

/** What a company chooses to pay with one transfer. */
export const paymentChoice: Fault[] = [
  {
    id: 'nothing-chosen-unless-late',
    file: choice,
    search: 'return late.length > 0 ? late : dueUntil(items, addDays(today, DUE_SOON_DAYS));',
    replace: 'return late;',
    test: choiceTest,
    breaks:
      'A company that is not late begins with nothing chosen, though something is due tomorrow.',
  },
  {
    id: 'month-ends-a-day-late',
    file: choice,
    search: '1), -1));',
    replace: '1), 0));',
    test: choiceTest,
    breaks: 'What is due on the first of the next month is paid as due this month.',
  },
  {
    id: 'later-installment-stays-chosen',
    file: choice,
    search: 'one.due_date < item.due_date,',
    replace: 'one.due_date === item.due_date,',
    test: choiceTest,
    breaks:
      'A later installment stays chosen without its earlier one, and the server refuses the choice.',
  },
  {
    id: 'whole-ticket-with-what-is-checked',
    file: choice,
    search: ' && isChoosable(item),\n  );',
    replace: ',\n  );',
    test: choiceTest,
    breaks: 'A whole ticket asks again for what is being checked.',
  },
  {
    id: 'two-requests-named-as-the-first',
    file: 'domain/servicing/named-number.ts',
    search: 'found.length === 1 ? found[0]! : null',
    replace: 'found[0] ?? null',
    test: 'domain/servicing/named-number.test.ts',
    breaks: 'A text with references of two payment requests pays the first of them.',
  },
  {
    id: 'bar-of-choice-not-in-view',
    file: 'web/src/servicing/choice-bar.tsx',
    search: 'sticky bottom-(--foot,0px)',
    replace: 'relative',
    test: screens,
    breaks:
      'On a phone nobody sees how much is chosen, nor the way on, without scrolling to the end.',
  },
];
