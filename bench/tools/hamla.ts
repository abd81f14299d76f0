import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClientConfig } from 'pg';
import { connectionToUrl } from '#server/platform/database/pools.ts';
import { raisedQuotas } from '#server/platform/quotas.testing.ts';
import { secretKey } from './database.ts';
import { startServerProcess, type ServerProcess } from './server-process.ts';

const root = join(import.meta.dirname, '../..');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: { start: string };
};

/**
 * Starts the built product, as `npm start` runs it, on a database with a folder of its own for files. Quotas are raised. The
 * client's address comes from a header of the load, so that rate limits by address do not stop it.
 */
export const startHamla = ({ owner }: { owner: ClientConfig }): Promise<ServerProcess> =>
  startServerProcess({
    command: ['/bin/sh', '-c', scripts.start],
    cwd: root,
    readyPath: '/readyz',
    environment: (folder) => ({
      PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}`,
      DATA_DIR: folder,
      DATABASE_URL: connectionToUrl(owner),
      DATABASE_MAY_LOSE_WRITES: 'true',
      SECRET_KEY: secretKey.toString('base64'),
      TRUST_PROXY: '1',
      DRAIN_SECONDS: '0',
      ...raisedQuotas,
      // No request is refused because this machine is slow.
      DATABASE_TIMEOUT_SECONDS: '60',
      // The companies of a filled database are late, and request anyway.
      REQUEST_GRACE_DAYS: '365',
    }),
  });
