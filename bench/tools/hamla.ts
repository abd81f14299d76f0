import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClientConfig } from 'pg';
import { connectionToUrl } from '#server/platform/database/pools.ts';
import { raisedQuotas } from '#server/platform/quotas.testing.ts';
import { startServerProcess, type ServerProcess } from './server-process.ts';
import { secretKey } from './secrets.ts';

const { scripts } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'),
) as { scripts: { start: string } };

/**
 * Starts the built product, as `npm start` runs it, on the data set's database with a folder of its own for files. Quotas are
 * raised. The client's address comes from a header of the load, so that rate limits by address do not stop it.
 */
export const startHamla = (
  dataSet: { owner: ClientConfig },
  { siteUrl, connections }: { siteUrl?: string; connections?: number } = {},
): Promise<ServerProcess> =>
  startServerProcess({
    command: () => ['/bin/sh', '-c', scripts.start],
    environment: ({ port, folder }) => ({
      PATH: `${join(import.meta.dirname, '../../node_modules/.bin')}:${process.env.PATH}`,
      PORT: String(port),
      DATA_DIR: folder,
      DATABASE_URL: connectionToUrl(dataSet.owner),
      DATABASE_MAY_LOSE_WRITES: 'true',
      SECRET_KEY: secretKey.toString('base64'),
      ...(siteUrl && { SITE_URL: siteUrl }),
      ...(connections && { DATABASE_CONNECTIONS: String(connections) }),
      TRUST_PROXY: '1',
      DRAIN_SECONDS: '0',
      ...raisedQuotas,
      // No request is refused because this machine is slow.
      DATABASE_TIMEOUT_SECONDS: '60',
      // The companies of a filled database are late, and request anyway.
      REQUEST_GRACE_DAYS: '365',
    }),
    readyPath: '/readyz',
  });
