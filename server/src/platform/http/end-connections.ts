import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../app-error.ts';
import { withinLimit } from '../stop-signals.ts';

/**
 * When `app` closes, requests are still answered until `drain` resolves while `/readyz` is not, so that a proxy sends no more. Then
 * new ones are refused, those under way get `limitMs` to end, and all connections are cut. Responses meanwhile have
 * `Connection: close`: otherwise a connection would stay open for a further request and delay the close. `endStreams` runs
 * after the drain, because streams never end by themselves.
 */
export function endConnectionsOnClose(
  app: FastifyInstance,
  options: { drain: () => Promise<unknown>; limitMs: number; endStreams: () => Promise<void> },
): void {
  const { drain, limitMs, endStreams } = options;
  const underWay = new Set<ServerResponse>();
  let stage: 'open' | 'draining' | 'closing' = 'open';
  let noticeEnd = () => {};

  app.addHook('onRequest', ({ url }, { raw }, done) => {
    underWay.add(raw);
    raw.once('close', () => {
      underWay.delete(raw);
      if (underWay.size === 0) noticeEnd();
    });
    const isRefused = stage === 'closing' || (stage === 'draining' && url === '/readyz');
    done(isRefused ? new AppError('unavailable') : undefined);
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (stage !== 'open') void reply.header('connection', 'close');
    done();
  });
  app.addHook('preClose', async () => {
    stage = 'draining';
    await drain();
    stage = 'closing';
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
