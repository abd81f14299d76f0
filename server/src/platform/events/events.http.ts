import type { FastifyReply } from 'fastify';
import type pg from 'pg';
import type { RegisterOperation } from '../http/operations.ts';
import { callParsedAs } from '../database/call-function.ts';
import type { EventHub, Listener } from './event-hub.ts';

/** SPEC section 9: the stream shows that it lives every 25 seconds. */
const HEARTBEAT_MS = 25_000;

/** Beats until stopped, by a comment that a reader of events passes over. Gives the way to stop. */
export function startHeartbeat(write: (text: string) => void): () => void {
  const timer = setInterval(() => write(': still here\n\n'), HEARTBEAT_MS);
  return () => clearInterval(timer);
}

/** A stream that cannot be written to is closed rather than buffered; the client comes back and asks for everything. */
const MAX_BUFFERED_BYTES = 64 * 1024;

/** `GET /api/events`: hints by server-sent events, for the company or agency of the caller. */
export function registerEvents(
  route: RegisterOperation,
  { pool, hub }: { pool: pg.Pool; hub: EventHub },
): void {
  route('subscribe_events', async (call) => {
    const { caller, reply } = call;
    const scope: { company_id: string | null; agency_id: string | null } = await callParsedAs(
      pool,
      'open_event_stream',
      call,
    );
    reply.hijack();
    // Who left while the database was asked would never be seen to leave.
    if (!reply.raw.destroyed) sendHints(reply, hub, { ...caller, ...scope });
  });
}

/** Writes what the hub tells until the client leaves or the hub ends it. */
function sendHints(
  reply: FastifyReply,
  hub: EventHub,
  scope: Pick<Listener, 'user_id' | 'session_id' | 'company_id' | 'agency_id'>,
): void {
  const stream = reply.raw;
  const write = (text: string) => {
    if (stream.writableEnded || stream.destroyed) return;
    if (stream.writableLength > MAX_BUFFERED_BYTES) stream.destroy();
    else stream.write(text);
  };
  stream.on('error', () => stream.destroy());
  stream.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    // Proxies must pass hints on at once.
    'x-accel-buffering': 'no',
  });
  const stopHeartbeat = startHeartbeat(write);
  write('event: open\ndata: {}\n\n');
  const stopListening = hub.listen({
    ...scope,
    hint: (operation) => write(`event: change\ndata: ${JSON.stringify({ operation })}\n\n`),
    end: () => stream.end('event: end\ndata: {}\n\n'),
    // At once: one that died would keep what is written to it for minutes.
    drop: () => stream.destroy(),
  });
  // All in one turn of the event loop: the stream cannot have been closed before this.
  stream.once('close', () => {
    stopHeartbeat();
    stopListening();
  });
}
