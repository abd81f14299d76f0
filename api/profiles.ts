import { z } from 'zod';
import { specializationCodes } from '#domain/profiles/agency-profile.ts';
import { refundStatuses } from '#domain/servicing/refund.ts';
import { ibanObstacles } from '#domain/profiles/iban-change.ts';
import { agencyFields, companyFields } from './profile-fields.ts';
import { amountSar, id, timestamp } from './wire.ts';

const path = z.string().max(400);

/** SPEC section 3, Company. */
export const company = z
  .object({
    id,
    user_id: id,
    name: z.string().nullable(),
    website: z.string().nullable(),
    address: z.string().nullable(),
    phone: z.string().nullable(),
    email: z.string().nullable(),
    contact_name: z.string().nullable(),
    contact_title: z.string().nullable(),
    business_area: z.string().nullable(),
    /** Commercial registration; not among the items of the profile. */
    cr_number: z.string().nullable(),
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
    /** What was approved last; null: nothing yet. */
    paid_to: z.string().nullable(),
    /** What the agency has asked for, and the first moment at which it can take effect. */
    pending: z
      .object({ iban: z.string(), requested_at: timestamp, earliest_at: timestamp })
      .nullable(),
    /** When the last thing that happened was a rejection. */
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
    name: z.string().nullable(),
    address: z.string().nullable(),
    phone: z.string().nullable(),
    email: z.string().nullable(),
    contact_name: z.string().nullable(),
    contact_title: z.string().nullable(),
    /** What the profile says: the last one given, also while it waits to be approved. */
    iban: z.string().nullable(),
    /** As the agency's bank knows the account; optional, and not among the items of the profile. */
    latin_name: z.string().nullable(),
    payment_account: paymentAccount,
    company_registration_file: path.nullable(),
    other_docs_files: z.array(path),
    specializations: z.array(z.enum(specializationCodes)),
    specialization_other: z.string().nullable(),
    profile_completed: z.boolean(),
  })
  .meta({ id: 'Agency' });

export const readCompany = { reply: company };
export const readAgency = { reply: agency };

/** Every field is optional; blank ones keep what is stored (SPEC section 5). File fields name uploads by path. */
export const upsertCompany = {
  body: z.strictObject({
    ...companyFields,
    revenue_last_6_months: z.array(amountSar).length(6).nullish(),
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

const agencyOption = z.object({ id, name: z.string() }).meta({ id: 'AgencyOption' });

/** The last agency of a page: its id and its name, after which the next one begins. */
const agencyCursor = z
  .string()
  .regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}:/, 'must be the next_cursor of a page')
  .meta({ id: 'AgencyCursor' });

/** By a part of the name; one letter or two are its beginning. Fifty a page, by name. */
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
