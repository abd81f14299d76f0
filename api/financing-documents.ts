import { z } from 'zod';
import { PASSWORD_MAX_LENGTH } from '#domain/accounts/password.ts';
import {
  ACCEPTED_CAPACITY_MAX_LENGTH,
  ACCEPTED_NAME_MAX_LENGTH,
  financingDocumentKinds,
  signingMethods,
} from '#domain/documents/acceptance.ts';
import {
  IDENTITY_NUMBER_MAX_LENGTH,
  normalIdentityNumber,
} from '#domain/documents/identity-number.ts';
import { languages } from '#domain/languages.ts';
import { documentSummary, documentText } from './document-text.ts';
import { id, localDate, timestamp } from './wire.ts';
import { companyNameText, crNumberText } from './profile-fields.ts';
import { oneLine } from './typed-text.ts';

/** SHA-256 of a document's bytes, in lower-case hexadecimal digits. */
const sha256 = z
  .string()
  .regex(/^[0-9a-f]{64}$/, 'must be 64 lower-case hexadecimal digits')
  .meta({ id: 'Sha256' });

const financingDocument = z
  .object({
    id,
    kind: z.enum(financingDocumentKinds),
    /** The installment that a promissory note promises; null for the agreement. */
    seq: z.number().int().nullable(),
    language: z.enum(languages),
    size_bytes: z.number().int(),
    sha256,
  })
  .meta({ id: 'FinancingDocument' });

/** One version of a ticket's documents: empty while it is being prepared, accepted at most once. */
export const documentSet = z
  .object({
    version: z.number().int(),
    /** The Riyadh date from which its installments count: the only day on which it can be accepted. */
    schedule_start: localDate,
    issued_at: timestamp.nullable(),
    accepted_at: timestamp.nullable(),
    accepted_name: z.string().nullable(),
    /** Null also for acceptances from before the capacity was asked for. */
    accepted_capacity: z.string().nullable(),
    /** False before it was accepted, and for acceptances from before signing records. */
    has_signing_record: z.boolean(),
    /** Since when it is void: a newer one was accepted, or its ticket ended before the agency was paid. */
    voided_at: timestamp.nullable(),
    documents: z.array(financingDocument),
  })
  .meta({ id: 'DocumentSet' });

/** The accepted versions and the newest one, newest first. */
const documentSets = z.object({ document_sets: z.array(documentSet) }).meta({ id: 'DocumentSets' });

const ticketParams = z.object({ id });
const documentLink = z.object({ url: z.string(), expires_at: timestamp });

export const renewDocuments = {
  params: ticketParams,
  /** The company's commercial registration number and its name, where its profile has none yet. */
  body: z
    .strictObject({ cr_number: crNumberText.optional(), name: companyNameText.optional() })
    .nullish(),
  reply: documentSets,
};

const bundle = z
  .object({
    language: z.enum(languages),
    /** What is being agreed. Null, like the texts: issued before they were stored, and read as PDF. */
    summary: documentSummary.nullable(),
    documents: z.array(
      z.object({
        id,
        kind: z.enum(financingDocumentKinds),
        seq: z.number().int().nullable(),
        text: documentText.nullable(),
      }),
    ),
  })
  .meta({ id: 'DocumentBundle' });

/** The newest issued version as text, and how its acceptance will be confirmed. */
export const readDocuments = {
  params: ticketParams,
  reply: z
    .object({
      version: z.number().int(),
      confirm_by: z.enum(signingMethods),
      bundles: z.array(bundle),
    })
    .meta({ id: 'DocumentsToRead' }),
};

const version = z.number().int().positive().max(1_000_000);

export const sendSigningCode = {
  params: ticketParams,
  body: z.strictObject({ version }),
  reply: z.object({ expires_at: timestamp }).meta({ id: 'SentSigningCode' }),
};

export const acceptDocuments = {
  params: ticketParams,
  body: z.strictObject({
    version,
    /** The language in which they were read. */
    language: z.enum(languages),
    /** The hashes of all documents of the version, in any order. */
    sha256: z.array(sha256).min(1).max(20),
    /** The name of the person who accepts for the company. */
    name: oneLine().trim().min(1).max(ACCEPTED_NAME_MAX_LENGTH),
    /** In what capacity this person may bind the company: "General Manager". */
    capacity: oneLine().trim().min(1).max(ACCEPTED_CAPACITY_MAX_LENGTH),
    /** National id or Iqama number of this person. */
    identity_number: oneLine()
      .max(IDENTITY_NUMBER_MAX_LENGTH)
      .transform((typed, context) => {
        const number = normalIdentityNumber(typed);
        if (number === null) {
          context.addIssue({
            code: 'custom',
            message: 'must be a national id or Iqama number of 10 digits',
          });
        }
        return number ?? z.NEVER;
      }),
    /** The mailed code, or that of the second factor. */
    code: oneLine().trim().min(1).max(20).optional(),
    /** Instead of a code: where no mail is sent and the account has no second factor. */
    password: z.string().min(1).max(PASSWORD_MAX_LENGTH).optional(),
  }),
  reply: documentSets,
};

/**
 * What was accepted is handed out as a copy that ends with its certificate page; `original`: the accepted file as it is, to the
 * byte. What was not accepted has no certificate.
 */
const openDocument = {
  params: z.object({ id }),
  query: z.strictObject({ original: z.literal('true').optional() }),
  reply: documentLink,
};
export const createDocumentLink = openDocument;
export const inspectDocument = openDocument;

const signingRecord = {
  params: z.object({ id, version: z.coerce.number().int().positive().max(1_000_000) }),
  query: z.strictObject({ language: z.enum(languages) }),
  file: 'application/pdf',
} as const;
export const signingRecordFile = signingRecord;
export const staffSigningRecordFile = signingRecord;

export type DocumentsToRead = z.infer<(typeof readDocuments)['reply']>;
export type DocumentSet = z.infer<typeof documentSet>;
