import { generate } from 'otplib';
import { z } from 'zod';
import { patientFetch } from './product-client.ts';

/** An authenticator that holds one secret. */
export interface Factor {
  id: string;
  secret: string;
}

const session = z.looseObject({
  access_token: z.string(),
  refresh_token: z.string(),
  expires_at: z.number(),
});
type Session = z.infer<typeof session>;

const enrolment = z.object({ id: z.string(), totp: z.object({ secret: z.string() }) });
const challenge = z.object({ id: z.string() });

/** The code that an authenticator shows at a moment. */
export const codeAt = (secret: string, now: Date): Promise<string> =>
  generate({ secret, epoch: Math.floor(now.getTime() / 1000) });

/** Begins a second factor; it counts once it has been shown. */
export async function enrolFactor(url: string, token: string): Promise<Factor> {
  const reply = await ask(url, 'POST', '/factors', token, enrolment, { factor_type: 'totp' });
  return { id: reply.id, secret: reply.totp.secret };
}

/** Shows the code of this moment. @returns the session that has shown it. */
export async function showFactor(
  url: string,
  token: string,
  { id, secret }: Factor,
  now: Date,
): Promise<Session> {
  const asked = await ask(url, 'POST', `/factors/${id}/challenge`, token, challenge, {});
  const proof = { challenge_id: asked.id, code: await codeAt(secret, now) };
  return ask(url, 'POST', `/factors/${id}/verify`, token, session, proof);
}

/** Proves the person of the session again: the next minutes may change what guards the account. */
export async function proveByPassword(url: string, token: string, password: string): Promise<void> {
  await ask(url, 'PUT', '/user', token, z.object({}), { current_password: password });
}

/** Takes the factor away; the token is of a session that has shown it and proved its person lately. */
export async function takeFactorAway(url: string, token: string, { id }: Factor): Promise<void> {
  await ask(url, 'DELETE', `/factors/${id}`, token, challenge);
}

async function ask<Reply extends z.ZodType>(
  url: string,
  method: string,
  path: string,
  token: string,
  reply: Reply,
  body?: object,
): Promise<z.output<Reply>> {
  const response = await patientFetch(`${url}/auth/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path} was answered with ${await response.text()}`);
  return reply.parse(await response.json());
}
