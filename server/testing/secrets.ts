import { secretsFromKey } from '#server/platform/config/secrets.ts';

/** One key for every test: logins belong to the whole cluster. */
export const testSecretKey = Buffer.alloc(32, 'hamla tests');

export const testSecrets = secretsFromKey(testSecretKey);
