import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { withinLimit } from '../stop-signals.ts';

/**
 * When `app` closes, requests under way get so many milliseconds to end, each answered with `Connection: close` from the first
 * moment on; what is left then is cut off. Without the header a connection would stay open for the next request, and the close
 * would wait for it. `endStreams` comes first: streams never end by themselves, and are under way too.
 */
export function endConnectionsOnClose(
  app: FastifyInstance,
  limitMs: number,
  endStreams: () => Promise<void>,
): void {
  const underWay = new Set<ServerResponse>();
  let isClosing = false;
  let noticeEnd = () => {};

  app.addHook('onRequest', (_request, { raw }, done) => {
    underWay.add(raw);
    raw.once('close', () => {
      underWay.delete(raw);
      if (underWay.size === 0) noticeEnd();
    });
    done();
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isClosing) void reply.header('connection', 'close');
    done();
  });
  app.addHook('preClose', async () => {
    isClosing = true;
    await endStreams();
    const ended = new Promise<void>((resolve) => {
      noticeEnd = resolve;
      if (underWay.size === 0) resolve();
    });
    await withinLimit(limitMs, ended);
    // On `localhost` there is a second server, for the other address, which the framework does not wait for.
    for (const { socket } of underWay) socket?.destroy();
    // Also connections on which no request has come whole.
    app.server.closeAllConnections();
  });
}
