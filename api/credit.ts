import { z } from 'zod';
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

/** Why a factor has its points and what would change it: codes and figures; the words stand in each language's catalogue. */
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

/** What the automated credit analysis found: immutable once made. */
export const creditAssessment = z
  .object({
    id,
    created_at: timestamp,
    model_version: z.string(),
    grade: z.enum(['A', 'B', 'C', 'D', 'E']),
    score: z.number().int(),
    max_score: z.number().int(),
    is_preliminary: z.boolean(),
    total_approval_budget: amountSar.nullable(),
    factors: z.array(factor),
  })
  .meta({ id: 'CreditAssessment' });

export type CreditAssessment = z.infer<typeof creditAssessment>;
export type CreditFactor = z.infer<typeof factor>;
