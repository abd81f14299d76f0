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
 * The built product, as `npm start` runs it, on the world's database and a folder of its own for files; `keepsNothing`: no
 * dashboard is kept. Quotas are raised and held. Addresses are taken from the load's own header, so that limits by address do not end it.
 */
export const startHamla = (
  world: { owner: ClientConfig },
  {
    siteUrl,
    keepsNothing = false,
    connections,
  }: { siteUrl?: string; keepsNothing?: boolean; connections?: number } = {},
): Promise<ServerProcess> =>
  startServerProcess({
    command: () => ['/bin/sh', '-c', scripts.start],
    environment: ({ port, folder }) => ({
      PATH: `${join(import.meta.dirname, '../../node_modules/.bin')}:${process.env.PATH}`,
      PORT: String(port),
      DATA_DIR: folder,
      DATABASE_URL: connectionToUrl(world.owner),
      DATABASE_MAY_LOSE_WRITES: 'true',
      SECRET_KEY: secretKey.toString('base64'),
      ...(siteUrl && { SITE_URL: siteUrl }),
      ...(connections && { DATABASE_CONNECTIONS: String(connections) }),
      ...(keepsNothing && { KEPT_DASHBOARDS_MB: '0' }),
      TRUST_PROXY: '1',
      ...raisedQuotas,
      // The companies of a filled database are late, and request all the same.
      REQUEST_GRACE_DAYS: '365',
    }),
    readyPath: '/readyz',
  });
