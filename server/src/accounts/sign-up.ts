import {
  type Accounts,
  type LinkWish,
  type Sender,
  type SessionReply,
  linkOrder,
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
  /** SPEC section 7: holds the role, and the language of the person's mail; other keys are kept as they are. */
  metadata: Record<string, unknown>;
  link: LinkWish;
  sender: Sender;
}

/**
 * SPEC section 7, sign up: the account, its role and its empty company or agency, in one transaction.
 * Without confirmation the person is signed in. With it the reply is the same whether the address is new or taken;
 * the mailbox learns the difference.
 * @throws AccountRefusal weak_password, user_already_exists (confirmation off), over_request_rate_limit, unavailable.
 */
export async function signUp(
  accounts: Accounts,
  wish: SignUp,
): Promise<SessionReply | AccountUser> {
  await accounts.limits.count('sign_up', wish.sender.address);
  checkRole(wish.metadata);
  checkLanguage(wish.metadata);
  if (Buffer.byteLength(JSON.stringify(wish.metadata)) > metadataLimit) {
    throw new AccountRefusal('metadata_too_large');
  }
  const texts = Object.values(wish.metadata).filter((value) => typeof value === 'string');
  await checkPasswordStrength(wish.password, [wish.email, ...texts]);
  const now = accounts.clock.now();
  const made = await accounts.store.signUp(
    {
      email: wish.email,
      password_hash: await hashPassword(wish.password),
      metadata: wish.metadata,
    },
    linkOrder(accounts, 'signup', wish.link, now),
    sessionTerms(accounts, wish.sender, now),
  );
  if ('session' in made) return sessionReply(accounts, made, now);
  if (!accounts.confirmation) throw new AccountRefusal('user_already_exists');
  return userToConfirm(made.user_id, wish, now);
}

/** What everybody sees who signs up while confirmation is on: nothing in it tells a taken address from a new one. */
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
