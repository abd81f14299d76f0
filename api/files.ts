import { z } from 'zod';
import { fileKinds, stores } from '#domain/files/file-rules.ts';
import { id, timestamp } from './wire.ts';

export const store = z.enum(stores);

/** What a file is for; the kind decides its store, its path and its allowed types (SPEC sections 5 and 7). */
export const fileKind = z.enum(fileKinds);

/** An upload waiting to be named by a profile or a ticket. */
export const upload = z
  .object({
    id,
    store,
    path: z.string(),
    name: z.string(),
    size_bytes: z.number().int(),
    content_type: z.string(),
    created_at: timestamp,
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

export type Upload = z.infer<typeof upload>;
