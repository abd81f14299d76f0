import { GoTrueClient, type AuthError } from '@supabase/auth-js';
import { isRefusal, isUnanswered, ownAnswer, refusedRenewals } from './own-answer.ts';
import { inDeviceTime } from './stored-session.ts';

type Client = GoTrueClient;
type Options = ConstructorParameters<typeof GoTrueClient>[0];
type UserUpdate = Awaited<ReturnType<Client['updateUser']>>;
type SignUp = Awaited<ReturnType<Client['signUp']>>;

/** How long after its creation an account counts as made by the sign-up that was not answered, in milliseconds. */
const NEW_ACCOUNT_MS = 120_000;

/**
 * The account client, which says what is so. Its writes carry no key, so that none can be asked for again: where the response
 * does not show its outcome (a proxy's error page, a lost connection), this client reads, and answers with what it
 * has read. What cannot be read either is answered with the first error, which claims no outcome.
 */
export class AccountClient extends GoTrueClient {
  readonly #options: Options;

  constructor(options: Options) {
    const { storage = deviceStorage(), storageKey = '' } = options;
    let refused: string | undefined;
    const hear = (token: string) => {
      refused = token;
    };
    const own = {
      ...options,
      fetch: refusedRenewals(ownAnswer(options.fetch ?? fetch), hear),
      ...(storage && { storage: inDeviceTime(storage, storageKey, (token) => token === refused) }),
    };
    super(own);
    this.#options = own;
    const { mfa } = this;
    const plain = { ...mfa };
    // An enrolment that was not finished is replaced by the next one, and a challenge counts only for its own code.
    mfa.enroll = twice((wish) => plain.enroll(wish)) as typeof mfa.enroll;
    mfa.challenge = twice((wish) => plain.challenge(wish)) as typeof mfa.challenge;
    mfa.verify = async (proof) => {
      const answer = await plain.verify(proof);
      if (!isUnanswered(answer.error)) return answer;
      // Where the code counted, a session that nobody heard of has shown it: this one waits for another code now.
      await this.refreshSession();
      return answer;
    };
    mfa.challengeAndVerify = async ({ factorId, code }) => {
      const asked = await mfa.challenge({ factorId });
      if (asked.error) return { data: null, error: asked.error };
      return mfa.verify({ factorId, challengeId: asked.data.id, code });
    };
    mfa.unenroll = async ({ factorId }) => {
      const answer = await plain.unenroll({ factorId });
      if (!isUnanswered(answer.error)) return answer;
      const { data } = await this.getUser();
      const isGone = data.user && !data.user.factors?.some(({ id }) => id === factorId);
      return isGone ? { data: { id: factorId }, error: null } : answer;
    };
  }

  /**
   * Was it made, its own credentials sign in; where it waits to be confirmed they are refused by that name. Also where the
   * address is taken: a browser sends a request again by itself when a connection breaks that it had used before.
   */
  override async signUp(wish: Parameters<Client['signUp']>[0]): Promise<SignUp> {
    const answer = await super.signUp(wish);
    const isOpen = isUnanswered(answer.error) || answer.error?.code === 'user_already_exists';
    if (!isOpen || !('email' in wish) || !wish.password) return answer;
    const { email, password } = wish;
    const reader = this.#reader();
    const { data, error } = await reader.signInWithPassword({ email, password });
    if (error?.code === 'email_not_confirmed') {
      return { data: { user: null, session: null }, error: null };
    }
    if (!data.session) return answer;
    const { created_at, last_sign_in_at } = data.user;
    const age = Date.parse(last_sign_in_at ?? created_at) - Date.parse(created_at);
    if (age <= NEW_ACCOUNT_MS) {
      const kept = await this.setSession(data.session);
      return kept.error ? answer : { data, error: null };
    }
    // An account that they had before: nothing was created, and they did not ask to sign in.
    await reader.signOut({ scope: 'local' });
    return answer;
  }

  override async updateUser(...[wish, options]: Parameters<Client['updateUser']>) {
    const before = (await this.getSession()).data.session?.user;
    const answer = await super.updateUser(wish, options);
    if (!isUnanswered(answer.error)) return answer;
    const { password, email, data } = wish;
    // Only a proof of the password: nothing is changed by asking for it again.
    if (password === undefined && email === undefined && data === undefined) {
      return super.updateUser(wish, options);
    }
    const isMade = password === undefined || (await this.#isPassword(password));
    const read = isMade ? await this.getUser() : null;
    if (!read?.data.user) return answer;
    const { user } = read.data;
    // The own address asks for a link that proves it: nothing else tells whether it was sent.
    const isSent =
      email !== before?.email || user.confirmation_sent_at !== before?.confirmation_sent_at;
    const isSame =
      isSent &&
      (email === undefined || [user.email, user.new_email].includes(email)) &&
      Object.entries(data ?? {}).every(([key, value]) => user.user_metadata[key] === value);
    return isSame ? ({ data: { user }, error: null } as UserUpdate) : answer;
  }

  /**
   * Whether the server takes an access token no more. Asked by a client that keeps nothing: this one removes the stored session
   * when its own is refused, also one that another tab has just put there.
   */
  async isRefused(token: string): Promise<boolean> {
    return isRefusal((await this.#reader().getUser(token)).error);
  }

  /** A sign-out made twice is one: 401, 403 and 404 say that the session has ended. */
  override async signOut(options: Parameters<Client['signOut']>[0] = { scope: 'global' }) {
    const { data } = await this.getSession();
    const answer = await super.signOut(options);
    if (!isUnanswered(answer.error) || !data.session) return answer;
    const again = await this.admin.signOut(data.session.access_token, options.scope);
    // The client names a session that is gone by an error of its own, with the status 400.
    const isGone =
      again.error?.name === 'AuthSessionMissingError' ||
      [401, 403, 404].includes(again.error?.status ?? 0);
    if (again.error && !isGone) return answer;
    return super.signOut({ scope: 'local' });
  }

  /** A client that only looks: it leaves this browser's session alone. */
  #reader(): Client {
    return new GoTrueClient({
      ...this.#options,
      storageKey: 'hamla.look',
      persistSession: false,
      autoRefreshToken: false,
      detectSessionInUrl: false,
    });
  }

  /** Whether a password is the present one: setting it once more is refused as the same, or by the proof that it is not. */
  async #isPassword(password: string): Promise<boolean> {
    const { error } = await super.updateUser({ password, current_password: password });
    return error === null || error.code === 'same_password';
  }
}

/** undefined: the browser lets nothing be kept, and the client remembers what it has in memory. */
function deviceStorage(): Storage | undefined {
  try {
    return localStorage;
  } catch {
    return undefined;
  }
}

type Ask = (wish: never) => Promise<{ error: AuthError | null }>;

/** Asked once more where it was not answered. */
const twice =
  (ask: Ask): Ask =>
  async (wish) => {
    const answer = await ask(wish);
    return isUnanswered(answer.error) ? ask(wish) : answer;
  };
