import { z } from 'zod';
import { creditPolicies, type Grade } from '#domain/credit/policy.ts';
import { REJECTION_REASON_MAX_LENGTH } from '#domain/tickets/ticket.ts';
import { approvalRequest } from './approvals.ts';
import { multiLine } from './typed-text.ts';
import { amountSar, id, localDate, timestamp, totalSar } from './wire.ts';

const reason = multiLine().trim().min(1).max(REJECTION_REASON_MAX_LENGTH);

const limits = {
  /** How many days an installment may be overdue before new requests, and before payouts, stop. */
  request_grace_days: z.number().int(),
  payout_grace_days: z.number().int(),
  /** Up to this, in sum over the open tickets of a company without a set budget, one person's review is enough. */
  unset_budget_limit_sar: amountSar,
  /** What one company, and one agency's tickets, may owe us at once; null: no limit. */
  company_limit_sar: amountSar.nullable(),
  agency_limit_sar: amountSar.nullable(),
};

const creditPolicyRow = z
  .object({
    id,
    status: z.enum(['planned', 'counts', 'past', 'cancelled']),
    model_version: z.string(),
    ...limits,
    /** null: the environment of the first start set it. */
    applies_from: localDate.nullable(),
    activated_at: timestamp.nullable(),
    counts_since: timestamp.nullable(),
    ended_at: timestamp.nullable(),
  })
  .meta({ id: 'CreditPolicy' });
export type CreditPolicyRow = z.infer<typeof creditPolicyRow>;

/** With the request that two people have approved; null: the environment set it. */
const activatedPolicy = z
  .object({ policy: creditPolicyRow, request: approvalRequest.nullable() })
  .meta({ id: 'ActivatedCreditPolicy' });
export type ActivatedPolicy = z.infer<typeof activatedPolicy>;

const version = z.enum(creditPolicies.map((policy) => policy.version) as [string, ...string[]]);
const proposed = z.strictObject({ model_version: version, ...limits });
export type ProposedPolicy = z.infer<typeof proposed>;
/** A day to come: the policy counts with the close of the day before. */
const dated = proposed.extend({ applies_from: localDate });
export type DatedPolicy = z.infer<typeof dated>;

const side = z.object({
  companies_by_grade: z.record(
    z.enum(['A', 'B', 'C', 'D', 'E'] satisfies Grade[]),
    z.number().int().nonnegative(),
  ),
  /** The budgets that count: what staff have confirmed, else what the analysis finds. */
  budgets_sar: totalSar,
  /** The most that the companies could owe: each its budget, or what it owes now where that is more. */
  possible_exposure_sar: totalSar,
  late_for_requests: z.number().int().nonnegative(),
  late_for_payouts: z.number().int().nonnegative(),
  above_unset_budget_limit: z.number().int().nonnegative(),
  above_company_limit: z.number().int().nonnegative(),
  above_agency_limit: z.number().int().nonnegative(),
});
const group = z.object({
  count: z.number().int().nonnegative(),
  /** Of these: what staff have confirmed stays, and the difference is a proposal. */
  confirmed_count: z.number().int().nonnegative(),
  difference_sar: totalSar,
  /** Those of the greatest difference. */
  top: z.array(
    z.object({
      company_id: id,
      company_name: z.string().nullable(),
      is_confirmed: z.boolean(),
      grade_before: z.string(),
      grade_after: z.string(),
      budget_before_sar: amountSar.nullable(),
      budget_after_sar: amountSar.nullable(),
    }),
  ),
});
const backTest = z
  .object({
    companies: z.number().int().nonnegative(),
    /** What the companies owe now, open payout runs included. */
    exposure_sar: totalSar,
    before: side,
    after: side,
    gain: group,
    lose: group,
  })
  .meta({ id: 'CreditPolicyBackTest' });
export type PolicyBackTest = z.infer<typeof backTest>;

export const readCreditPolicies = {
  reply: z
    .object({
      today: localDate,
      counts: activatedPolicy,
      planned: activatedPolicy.nullable(),
      /** Also cancelled ones; the newest first. */
      past: z.array(activatedPolicy),
      /** The proposal that waits for another person, with what the back-test found then; null: none. */
      proposal: z
        .object({ request: approvalRequest, policy: dated, back_test: backTest })
        .nullable(),
    })
    .meta({ id: 'CreditPolicies' }),
};

/** What a policy would do to every company as it stands, beside the one that counts. It changes nothing. */
export const backTestCreditPolicy = { body: proposed, reply: backTest };

export const proposeCreditPolicy = {
  body: dated.extend({ reason }),
  reply: approvalRequest,
};

export const cancelCreditPolicy = {
  params: z.object({ id }),
  body: z.strictObject({ reason }),
  reply: activatedPolicy,
};
