import { setTimeout } from 'node:timers/promises';
import {
  type Accounts,
  type LinkOptions,
  type Sender,
  type SessionReply,
  linkSettings,
  sessionReply,
  sessionTerms,
} from './account-context.ts';
import { metadataLimit } from './account-policy.ts';
import { AccountRefusal } from './account-refusal.ts';
import type { AccountUser } from './account-store.ts';
import { checkPasswordStrength, hashPassword } from './passwords.ts';
import { checkLanguage, checkRole } from './user-metadata.ts';

interface SignUp {
  /** Normalised. */
  email: string;
  password: string;
  /** SPEC section 7: the role, and the language of the user's mails; other keys are stored unchanged. */
  metadata: Record<string, unknown>;
  link: LinkOptions;
  sender: Sender;
}

/**
 * A new address costs more to write than a taken one. With confirmation on the response waits for the next of these
 * moments, so that its time does not tell them apart. Milliseconds from the request.
 */
const RESPONDS_EVERY_MS = 250;

/**
 * SPEC section 7, sign up: creates the account, its role and its empty company or agency in one transaction. Without
 * confirmation the user is signed in. With confirmation the response is the same for a new and a taken address; only
 * the mail differs.
 * @throws AccountRefusal weak_password, user_already_exists (confirmation off), over_request_rate_limit, unavailable.
 */
export async function signUp(
  accounts: Accounts,
  input: SignUp,
): Promise<SessionReply | AccountUser> {
  const from = performance.now();
  await accounts.limits.count('sign_up', input.sender.address);
  checkRole(input.metadata);
  checkLanguage(input.metadata);
  if (Buffer.byteLength(JSON.stringify(input.metadata)) > metadataLimit) {
    throw new AccountRefusal('metadata_too_large');
  }
  const texts = Object.values(input.metadata).filter((value) => typeof value === 'string');
  const personal = [input.email, ...texts];
  await checkPasswordStrength(input.password, { personal, role: input.metadata.role });
  const now = accounts.clock.now();
  const made = await accounts.store.signUp(
    {
      email: input.email,
      password_hash: await hashPassword(input.password),
      metadata: input.metadata,
    },
    linkSettings(accounts, 'signup', input.link, now),
    sessionTerms(accounts, input.sender, now),
  );
  if ('session' in made) return sessionReply(accounts, made, now);
  if (!accounts.confirmation) throw new AccountRefusal('user_already_exists');
  await setTimeout(RESPONDS_EVERY_MS - ((performance.now() - from) % RESPONDS_EVERY_MS));
  return userToConfirm(made.user_id, input, now);
}

/** The response to each sign-up while confirmation is on: it does not tell a taken address from a new one. */
function userToConfirm(id: string, { email, metadata }: SignUp, now: Date): AccountUser {
  const at = now.toISOString();
  return {
    id,
    aud: 'authenticated',
    role: '',
    email,
    phone: '',
    confirmation_sent_at: at,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: metadata,
    identities: [],
    created_at: at,
    updated_at: at,
    is_anonymous: false,
  };
}
