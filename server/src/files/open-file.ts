import { createHmac, timingSafeEqual } from 'node:crypto';
import type pg from 'pg';
import { z } from 'zod';
import type { Store } from '#domain/files/file-rules.ts';
import { AppError } from '../platform/app-error.ts';
import type { CallContext } from '../platform/http/operations.ts';
import { callParsedAs } from '../platform/database/call-function.ts';
import type { Secrets } from '../platform/config/secrets.ts';
import type { ObjectStore } from './object-store.ts';
import { withoutNotes } from './picture-parts.ts';

/** How long a download link works. */
const LINK_LIFETIME_MS = 60_000;

const linkedFile = z.object({
  storage_key: z.string(),
  name: z.string(),
  content_type: z.string(),
});
export type LinkedFile = z.infer<typeof linkedFile>;
const link = linkedFile.extend({ expires_ms: z.number().int() });
type Link = z.infer<typeof link>;

/**
 * Makes a link to a file of the caller, or to the invoice of a ticket of the caller's agency.
 * @returns `{url, expires_at}` as JSON text; the url is relative to the site.
 * @throws AppError `not_found` for any other file, whether it exists or not.
 */
export async function createDownloadLink(
  { pool, secrets }: { pool: pg.Pool; secrets: Secrets },
  call: CallContext,
  wanted: { store: Store; path: string },
): Promise<string> {
  const row = await callParsedAs(pool, 'file_to_open', call, wanted);
  return linkToFile(secrets, row, call.now);
}

/**
 * Makes a link to a file that SQL has allowed the caller to open.
 * @param row of `files`: storage_key, name and content_type.
 * @returns `{url, expires_at}` as JSON text; the url is relative to the site.
 */
export function linkToFile(secrets: Secrets, row: unknown, now: Date): string {
  const expires_ms = now.getTime() + LINK_LIFETIME_MS;
  const token = signLink(secrets, { ...linkedFile.parse(row), expires_ms });
  return JSON.stringify({ url: `/files/${token}`, expires_at: new Date(expires_ms).toISOString() });
}

/**
 * Opens the file of a link. A picture is stored as it came and leaves without its notes, so that nobody reads where it was
 * taken, and with which device.
 * @throws AppError `not_found` for an invalid link or a missing file, `link_expired`.
 */
export async function openFile(
  { store, secrets }: { store: ObjectStore; secrets: Secrets },
  token: string,
  now: Date,
): Promise<{ name: string; content_type: string; bytes: Buffer }> {
  const { expires_ms, ...file } = readLink(secrets, token, now);
  if (now.getTime() >= expires_ms) throw new AppError('link_expired');
  return { ...file, bytes: await bytesOf(store, file) };
}

/**
 * The bytes of a file as they leave.
 * @param row of `files`: storage_key, name and content_type.
 * @throws AppError `not_found` when they are missing.
 */
export async function bytesOf(store: ObjectStore, row: unknown): Promise<Buffer> {
  const { storage_key, content_type } = linkedFile.parse(row);
  const bytes = await store.get(storage_key);
  if (!bytes) throw new AppError('not_found');
  return content_type.startsWith('image/') ? withoutNotes(bytes) : bytes;
}

function signLink(secrets: Secrets, content: Link): string {
  const text = Buffer.from(JSON.stringify(content)).toString('base64url');
  const key = secrets.derive('download links');
  return `${text}.${signature(key, text).toString('base64url')}`;
}

function readLink(secrets: Secrets, token: string, now: Date): Link {
  const [text = '', signed = ''] = token.split('.');
  const given = Buffer.from(signed, 'base64url');
  // Compared with the canonical token, so that a link has one spelling.
  const isOurs = secrets.accepted('download links', now).some((key) => {
    const expected = signature(key, text);
    return (
      given.length === expected.length &&
      timingSafeEqual(given, expected) &&
      token === `${text}.${expected.toString('base64url')}`
    );
  });
  if (!isOurs) throw new AppError('not_found');
  return link.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
}

const signature = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest();
