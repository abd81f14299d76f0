import type pg from 'pg';
import type { PolicyBackTest, ProposedPolicy } from '#api/credit-policies.ts';
import {
  addToBackTest,
  emptyBackTest,
  type BackTestGroup,
  type BackTestSide,
  type SetPolicy,
} from '#domain/credit/back-test.ts';
import { riyadhDate, type IsoDate } from '#domain/calendar.ts';
import { decimalFromHalalas, halalasFromDecimal, type Halalas } from '#domain/money.ts';
import { creditInputsOfStored, type StoredInputs } from '../credit/credit-store.ts';
import { limitsFromTheWire, policyOfVersion } from '../credit/policy-that-counts.ts';
import { callParsedAs } from '../platform/database/call-function.ts';
import type { CallContext } from '../platform/http/operations.ts';

/** Companies of one batch: between two of them the server answers others. */
const BATCH = 250;

interface FoundCompany {
  company_id: string;
  company_name: string | null;
  /** Of its latest analysis; null: there was none yet. */
  inputs: StoredInputs | null;
  is_long_overdue_after: boolean;
  overdue_since: IsoDate | null;
  is_confirmed: boolean;
  confirmed_sar: string | null;
  exposure_sar: string;
  open_tickets_sar: string;
}

const setPolicy = ({ model_version, ...limits }: ProposedPolicy): SetPolicy => ({
  policy: policyOfVersion(model_version),
  limits: limitsFromTheWire(limits),
});

/** What a policy would do to every company as it stands, beside the one that counts. */
export async function backTestPolicy(
  pool: pg.Pool,
  call: Pick<CallContext, 'caller' | 'now'>,
  counts: ProposedPolicy,
  proposed: ProposedPolicy,
): Promise<PolicyBackTest> {
  const today = riyadhDate(call.now);
  const [before, after] = [setPolicy(counts), setPolicy(proposed)];
  const days = after.policy.long_overdue.after_days;
  const long_overdue_days = days === before.policy.long_overdue.after_days ? null : days;
  const test = emptyBackTest();
  let found: FoundCompany[];
  let last = '00000000-0000-0000-0000-000000000000';
  do {
    found = await callParsedAs(pool, 'companies_to_back_test', call, {
      today,
      long_overdue_days,
      after: last,
      limit: BATCH,
    });
    for (const { inputs, confirmed_sar, exposure_sar, open_tickets_sar, ...company } of found) {
      last = company.company_id;
      addToBackTest(
        test,
        {
          ...company,
          inputs: creditInputsOfStored(inputs),
          confirmed_halalas: confirmed_sar === null ? null : halalasFromDecimal(confirmed_sar),
          exposure_halalas: halalasFromDecimal(exposure_sar),
          open_tickets_halalas: halalasFromDecimal(open_tickets_sar),
        },
        before,
        after,
        today,
      );
    }
  } while (found.length === BATCH);
  const agencies: Record<'before' | 'after', number> = await callParsedAs(
    pool,
    'back_test_agencies',
    call,
    { limit_sar: counts.agency_limit_sar, limit_after_sar: proposed.agency_limit_sar },
  );
  return {
    companies: test.companies,
    exposure_sar: decimalFromHalalas(test.exposure_halalas),
    before: { ...sideOnTheWire(test.before), above_agency_limit: agencies.before },
    after: { ...sideOnTheWire(test.after), above_agency_limit: agencies.after },
    gain: groupOnTheWire(test.gain),
    lose: groupOnTheWire(test.lose),
  };
}

function sideOnTheWire({ budgets_halalas, possible_exposure_halalas, ...side }: BackTestSide) {
  return {
    ...side,
    budgets_sar: decimalFromHalalas(budgets_halalas),
    possible_exposure_sar: decimalFromHalalas(possible_exposure_halalas),
  };
}

function groupOnTheWire({ difference_halalas, top, ...group }: BackTestGroup) {
  const budget = (halalas: Halalas | null) =>
    halalas === null ? null : decimalFromHalalas(halalas);
  return {
    ...group,
    difference_sar: decimalFromHalalas(difference_halalas),
    top: top.map(({ budget_before_halalas, budget_after_halalas, ...change }) => ({
      ...change,
      budget_before_sar: budget(budget_before_halalas),
      budget_after_sar: budget(budget_after_halalas),
    })),
  };
}
