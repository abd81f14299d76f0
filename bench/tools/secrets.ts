import { secretsFromKey } from '#server/platform/config/secrets.ts';

/** One key for every run: nothing here is secret. */
export const secretKey = Buffer.alloc(32, 'bench');
export const secrets = secretsFromKey(secretKey);
