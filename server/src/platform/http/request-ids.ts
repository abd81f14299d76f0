import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** An id as proxies make them: letters, digits, hyphens and underscores, so that it can be neither a sentence nor an address. */
const wellFormed = /^[\w-]{8,64}$/;

/**
 * Gives each request an id of its own. It stands in the log, in `x-request-id` and in every problem document.
 * @param trustProxy takes the id of the product's own proxy, if it is well-formed; nobody else's.
 */
export function requestIds(trustProxy: boolean): (request: IncomingMessage) => string {
  if (!trustProxy) return () => randomUUID();
  return ({ headers }) => {
    const given = headers['x-request-id'];
    return typeof given === 'string' && wellFormed.test(given) ? given : randomUUID();
  };
}
