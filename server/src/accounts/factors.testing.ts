import type { GoTrueClient } from '@supabase/auth-js';
import { generate } from 'otplib';
import type { Clock } from '../platform/clock.ts';
import { type AccountService, signUpNewcomer } from './account-service.testing.ts';

/** The code that an authenticator with this secret shows at the service's time. */
export const codeOf = ({ clock }: { clock: Clock }, secret: string): Promise<string> =>
  generate({ secret, epoch: Math.floor(clock.now().getTime() / 1000) });

/** The id of the client's session. */
export async function sessionIdOf(client: GoTrueClient): Promise<string> {
  const { data } = await client.getSession();
  const claims = data.session?.access_token.split('.')[1] ?? '';
  return JSON.parse(Buffer.from(claims, 'base64url').toString()).session_id;
}

/**
 * Proves the user by the password, as the product's web app does. The proof counts for the session that replaces this
 * one at its next refresh.
 */
export async function proveByPassword(client: GoTrueClient, password: string): Promise<void> {
  const { error } = await client.updateUser({ current_password: password });
  if (error) throw error;
  const renewed = await client.refreshSession();
  if (renewed.error) throw renewed.error;
}

/** Marks the mailbox as proven, as opening the mailed link does. */
export async function proveMailbox(service: AccountService, email: string): Promise<void> {
  await service.sql('select api.prove_mailbox(id, $2) from auth.users where email = $1', [
    email,
    service.clock.now(),
  ]);
}

/** A user who has just signed up and whose mailbox is proven. */
export async function provenNewcomer(service: AccountService) {
  const person = await signUpNewcomer(service);
  await proveMailbox(service, person.email);
  return person;
}

/** Enrols an authenticator and shows its first code. @throws Error with the refusal's code. */
export async function addFactor(
  service: { clock: Clock },
  client: GoTrueClient,
  friendlyName = 'Phone',
): Promise<{ factorId: string; secret: string }> {
  const { data, error } = await client.mfa.enroll({ factorType: 'totp', friendlyName });
  if (data?.type !== 'totp') throw new Error(`not enrolled: ${error?.code}`);
  const { secret } = data.totp;
  const shown = await showCode(client, data.id, await codeOf(service, secret));
  if (shown.error) throw new Error(`not shown: ${shown.error.code}`);
  return { factorId: data.id, secret };
}

/** Requests a challenge of the factor and sends this code. */
export async function showCode(client: GoTrueClient, factorId: string, code: string) {
  const { data: challenge } = await client.mfa.challenge({ factorId });
  return client.mfa.verify({ factorId, challengeId: challenge?.id ?? '', code });
}

/**
 * Requests new recovery codes.
 * @returns the status, the refusal's code if any, and the codes.
 */
export async function askRecoveryCodes(
  service: AccountService,
  client: GoTrueClient,
): Promise<{ status: number; error: string | undefined; codes: string[] }> {
  const { data } = await client.getSession();
  const reply = await fetch(`${service.url}/recovery_codes`, {
    method: 'POST',
    headers: { authorization: `Bearer ${data.session?.access_token}` },
  });
  const body = (await reply.json()) as { codes?: string[]; error_code?: string };
  return { status: reply.status, error: body.error_code, codes: body.codes ?? [] };
}
