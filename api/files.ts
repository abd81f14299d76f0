import { z } from 'zod';
import { fileKinds, stores } from '#domain/files/file-rules.ts';
import { id, timestamp } from './wire.ts';

const store = z.enum(stores);

/** What a file is for; the kind decides its store, its path and its allowed types (SPEC sections 5 and 7). */
const fileKind = z.enum(fileKinds);

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

/** A file that a profile, a ticket or a report names. */
const ownFile = upload.extend({ kind: fileKind }).meta({ id: 'OwnFile' });

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
      /** Of the whole list. */
      count: z.number().int(),
    })
    .meta({ id: 'FileList' }),
};

export type Upload = z.infer<typeof upload>;
