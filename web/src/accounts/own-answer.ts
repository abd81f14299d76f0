/** The error message given to the account client when our server did not respond; never shown. */
export const NO_ANSWER = 'no_answer';

/** The same for a read without any response: there is no connection, and nothing can have changed. */
export const NO_CONNECTION = 'no_connection';

/**
 * Whether our account service has not given the outcome of a request: it has not answered, or has failed itself (500). By the
 * error's name: the client's own predicates would bring the whole client to every screen that speaks of a failure.
 */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof Error &&
  error.name === 'AuthRetryableFetchError' &&
  (error.message === NO_ANSWER ||
    error.message === NO_CONNECTION ||
    (error as { status?: number }).status === 500);

/** Whether our account service has ended a session. */
export const isRefusal = (error: { status?: number | undefined } | null): boolean =>
  [400, 401, 403].includes(error?.status ?? 0);

/** Refusals of our account service after which a refresh token is of no use any more. */
const endsSession = new Set([
  'refresh_token_not_found',
  'refresh_token_already_used',
  'session_expired',
  'session_not_found',
  'user_banned',
]);

/** Whether a request of the account client renews a session. */
export const isRenewal = (asked: RequestInfo | URL): boolean =>
  typeof asked === 'string' && asked.endsWith('grant_type=refresh_token');

/** `fetch` that tells `hear` the refresh token that our account service has refused for good. */
export const refusedRenewals =
  (ask: typeof fetch, hear: (token: string) => void): typeof fetch =>
  async (input, init) => {
    const response = await ask(input, init);
    if (!isRenewal(input) || response.ok) return response;
    const { error_code } = objectOf(await response.clone().text()) ?? {};
    const { refresh_token } = objectOf(typeof init?.body === 'string' ? init.body : '') ?? {};
    if (endsSession.has(String(error_code))) hear(String(refresh_token));
    return response;
  };

/**
 * The end of this device's own session: refused with 401, 403 or 404 it has ended, whoever says so (SPEC section 8). Where other
 * sessions end too, only our own service tells.
 */
const isOwnSignOut = (address: string, status: number) =>
  address.endsWith('/logout?scope=local') && [401, 403, 404].includes(status);

/** Requests that are answered with an empty object, so that nobody learns whether an address is known. */
const answeredWithNothing = /\/(recover|resend|otp)(\?|$)/;

/**
 * `fetch` for the account client, which lets through only what our account service has answered. Anything else (no response,
 * an empty body, a proxy's page, `{}`) and our own `outcome_unknown` are thrown as an Error with the message NO_ANSWER, or
 * NO_CONNECTION: the client then tries a refresh again, as it does after a network failure, and never shows the response as a
 * message.
 */
export const ownAnswer =
  (ask: typeof fetch): typeof fetch =>
  async (input, init) => {
    const address = input instanceof Request ? input.url : String(input);
    const noAnswer = () => new Error(NO_ANSWER);
    const { method } = input instanceof Request ? input : { method: 'GET', ...init };
    const lost = () => {
      throw method === 'GET' ? new Error(NO_CONNECTION) : noAnswer();
    };
    const response = await ask(input, init).catch(lost);
    if (response.status === 204) return response;
    if (isOwnSignOut(address, response.status))
      return Response.json({ error_code: 'session_not_found', msg: '' }, response);
    const text = await response.text().catch(lost);
    const body = objectOf(text);
    const isOwn = response.ok
      ? body && (Object.keys(body).length > 0 || answeredWithNothing.test(address))
      : typeof body?.['error_code'] === 'string' && body['error_code'] !== 'outcome_unknown';
    if (!isOwn) throw noAnswer();
    // The end of a session by the server's clock: the client then counts it by the device's, which may be another.
    if (body && 'expires_in' in body) delete body['expires_at'];
    return new Response(JSON.stringify(body), response);
  };

function objectOf(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
