import { z } from 'zod';
import type { OperationId } from '#api/operations.ts';
import type { Role } from '#domain/accounts/roles.ts';
import type { Clock } from '../platform/clock.ts';
import { languageOf } from './people.ts';
import type { Requester } from '../product-client/financing.ts';
import {
  call,
  listen,
  patientFetch,
  send,
  upload,
  type ApiResponse,
  type EventStream,
  type RawInput,
} from '../product-client/product-client.ts';
import {
  enrolFactor,
  proveByPassword,
  showFactor,
  takeFactorAway,
  type Factor,
} from '../product-client/second-factor.ts';

const session = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  expires_at: z.number(),
});
type Session = z.infer<typeof session>;

/** A person of the demo at a server whose clock is moved: signed in again whenever the moved time needs it. */
export interface Visitor extends Requester {
  /** A valid access token at this moment of the clock. */
  token(): Promise<string>;
  send(id: OperationId, input?: RawInput): Promise<ApiResponse>;
  listen(): Promise<EventStream>;
  /** Sets up a second factor, and shows it from now on; staff must. */
  addFactor(): Promise<void>;
  /** Takes it away again: whoever looks at the demo sets up their own. */
  removeFactor(): Promise<void>;
}

/** Signs a person up with a role or without, as the sign-up screen does. @throws Error with the answer when that is refused. */
export async function signUp(
  url: string,
  person: { email: string; name: string; password: string; role: Role | null },
  clock: Clock,
): Promise<Visitor> {
  const { email, name, password, role } = person;
  const grant = async (path: string, body: object): Promise<Session | null> => {
    const response = await patientFetch(`${url}/auth/v1/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return response.ok ? session.parse(await response.json()) : null;
  };
  const data = { language: languageOf({ name }), ...(role && { role }) };
  let current = await grant('signup', { email, password, data });
  if (!current) throw new Error(`${email} could not sign up`);
  let factor: Factor | null = null;
  let signed_in_at = new Date(0);
  const signIn = async () => {
    const now = (signed_in_at = clock.now());
    const opened = await grant('token?grant_type=password', { email, password });
    return opened && factor ? showFactor(url, opened.access_token, factor, now) : opened;
  };
  const refresh = async () =>
    current && grant('token?grant_type=refresh_token', { refresh_token: current.refresh_token });
  const token = async () => {
    const now = clock.now();
    // Staff have no role. Their session ends half an hour after its last call (a token that nobody used is none), and money
    // is released for ten minutes after its second factor was shown.
    const isOld = role === null && now.getTime() - signed_in_at.getTime() > 9 * 60_000;
    // Five minutes are more than any step of the demo takes.
    if (current && !isOld && current.expires_at * 1000 > now.getTime() + 300_000)
      return current.access_token;
    current = (isOld ? null : await refresh()) ?? (await signIn());
    if (!current) throw new Error(`${email} could not sign in`);
    return current.access_token;
  };
  return {
    password,
    token,
    call: async (id, input) => call(url, id, await token(), input),
    send: async (id, input) => send(url, id, await token(), input),
    upload: async (kind, file, index) => upload(url, kind, await token(), file, index),
    listen: async () => listen(url, await token()),
    async addFactor() {
      const access = await token();
      factor = await enrolFactor(url, access);
      current = await showFactor(url, access, factor, clock.now());
    },
    async removeFactor() {
      if (!factor) return;
      await proveByPassword(url, await token(), password);
      // The proof counts for the session that takes the place of this one.
      current = await refresh();
      await takeFactorAway(url, await token(), factor);
      factor = null;
    },
  };
}
