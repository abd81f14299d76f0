import { z } from 'zod';
import { CONSENT_WORDS_VERSION } from '#domain/credit/bureau-consent.ts';
import { languages } from '#domain/languages.ts';
import { timestamp } from './wire.ts';

/** The credit bureau that is connected, else one that the company consented to before, the consent to it, and its score. */
export const creditBureau = z
  .object({
    bureau: z.string(),
    name: z.string(),
    name_ar: z.string(),
    /** Whether its scores are invented. */
    is_test: z.boolean(),
    /** false: nothing is asked any more, and an earlier consent can be withdrawn. */
    is_connected: z.boolean(),
    /** null: the company has not consented, or has withdrawn it. */
    consent: z.object({ words_version: z.number().int(), given_at: timestamp }).nullable(),
    /** null: not answered yet. */
    score: z
      .object({
        score: z.number().int().nonnegative(),
        max_score: z.number().int().positive(),
        /** Whether it is invented. */
        is_test: z.boolean(),
        answered_at: timestamp,
      })
      .nullable(),
    /** When the bureau last did not answer; it is asked again. null: it did, or was not asked yet. */
    failed_at: timestamp.nullable(),
    /** To a bureau that is not connected any more, beside the one that is. It can be withdrawn. */
    earlier_consent: z.object({ bureau: z.string(), given_at: timestamp }).nullable(),
  })
  .meta({ id: 'CreditBureau' });

const consent = z.object({ has_consent: z.boolean() }).meta({ id: 'BureauConsent' });

export const giveBureauConsent = {
  body: z.strictObject({
    /** The bureau that the words named. */
    bureau: z.string().max(40),
    /** Of the words that were read. */
    words_version: z.literal(CONSENT_WORDS_VERSION, `must be ${CONSENT_WORDS_VERSION}`),
    /** In which they were read. */
    language: z.enum(languages),
  }),
  reply: consent,
};
export const withdrawBureauConsent = { reply: consent };

export type CreditBureau = z.infer<typeof creditBureau>;
