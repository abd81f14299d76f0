import type pg from 'pg';
import type { CreditPolicyRow } from '#api/credit-policies.ts';
import {
  creditPolicyOf,
  defaultLimits,
  newestPolicy,
  type CreditPolicy,
  type PolicyLimits,
} from '#domain/credit/policy.ts';
import { decimalFromHalalas, halalasFromDecimal, type Halalas } from '#domain/money.ts';
import { callFunction } from '../platform/database/call-function.ts';

/** What a policy is called and limited to in SQL and on the wire. */
type PolicyOnTheWire = Pick<
  CreditPolicyRow,
  | 'model_version'
  | 'request_grace_days'
  | 'payout_grace_days'
  | 'unset_budget_limit_sar'
  | 'company_limit_sar'
  | 'agency_limit_sar'
>;

const orNone = <From, To>(value: From | null, of: (value: From) => To) =>
  value === null ? null : of(value);

export function limitsOnTheWire(limits: PolicyLimits): Omit<PolicyOnTheWire, 'model_version'> {
  const amount = (limit: Halalas | null) => orNone(limit, decimalFromHalalas);
  return {
    request_grace_days: limits.request_grace_days,
    payout_grace_days: limits.payout_grace_days,
    unset_budget_limit_sar: decimalFromHalalas(limits.unset_budget_limit_halalas),
    company_limit_sar: amount(limits.company_limit_halalas),
    agency_limit_sar: amount(limits.agency_limit_halalas),
  };
}

export function limitsFromTheWire(row: Omit<PolicyOnTheWire, 'model_version'>): PolicyLimits {
  return {
    request_grace_days: row.request_grace_days,
    payout_grace_days: row.payout_grace_days,
    unset_budget_limit_halalas: halalasFromDecimal(row.unset_budget_limit_sar),
    company_limit_halalas: orNone(row.company_limit_sar, halalasFromDecimal),
    agency_limit_halalas: orNone(row.agency_limit_sar, halalasFromDecimal),
  };
}

/** @throws Error where this server is older than the policy that counts. */
export function policyOfVersion(version: string): CreditPolicy {
  const policy = creditPolicyOf(version);
  if (!policy) throw new Error(`this server does not know the credit policy ${version}`);
  return policy;
}

/** The policy that counts now. */
export async function policyThatCounts(pool: pg.Pool): Promise<CreditPolicy> {
  const row: CreditPolicyRow = await callFunction(pool, 'counting_credit_policy');
  return policyOfVersion(row.model_version);
}

/**
 * Sets what the environment says, at the first start on a database. Later the policy alone counts.
 * @returns the names of the limits that the environment sets otherwise than the policy that counts.
 */
export async function seedCreditPolicy(
  pool: pg.Pool,
  set: Partial<PolicyLimits>,
  now: Date,
): Promise<string[]> {
  const limits = limitsOnTheWire({ ...defaultLimits(newestPolicy), ...set });
  const counts: CreditPolicyRow = await callFunction(pool, 'seed_credit_policy', {
    now,
    model_version: newestPolicy.version,
    ...limits,
  });
  const found = limitsFromTheWire(counts);
  return (Object.keys(set) as (keyof PolicyLimits)[]).filter((name) => set[name] !== found[name]);
}
