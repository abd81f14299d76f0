import { z } from 'zod';
import {
  ACCEPTED_CAPACITY_MAX_LENGTH,
  ACCEPTED_NAME_MAX_LENGTH,
  financingDocumentKinds,
} from '#domain/documents/acceptance.ts';
import { languages } from '#domain/languages.ts';
import { id, localDate, timestamp } from './wire.ts';
import { crNumberText } from './profile-fields.ts';
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
    /** Null also where it was accepted before a capacity was asked for. */
    accepted_capacity: z.string().nullable(),
    /** From when on it binds nobody: a newer one was accepted, or its ticket ended before the agency was paid. */
    voided_at: timestamp.nullable(),
    documents: z.array(financingDocument),
  })
  .meta({ id: 'DocumentSet' });

/** What was accepted, and the newest version, newest first. */
const documentSets = z.object({ document_sets: z.array(documentSet) }).meta({ id: 'DocumentSets' });

const ticketParams = z.object({ id });
const documentLink = z.object({ url: z.string(), expires_at: timestamp });

export const renewDocuments = {
  params: ticketParams,
  /** The company's commercial registration number, where its profile has none yet. */
  body: z.strictObject({ cr_number: crNumberText.optional() }).nullish(),
  reply: documentSets,
};
export const acceptDocuments = {
  params: ticketParams,
  body: z.strictObject({
    version: z.number().int().positive().max(1_000_000),
    /** Of every document of the version that was read, in any order. */
    sha256: z.array(sha256).min(1).max(20),
    /** Of the person who accepts for the company. */
    name: oneLine().trim().min(1).max(ACCEPTED_NAME_MAX_LENGTH),
    /** In which this person may bind the company: "General Manager". */
    capacity: oneLine().trim().min(1).max(ACCEPTED_CAPACITY_MAX_LENGTH),
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

export type DocumentSet = z.infer<typeof documentSet>;
