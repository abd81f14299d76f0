import type { FastifyReply } from 'fastify';
import type pg from 'pg';
import type { RegisterOperation } from '../http/operations.ts';
import { callParsedAs } from '../database/call-function.ts';
import type { EventHub, Listener } from './event-hub.ts';

/** SPEC section 9: the stream sends a heartbeat every 25 seconds. */
const HEARTBEAT_MS = 25_000;

/**
 * Sends heartbeats as comments, which event readers ignore.
 * @returns a function that stops them.
 */
export function startHeartbeat(write: (text: string) => void): () => void {
  const timer = setInterval(() => write(': still here\n\n'), HEARTBEAT_MS);
  return () => clearInterval(timer);
}

/** A stream that does not take data is closed instead of buffered; the client reconnects and reads everything again. */
const MAX_BUFFERED_BYTES = 64 * 1024;

/** `GET /api/events`: live updates by server-sent events for the caller's company or agency. */
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
    // A client that left during the database call raises no further close event.
    const isOpen = !reply.sent && !reply.raw.destroyed;
    reply.hijack();
    if (isOpen) sendChanges(reply, hub, { ...caller, ...scope });
  });
}

/** Writes the changes that the hub announces, until the client leaves or the hub ends the stream. */
function sendChanges(
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
    // Proxies must not buffer the stream.
    'x-accel-buffering': 'no',
  });
  const stopHeartbeat = startHeartbeat(write);
  write('event: open\ndata: {}\n\n');
  const stopListening = hub.listen({
    ...scope,
    onChange: (operation) => write(`event: change\ndata: ${JSON.stringify({ operation })}\n\n`),
    onEnd: () => stream.end('event: end\ndata: {}\n\n'),
    // Destroyed rather than ended: a dead connection would hold unsent data for minutes.
    onReplaced: () => stream.destroy(),
  });
  // In the same turn of the event loop, so the stream cannot have closed before.
  stream.once('close', () => {
    stopHeartbeat();
    stopListening();
  });
}
