import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startServerProcess, type ServerProcess } from '../tools/server-process.ts';

/** Starts HAProxy in front of the servers. It keeps connections open and sends a request to the server with the fewest. */
export function startBalancer(servers: readonly ServerProcess[]): Promise<ServerProcess> {
  const file = (folder: string) => join(folder, 'haproxy.cfg');
  return startServerProcess({
    before: ({ port, folder }) => writeFile(file(folder), configurationOf(port, servers)),
    command: ({ folder }) => ['haproxy', '-db', '-f', file(folder)],
    environment: () => ({}),
    readyPath: '/readyz',
  });
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
