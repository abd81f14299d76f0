import type { PoolClient } from 'pg';
import type { CompanyProfile } from '#domain/profiles/company-profile.ts';
import type { CreditAssessment } from '#domain/credit/scorecard.ts';
import type { CreditInputs, RepaymentHistory } from '#domain/credit/inputs.ts';
import { decimalFromHalalas, halalasFromDecimal } from '#domain/money.ts';
import type { Company } from '#api/profiles.ts';
import { callFunctionOn } from '../platform/database/call-function.ts';

/**
 * What the scorecard reads of a company; its row stays locked until the transaction ends. Null: there is no such company.
 */
export async function lockInputs(
  client: PoolClient,
  company_id: string,
  today: string,
): Promise<{ company: CompanyProfile; repayments: RepaymentHistory } | null> {
  const inputs: ({ company: Company } & RepaymentHistory) | null = await callFunctionOn(
    client,
    'credit_inputs',
    { company_id, today },
  );
  if (!inputs) return null;
  const { company, ...repayments } = inputs;
  const revenue_last_6_months = company.revenue_last_6_months?.map(halalasFromDecimal) ?? null;
  return { company: { ...company, revenue_last_6_months }, repayments };
}

/** Keeps the assessment and sets the budget it found, in the transaction that locked its inputs. */
export async function record(
  client: PoolClient,
  company_id: string,
  now: Date,
  assessment: CreditAssessment,
  inputs: CreditInputs,
): Promise<void> {
  const { total_approval_budget_halalas: budget, factors, ...rest } = assessment;
  await callFunctionOn(client, 'record_credit_assessment', {
    company_id,
    now,
    assessment: {
      ...rest,
      total_approval_budget: budget === null ? null : decimalFromHalalas(budget),
      inputs: {
        ...inputs,
        revenue_halalas: undefined,
        revenue_last_6_months: inputs.revenue_halalas.map(decimalFromHalalas),
      },
      factors: factors.map((factor) => ({
        ...factor,
        reason_values: onTheWire(factor.reason_values),
        improvement: factor.improvement && {
          ...factor.improvement,
          values: onTheWire(factor.improvement.values),
        },
      })),
    },
  });
}

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
