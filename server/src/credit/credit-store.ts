import type { PoolClient } from 'pg';
import type { CreditPolicy } from '#domain/credit/policy.ts';
import { assessCredit, type CreditAssessment } from '#domain/credit/scorecard.ts';
import {
  creditInputs,
  noInputs,
  type CreditInputs,
  type RepaymentHistory,
} from '#domain/credit/inputs.ts';
import { decimalFromHalalas, halalasFromDecimal } from '#domain/money.ts';
import type { Company } from '#api/profiles.ts';
import { callFunction } from '../platform/database/call-function.ts';

/** What SQL finds of a company for the scorecard. */
type FoundInputs = {
  company: Company;
  are_requests_stopped: boolean;
  proven_revenue: string[] | null;
} & RepaymentHistory;

/** The scorecard's inputs of what was found. */
function creditInputsOf(found: FoundInputs): CreditInputs {
  const { company, are_requests_stopped, proven_revenue, ...repayments } = found;
  const revenue_last_6_months = company.revenue_last_6_months?.map(halalasFromDecimal) ?? null;
  const proven = proven_revenue?.map(halalasFromDecimal) ?? null;
  return creditInputs(
    { ...company, revenue_last_6_months },
    repayments,
    are_requests_stopped,
    proven,
  );
}

/** Inputs as an assessment keeps them. An older one lacks what its scorecard did not read. */
export type StoredInputs = Partial<
  Omit<CreditInputs, 'revenue_halalas' | 'proven_halalas' | 'repayments'>
> & {
  repayments?: Partial<RepaymentHistory>;
  revenue_last_6_months?: string[];
  proven_revenue?: string[];
};

function storedInputs({ revenue_halalas, proven_halalas, ...inputs }: CreditInputs): StoredInputs {
  return {
    ...inputs,
    proven_revenue: proven_halalas.map(decimalFromHalalas),
    revenue_last_6_months: revenue_halalas.map(decimalFromHalalas),
  };
}

/** null: of a company that was never assessed, which has given nothing. */
export function creditInputsOfStored(stored: StoredInputs | null): CreditInputs {
  const { revenue_last_6_months, proven_revenue, repayments, ...rest } = stored ?? {};
  return {
    ...noInputs,
    ...rest,
    repayments: { ...noInputs.repayments, ...repayments },
    revenue_halalas: revenue_last_6_months?.map(halalasFromDecimal) ?? noInputs.revenue_halalas,
    proven_halalas: proven_revenue?.map(halalasFromDecimal) ?? noInputs.proven_halalas,
  };
}

/**
 * What the scorecard reads of a company; its row stays locked until the transaction ends. Null: there is no such company.
 */
export async function lockInputs(
  client: PoolClient,
  company_id: string,
  today: string,
  { long_overdue }: CreditPolicy,
): Promise<CreditInputs | null> {
  const found: FoundInputs | null = await callFunction(client, 'lock_credit_inputs', {
    company_id,
    today,
    long_overdue_days: long_overdue.after_days,
  });
  return found && creditInputsOf(found);
}

/** Assesses and keeps it, and sets the budget it found, in the transaction that locked its inputs. */
export async function record(
  client: PoolClient,
  company_id: string,
  now: Date,
  policy: CreditPolicy,
  inputs: CreditInputs,
): Promise<void> {
  const { total_approval_budget_halalas, factors, grade_limit, ...rest } = assessCredit(
    inputs,
    policy,
  );
  await callFunction(client, 'record_credit_assessment', {
    company_id,
    now,
    assessment: {
      ...rest,
      proposal_floor_percent: policy.proposal_floor_percent,
      total_approval_budget: amountOrNull(total_approval_budget_halalas),
      inputs: storedInputs(inputs),
      factors: factors.map((factor) => ({
        ...factor,
        reason_values: onTheWire(factor.reason_values),
        improvement: factor.improvement && {
          ...factor.improvement,
          values: onTheWire(factor.improvement.values),
        },
      })),
      grade_limit: grade_limit && limitOnTheWire(grade_limit),
    },
  });
}

function limitOnTheWire({
  reason_code,
  reason_values,
  improvement,
}: NonNullable<CreditAssessment['grade_limit']>) {
  const { code, values, grade, total_approval_budget_halalas } = improvement;
  const total_approval_budget = amountOrNull(total_approval_budget_halalas);
  return {
    reason_code,
    reason_values: onTheWire(reason_values),
    improvement: { code, values: onTheWire(values), grade, total_approval_budget },
  };
}

const amountOrNull = (halalas: number | null) =>
  halalas === null ? null : decimalFromHalalas(halalas);

/** Amounts leave as decimal strings under a name that says so: `average_halalas` becomes `average_sar`. */
function onTheWire(values: Record<string, number>): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) =>
      name.endsWith('_halalas')
        ? [name.replace(/_halalas$/, '_sar'), decimalFromHalalas(value)]
        : [name, value],
    ),
  );
}
