import { z } from 'zod';
import { codesOfKind } from '#domain/credit/reason-codes.ts';
import {
  improvementValueNames,
  reasonValueNames,
  type ImprovementCode,
  type ReasonCode,
} from '#domain/credit/reasons.ts';
import { amountSar, id, timestamp } from './wire.ts';

/** Figures of a reason: counts as numbers, amounts (named `…_sar`) as decimal strings. */
const values = z.record(z.string(), z.union([amountSar, z.number().int()]));
const reasonCode = z.enum(Object.keys(reasonValueNames) as ReasonCode[]);
const improvementCode = z.enum(Object.keys(improvementValueNames) as ImprovementCode[]);

/** Why a factor has its points and what would raise them, as codes and figures; the catalogues hold the texts. */
const factor = z.object({
  factor: z.string(),
  points: z.number().int(),
  max_points: z.number().int(),
  reason_code: reasonCode,
  reason_values: values,
  improvement: z
    .object({ code: improvementCode, values, points_gain: z.number().int() })
    .nullable(),
});

const grade = z.enum(['A', 'B', 'C', 'D', 'E']);

/** Why the grade is lower than the score's; `improvement`: the assessment's result after this one change. */
const gradeLimit = z.object({
  reason_code: z.enum(codesOfKind('limit')),
  reason_values: values,
  improvement: z.object({
    code: improvementCode,
    values,
    grade,
    total_approval_budget: amountSar.nullable(),
  }),
});

/** The immutable result of the automated credit analysis. */
export const creditAssessment = z
  .object({
    id,
    created_at: timestamp,
    model_version: z.string(),
    grade,
    score: z.number().int(),
    max_score: z.number().int(),
    is_preliminary: z.boolean(),
    total_approval_budget: amountSar.nullable(),
    factors: z.array(factor),
    /** null: the grade is the score's own. */
    grade_limit: gradeLimit.nullable(),
    /** The average monthly revenue that bank statements prove; null: none. */
    proven_monthly_sar: amountSar.nullable(),
    /** Whether lateness stopped new requests; null: not recorded. */
    are_requests_stopped: z.boolean().nullable(),
    /** The previous assessment; null: this is the first. */
    previous: z
      .object({
        created_at: timestamp,
        grade,
        total_approval_budget: amountSar.nullable(),
        are_requests_stopped: z.boolean().nullable(),
        factors: z.array(factor.pick({ factor: true, points: true })),
      })
      .nullable(),
  })
  .meta({ id: 'CreditAssessment' });

export type CreditAssessment = z.infer<typeof creditAssessment>;
export type CreditGradeLimit = z.infer<typeof gradeLimit>;
export type CreditFactor = z.infer<typeof factor>;
