import type { S3Settings } from '../platform/config/settings.ts';
import type { ObjectStore } from './object-store.ts';

/** Milliseconds: longer than a healthy transfer of 10 MB, shorter than a request's limit. */
const PATIENCE_MS = 9_000;

/** Stores objects in an S3 bucket. The client is imported on use, because a folder needs none. */
export async function openBucket(settings: S3Settings): Promise<ObjectStore> {
  const { DeleteObjectCommand, GetObjectCommand, NoSuchKey, PutObjectCommand, S3Client } =
    await import('@aws-sdk/client-s3');
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
  const place = (key: string) => ({ Bucket: bucket, Key: `files/${key}` });
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
  };
}

const patience = () => ({ abortSignal: AbortSignal.timeout(PATIENCE_MS) });
