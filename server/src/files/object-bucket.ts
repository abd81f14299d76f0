import type { S3Settings } from '../platform/config/settings.ts';
import type { ListedStore, StoredObject } from './object-store.ts';

/** Milliseconds: longer than a healthy transfer of 10 MB, shorter than a request's limit. */
const PATIENCE_MS = 9_000;

/**
 * Stores objects in an S3 bucket, below `prefix` (empty, or ends in a slash); each call may take `patienceMs`. The client is imported on use, because a
 * folder needs none.
 */
export async function openBucket(
  settings: S3Settings,
  prefix: string,
  patienceMs = PATIENCE_MS,
): Promise<ListedStore> {
  const patience = () => ({ abortSignal: AbortSignal.timeout(patienceMs) });
  const s3 = await import('@aws-sdk/client-s3');
  const { DeleteObjectCommand, GetObjectCommand, NoSuchKey, PutObjectCommand, S3Client } = s3;
  const { bucket, region, endpoint, accessKeyId, secretAccessKey } = settings;
  const client = new S3Client({
    region,
    maxAttempts: 2,
    requestHandler: { connectionTimeout: 2_000 },
    // Other S3 implementations do not support the newer checksums; the encryption authenticates the bytes.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(endpoint && { endpoint, forcePathStyle: true }),
    ...(accessKeyId && secretAccessKey && { credentials: { accessKeyId, secretAccessKey } }),
  });
  const place = (key: string) => ({ Bucket: bucket, Key: `${prefix}${key}` });
  return {
    put: async (key, bytes) => {
      const object = {
        ...place(key),
        Body: bytes,
        ContentLength: bytes.length,
        ContentType: 'application/octet-stream',
        // SPEC section 9.
        CacheControl: 'max-age=3600',
      };
      await client.send(new PutObjectCommand(object), patience());
    },
    get: async (key) => {
      try {
        const { Body } = await client.send(new GetObjectCommand(place(key)), patience());
        return Body ? Buffer.from(await Body.transformToByteArray()) : null;
      } catch (error) {
        if (error instanceof NoSuchKey) return null;
        throw error;
      }
    },
    remove: async (key) => {
      await client.send(new DeleteObjectCommand(place(key)), patience());
    },
    list: async (folder) => {
      const found: StoredObject[] = [];
      for (let token: string | undefined; ;) {
        const page = await client.send(
          new s3.ListObjectsV2Command({
            Bucket: bucket,
            Prefix: `${prefix}${folder}`,
            ...(token && { ContinuationToken: token }),
          }),
          patience(),
        );
        for (const { Key, LastModified } of page.Contents ?? [])
          found.push({
            key: Key!.slice(prefix.length),
            modified_ms: LastModified?.getTime() ?? Date.now(),
          });
        token = page.NextContinuationToken;
        if (!token) return found;
      }
    },
  };
}
