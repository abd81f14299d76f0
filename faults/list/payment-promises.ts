import type { Fault } from '../fault.ts';

const test = 'server/scenarios/payment-promises.test.ts';
const promises = 'server/src/installments/payment-promises.sql';

/** Promises to pay that are made, kept or broken by other rules. */
export const paymentPromises: Fault[] = [
  {
    id: 'promise-made-again',
    file: promises,
    search: "perform refuse('promise_made_before'); end if;",
    replace: 'null; end if;',
    test,
    breaks: 'A company that has broken its promise reads a failure instead of the reason.',
  },
  {
    id: 'promise-of-another-amount',
    file: promises,
    search: 'if v_amount <> p_amount_sar then',
    replace: 'if false then',
    test,
    breaks: 'A company promises another amount than the one it has seen.',
  },
  {
    id: 'promise-kept-late',
    file: promises,
    search: 'coalesce(bool_or(p.paid_on > r.promised_for or',
    replace: 'coalesce(bool_or(false or',
    test,
    breaks: 'A promise counts as kept whenever its money comes.',
  },
  {
    id: 'promise-broken-while-checked',
    file: promises,
    search: "when not s.is_missed and r.status <> 'Broken'",
    replace: 'when false',
    test,
    breaks: 'A company that has transferred in time reads that it has broken its promise.',
  },
  {
    id: 'written-off-promise-kept',
    file: promises,
    search: 'or p.is_lost and not p.is_paid), false)',
    replace: '), false)',
    test,
    breaks: 'A promise whose money was given up counts as kept.',
  },
  {
    id: 'promise-ends-with-the-next-payment',
    file: promises,
    search: 'when overdue_since(p_company_id, v_today) is null then',
    replace: "when v_after.status <> 'Open' then",
    test,
    breaks: 'A company that is still late promises again, and is not reminded again.',
  },
  {
    id: 'promise-not-updated',
    file: 'server/src/installments/lateness.sql',
    search: 'if p_may_pause then perform update_promise(p_company_id, p_now); end if;',
    replace: '',
    test,
    breaks: 'A promise stays open whatever is paid.',
  },
  {
    id: 'promised-and-reminded',
    file: 'server/src/servicing/close-day.sql',
    search:
      'in (select companies_already_notified(p_day)) and i.id not in (select promised_installments(p_day))',
    replace: 'in (select companies_already_notified(p_day))',
    test,
    breaks: 'A company is reminded of what it has promised.',
  },
  {
    id: 'promised-and-told-in-a-waiting-mail',
    file: 'server/src/notifications/notifications.sql',
    search: 'and i.id not in (select promised_installments(p_today))',
    replace: '',
    test,
    breaks: 'A mail that was queued before the promise reminds of it.',
  },
  {
    id: 'broken-promise-not-analysed',
    file: 'server/src/credit/credit.sql',
    search: "'keep_promise', 'break_promise', 'reopen_promise',",
    replace: '',
    test,
    breaks: 'A broken promise limits no grade before something else happens.',
  },
  {
    id: 'broken-promise-limits-nothing',
    file: 'domain/credit/scorecard-3.ts',
    search: "best_grade: 'C'",
    replace: "best_grade: 'A'",
    test: 'domain/credit/scorecard.test.ts',
    breaks: 'Whoever breaks a promise is judged as if there had been none.',
  },
];
