import { z } from 'zod';
import { fileKinds, stores } from '#domain/files/file-rules.ts';
import { id, totalSar, timestamp } from './wire.ts';

const store = z.enum(stores);

/** What a file is for; the kind decides its store, its path and its allowed types (SPEC sections 5 and 7). */
const fileKind = z.enum(fileKinds);

/** What the QR code on an invoice says. Nobody has verified it: it says what the invoice's maker put there. */
export const invoiceCode = z
  .object({
    seller_name: z.string(),
    /** 15 digits. */
    vat_number: z.string(),
    /** As the code gives it. */
    issued_at: z.string(),
    /** With VAT. */
    total_sar: totalSar,
    vat_sar: totalSar,
  })
  .meta({ id: 'InvoiceCode' });

/**
 * Whether the seller that an invoice's code names has the VAT number which the agency of its ticket had given; null: one of both
 * is missing.
 */
export const invoiceSeller = z.enum(['same', 'other']).nullable();

/** An upload that no profile or ticket names yet. */
export const upload = z
  .object({
    id,
    store,
    path: z.string(),
    name: z.string(),
    size_bytes: z.number().int(),
    content_type: z.string(),
    created_at: timestamp,
    /** Of an invoice whose code can be read. */
    invoice_code: invoiceCode.nullable(),
  })
  .meta({ id: 'Upload' });

export const uploadFile = {
  params: z.object({ kind: fileKind }),
  /** The place among several files chosen at once; part of the path of other documents (SPEC section 7). */
  query: z.strictObject({ index: z.coerce.number().int().min(0).max(99).default(0) }),
  reply: upload,
};

export const discardUpload = {
  params: z.object({ id }),
  reply: z.object({ discarded: z.literal(true) }),
};

export const createDownloadLink = {
  body: z.strictObject({ store, path: z.string().min(1).max(400) }),
  reply: z.object({ url: z.string(), expires_at: timestamp }),
};

/** A file that a profile, a ticket or a report names. */
const ownFile = upload.extend({ kind: fileKind }).meta({ id: 'OwnFile' });

/** A document of a profile or a request, or an invoice, as staff read it; opened by its id. */
export const deskDocument = z
  .object({
    id,
    kind: fileKind,
    name: z.string(),
    content_type: z.string(),
    size_bytes: z.number().int(),
    attached_at: timestamp,
  })
  .meta({ id: 'DeskDocument' });

/** SPEC section 9, file storage: at most 100 files from the first on, by name ascending, unless it is asked otherwise. */
export const listFiles = {
  params: z.object({ store }),
  query: z.strictObject({
    limit: z.coerce.number().int().min(1).max(100).default(100),
    offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
  }),
  reply: z
    .object({
      items: z.array(ownFile),
      /** The count of the whole list. */
      count: z.number().int(),
    })
    .meta({ id: 'FileList' }),
};

export type Upload = z.infer<typeof upload>;
export type DeskDocument = z.infer<typeof deskDocument>;
export type InvoiceSeller = z.infer<typeof invoiceSeller>;
export type InvoiceCode = z.infer<typeof invoiceCode>;
