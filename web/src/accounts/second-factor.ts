import { offlineMessage } from '../api/api-error.ts';
import { patience } from '../api/patience.ts';
import { authorization } from '../api/session.ts';

/** Takes the place of all earlier recovery codes; these are shown this once. Throws an Error in words. */
export async function newRecoveryCodes(): Promise<string[]> {
  const response = await fetch('/auth/v1/recovery_codes', {
    method: 'POST',
    headers: { 'accept-language': document.documentElement.lang, ...(await authorization()) },
    signal: patience(30_000).signal,
  }).catch(() => {
    throw new Error(offlineMessage());
  });
  const reply = (await response.json().catch(() => ({}))) as { codes?: string[]; msg?: string };
  // Without words the caller says its own.
  if (!response.ok || !reply.codes) throw new Error(reply.msg ?? '');
  return reply.codes;
}
