import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';

import type { ClientConfig } from 'pg';

/** What becomes of the response to a call that PostgreSQL has committed. */
type Fate = 'cut' | 'withheld';

/** A TCP proxy before PostgreSQL that can lose the response to one call, after its commit. */
export interface DatabaseProxy {
  /** The same database, reached through the proxy. */
  owner: ClientConfig;
  /**
   * Loses the response to the next call of a SQL function: `cut` ends the connection, `withheld` leaves it open and silent.
   * Resolves once PostgreSQL has answered that call, so that its commit is certain.
   */
  loseResponseTo(functionName: string, fate: Fate): Promise<void>;
  close(): Promise<void>;
}

interface Loss {
  /** As the name of the prepared statement stands in the client's messages. */
  statement: string;
  fate: Fate;
  happened: () => void;
}

/** PostgreSQL's last message of a response, sent after the commit: ReadyForQuery, idle. */
const readyForQuery = Buffer.from('Z\0\0\0\x05I', 'latin1');

/** Listens at a free port of this machine; `owner` may name a Unix socket. */
export async function openDatabaseProxy(owner: ClientConfig): Promise<DatabaseProxy> {
  let armed: Loss | null = null;
  const sockets = new Set<Socket>();
  const port = owner.port ?? 5432;
  const reach = () =>
    owner.host?.startsWith('/')
      ? connect(join(owner.host, `.s.PGSQL.${port}`))
      : connect(port, owner.host ?? 'localhost');

  const server = createServer((client) => {
    const database = reach();
    let loss: Loss | null = null;
    let isSilent = false;
    for (const socket of [client, database]) {
      sockets.add(socket);
      socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    }
    client.on('close', () => database.destroy());
    database.on('close', () => client.destroy());
    client.on('data', (sent: Buffer) => {
      if (armed && sent.includes(armed.statement)) {
        loss = armed;
        armed = null;
      }
      database.write(sent);
    });
    database.on('data', (answered: Buffer) => {
      if (loss) {
        if (!answered.subarray(-readyForQuery.length).equals(readyForQuery)) return;
        if (loss.fate === 'cut') client.destroy();
        isSilent = true;
        loss.happened();
        loss = null;
      } else if (!isSilent) client.write(answered);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    owner: { ...owner, host: '127.0.0.1', port: (server.address() as AddressInfo).port },
    loseResponseTo: (functionName, fate) =>
      new Promise((happened) => {
        armed = { statement: `${functionName}/`, fate, happened };
      }),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
}
