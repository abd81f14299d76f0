import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { withinLimit } from '../stop-signals.ts';

/**
 * When `app` closes, requests under way get this many milliseconds to end, and their responses have `Connection:
 * close`; then all connections are cut. Without the header a connection would stay open for a further request and delay
 * the close. `endStreams` runs first, because streams never end by themselves.
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
    // On `localhost` there is a second server, for the other address, which Fastify does not wait for.
    for (const { socket } of underWay) socket?.destroy();
    // Includes connections without a complete request.
    app.server.closeAllConnections();
  });
}
