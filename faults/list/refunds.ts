import type { Fault } from '../fault.ts';

const ibans = 'server/src/profiles/iban-changes.sql';
const ibanScenario = 'server/scenarios/iban-changes.test.ts';

/** Where refunds go, and what becomes of them. */
export const refunds: Fault[] = [
  {
    id: 'refund-iban-rejected-is-used',
    file: ibans,
    search: 'where x.id = c.company_id and p_reason is null',
    replace: 'where x.id = c.company_id',
    test: ibanScenario,
    breaks: 'Refunds go to an IBAN that staff have rejected.',
  },
  {
    id: 'refund-iban-of-stranger-stays',
    file: ibans,
    search: 'where (x.agency_id = a.id or x.company_id = c.id) and',
    replace: 'where x.agency_id = a.id and',
    test: ibanScenario,
    breaks: 'An IBAN for refunds that a stranger asked for outlives the takeover.',
  },
  {
    id: 'refund-iban-not-checked',
    file: ibans,
    search: 'if p_iban is not null and not is_saudi_iban(compact_iban(p_iban)) then',
    replace: 'if false then',
    test: ibanScenario,
    breaks: 'A company gives an IBAN to which no Saudi bank pays.',
  },
];
