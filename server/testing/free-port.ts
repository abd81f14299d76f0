import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that systems give out by themselves: from there on, whoever connects or listens may take it at any moment. */
const [FIRST, COUNT] = [20_000, 12_000];

/** A port on 127.0.0.1 where nobody listens, and where nobody will who leaves the choice to the system. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * COUNT);
    const server = createServer();
    const isFree = await Promise.race([
      once(server.listen(port, '127.0.0.1'), 'listening').then(() => true),
      once(server, 'error').then(() => false),
    ]).catch(() => false);
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}
