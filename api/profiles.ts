import { z } from 'zod';
import { agencyTextMaxLengths, specializationCodes } from '#domain/profiles/agency-profile.ts';
import { companyTextMaxLengths } from '#domain/profiles/company-profile.ts';
import { refundStatuses } from '#domain/servicing/refund.ts';
import { ibanObstacles } from '#domain/profiles/iban-change.ts';
import { agencyFields, companyFields } from './profile-fields.ts';
import { amountForm, amountSar, id, localDate, timestamp, typedAmountSar } from './wire.ts';

const path = z.string().max(400);

const storedText = z.string().nullable();

/** The text fields of a profile as they are stored, null where nothing is. */
const storedTexts = <Field extends string>(maxLengths: Readonly<Record<Field, number>>) =>
  Object.fromEntries(Object.keys(maxLengths).map((field) => [field, storedText])) as Record<
    Field,
    typeof storedText
  >;

/** SPEC section 3, Company. */
export const company = z
  .object({
    id,
    user_id: id,
    ...storedTexts(companyTextMaxLengths),
    revenue_last_6_months: z.array(amountSar).length(6).nullable(),
    company_registration_file: path.nullable(),
    financial_statement_file: path.nullable(),
    bank_statement_6m_file: path.nullable(),
    profile_completed: z.boolean(),
    total_approval_budget: amountSar.nullable(),
  })
  .meta({ id: 'Company' });

/** Where an agency is paid; IBANs are shown in part ("SA03 … 7519"). */
const paymentAccount = z
  .object({
    /** Why nothing can be paid; null: it can. */
    obstacle: z.enum(ibanObstacles).nullable(),
    /** The approved IBAN; null: none. */
    paid_to: z.string().nullable(),
    /** The requested IBAN, and the first moment of its approval. */
    pending: z
      .object({ iban: z.string(), requested_at: timestamp, earliest_at: timestamp })
      .nullable(),
    /** Set if the last request was rejected. */
    rejected: z.object({ iban: z.string(), rejected_at: timestamp, reason: z.string() }).nullable(),
  })
  .meta({ id: 'PaymentAccount' });

/** Where a company's refunds go that do not go back to the IBAN that they came from. */
export const refundAccount = paymentAccount
  .omit({ obstacle: true })
  .extend({
    /** What is being or was refunded, the newest first, at most 50. */
    refunds: z.array(
      z.object({
        id,
        amount_sar: amountSar,
        /** In part; null: sent before refunds travelled in files. */
        iban: z.string().nullable(),
        status: z.enum(refundStatuses),
        /** Whether a file for the bank carries it. */
        is_in_file: z.boolean(),
        refunded_at: timestamp,
        /** When we were told that it arrived, or came back. */
        decided_at: timestamp.nullable(),
      }),
    ),
  })
  .meta({ id: 'RefundAccount' });
export type RefundAccount = z.infer<typeof refundAccount>;

/** SPEC section 3, Agency. */
export const agency = z
  .object({
    id,
    user_id: id,
    ...storedTexts(agencyTextMaxLengths),
    payment_account: paymentAccount,
    company_registration_file: path.nullable(),
    other_docs_files: z.array(path),
    specializations: z.array(z.enum(specializationCodes)),
    profile_completed: z.boolean(),
  })
  .meta({ id: 'Agency' });

export const readCompany = { reply: company };
export const readAgency = { reply: agency };

/** Every field is optional; blank ones keep what is stored (SPEC section 5). File fields name uploads by path. */
export const upsertCompany = {
  body: z.strictObject({
    ...companyFields,
    revenue_last_6_months: z.array(typedAmountSar(amountForm)).length(6).nullish(),
    company_registration_file: path.nullish(),
    financial_statement_file: path.nullish(),
    bank_statement_6m_file: path.nullish(),
  }),
  reply: company,
};

/** `other_docs_files` names new uploads only: they are appended to the stored list (SPEC section 7). */
export const upsertAgency = {
  body: z.strictObject({
    ...agencyFields,
    company_registration_file: path.nullish(),
    other_docs_files: z.array(path).max(20).nullish(),
    specializations: z.array(z.enum(specializationCodes)).max(specializationCodes.length).nullish(),
  }),
  reply: agency,
};

export const agencyOption = z
  .object({
    id,
    name: z.string(),
    is_verified: z.boolean(),
    joined_on: localDate,
    /** The last four digits of its commercial registration number; null: not given. */
    cr_number_end: z.string().nullable(),
  })
  .meta({ id: 'AgencyOption' });

/** Id and name of a page's last agency; the next page begins after it. */
const agencyCursor = z
  .string()
  .regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}:/, 'must be the next_cursor of a page')
  .meta({ id: 'AgencyCursor' });

/** Finds a part of a name; one or two letters are its beginning. Fifty a page, by name. */
export const listAgencies = {
  query: z.strictObject({
    search: z.string().max(100).optional(),
    cursor: agencyCursor.optional(),
  }),
  reply: z.object({ items: z.array(agencyOption), next_cursor: agencyCursor.nullable() }),
};

export type Company = z.infer<typeof company>;
export type Agency = z.infer<typeof agency>;
export type PaymentAccount = z.infer<typeof paymentAccount>;
export type AgencyOption = z.infer<typeof agencyOption>;
