import { startTimeout } from '../api/request-timeout.ts';
import { NO_ANSWER, ownAnswer } from './own-answer.ts';

const ask = ownAnswer((input, init) => fetch(input, init));

/**
 * Posts to an endpoint of the account service that its client does not know and that may be posted to twice: it is sent once more
 * where the response does not show its outcome. `path`: below /auth/v1.
 * @throws Error in the words of our account service with the code of the refusal, or with the message NO_ANSWER.
 */
export async function postToAccounts(
  path: string,
  { headers, body }: { headers?: Record<string, string>; body?: object } = {},
): Promise<Record<string, unknown>> {
  const post = async () => {
    const response = await ask(`/auth/v1${path}`, {
      method: 'POST',
      headers: {
        'accept-language': document.documentElement.lang,
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: startTimeout(30_000).signal,
    });
    if (response.ok) return response.json() as Promise<Record<string, unknown>>;
    const { msg, error_code } = (await response.json()) as { msg?: string; error_code?: string };
    // Without words the caller says its own.
    throw Object.assign(new Error(msg ?? ''), { code: error_code });
  };
  return post().catch((error: Error) => {
    if (error.message !== NO_ANSWER) throw error;
    return post();
  });
}
