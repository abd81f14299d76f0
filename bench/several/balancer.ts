import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServerProcess, type ServerProcess } from '../tools/server-process.ts';

/** HAProxy before some servers, with connections to them that are kept open and asked of whoever has the fewest requests. */
export async function startBalancer(servers: readonly ServerProcess[]): Promise<ServerProcess> {
  const directory = await mkdtemp(join(tmpdir(), 'hamla-haproxy-'));
  const file = join(directory, 'haproxy.cfg');
  const balancer = await startServerProcess({
    command: ['haproxy', '-db', '-f', file],
    environment: () => ({}),
    before: (port) => writeFile(file, configurationOf(port, servers)),
    readyPath: '/readyz',
  });
  return {
    ...balancer,
    stop: async () => {
      await balancer.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

const configurationOf = (port: number, servers: readonly ServerProcess[]) => `
global
  nbthread 1
  maxconn 1000
defaults
  mode http
  timeout connect 5s
  timeout client 60s
  timeout server 60s
  option forwardfor
frontend all
  bind 127.0.0.1:${port}
  default_backend servers
backend servers
  balance leastconn
  http-reuse always
${servers.map(({ url }, n) => `  server s${n} ${new URL(url).host}`).join('\n')}
`;
