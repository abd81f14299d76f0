import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** What a browser gets in place of a response: as proxies send it, or a connection that ends. */
const losses = {
  '{}': { status: 200, type: 'application/json', text: '{}' },
  'HTML of 502': htmlOf(502, 'Bad Gateway'),
  'HTML of 504': htmlOf(504, 'Gateway Time-out'),
  'a cut connection': null,
} as const;
type Loss = keyof typeof losses;

function htmlOf(status: number, title: string) {
  const text = `<html><head><title>${status} ${title}</title></head><body><h1>${title}</h1></body></html>`;
  return { status, type: 'text/html', text };
}

/** A proxy before the product that lets requests through and can lose their responses. */
export interface LossyProxy {
  /** The product's address through it. */
  url: string;
  /**
   * Loses the response to the next requests of this method and path, after the product has answered them: what it did is
   * committed then. `times`: of so many, then the rest is let through. `every`: of each so many requests one.
   */
  lose(method: string, path: RegExp, loss: Loss, times?: number, every?: number): void;
  /** The product's own statuses of the responses that were lost so far. */
  lost: number[];
  close(): Promise<void>;
}

/** At a free port of this machine. `target`: the product's address. */
export async function openLossyProxy(target: string): Promise<LossyProxy> {
  let wish: {
    method: string;
    path: RegExp;
    loss: Loss;
    times: number;
    every: number;
    seen: number;
  } | null = null;
  const lost: number[] = [];
  const sockets = new Set<Socket>();

  const answer = (asked: IncomingMessage, reply: ServerResponse) => {
    const path = asked.url ?? '/';
    const isMeant = wish && wish.times > 0 && asked.method === wish.method && wish.path.test(path);
    const isLost = isMeant && (wish!.seen += 1) % wish!.every === 0;
    const loss = isLost ? wish!.loss : null;
    if (isLost) wish!.times -= 1;
    const { host: _, connection: __, ...headers } = asked.headers;
    const onward = request(`${target}${path}`, { method: asked.method, headers }, (response) => {
      if (loss === null) {
        reply.writeHead(response.statusCode ?? 500, response.headers);
        response.pipe(reply);
        return;
      }
      // Read to its end, so the product has committed.
      response.resume().on('end', () => {
        lost.push(response.statusCode ?? 0);
        const sent = losses[loss];
        if (!sent) asked.socket.destroy();
        else reply.writeHead(sent.status, { 'content-type': sent.type }).end(sent.text);
      });
    });
    onward.on('error', () => reply.destroy());
    reply.on('close', () => {
      if (loss === null) onward.destroy();
    });
    asked.pipe(onward);
  };

  const server = createServer(answer);
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lose: (method, path, loss, times = 1, every = 1) => {
      wish = { method, path, loss, times, every, seen: 0 };
    },
    lost,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
}
