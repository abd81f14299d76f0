import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { oneLine } from '#api/typed-text.ts';
import { oneLineTexts } from '#domain/plain-text.ts';
import { AppError } from '../platform/app-error.ts';
import { arabicOfField } from '../platform/http/arabic-words.ts';
import { languageOf, sayLanguage } from '../platform/http/language.ts';
import type { VerifyToken } from '../platform/http/operations.ts';
import {
  type AccountDeps,
  type Accounts,
  type LinkWish,
  type Sender,
  openAccounts,
} from './account-context.ts';
import { AccountRefusal } from './account-refusal.ts';
import {
  challengeFactor,
  enrolFactor,
  newRecoveryCodes,
  unenrolFactor,
  verifyFactor,
} from './factors.ts';
import { callerOf, forBearer, readUser } from './read-user.ts';
import { recover, resend } from './recover.ts';
import { refreshSession } from './refresh-session.ts';
import { recordWrongCode } from './record-wrong-code.ts';
import { signIn } from './sign-in.ts';
import { type NotedSender, readSender, serveSender, deviceCookie } from './sender.ts';
import { signOut, signOutScopes } from './sign-out.ts';
import { signUp } from './sign-up.ts';
import { updateUser } from './update-user.ts';
import { withdrawFactorRemoval } from './withdraw-factor-removal.ts';
import { exchangeCode, followLink, verifyLink } from './verify-email.ts';

const apiVersionHeader = 'x-supabase-api-version';
/** From this version on, errors carry `code` as text and `message`. */
const namedErrorsVersion = '2024-01-01';
const bodyLimit = 64 * 1024;
const jwksSeconds = 600;

/**
 * The account service under /auth/v1, as `@supabase/auth-js` speaks it (SPEC section 7, "Provider authentication
 * endpoints"). Encapsulated: its own bodies, errors and headers.
 * @returns what verifies the tokens that it hands out.
 */
export async function registerAccounts(
  app: FastifyInstance,
  deps: AccountDeps,
): Promise<VerifyToken> {
  const accounts = await openAccounts(deps);
  const senders = new WeakMap<FastifyRequest, NotedSender>();
  await app.register(
    (service, _options, done) => {
      service.removeAllContentTypeParsers();
      service.addContentTypeParser('application/json', { parseAs: 'string', bodyLimit }, parseJson);
      service.addHook('onRequest', (_request, reply, next) => {
        void reply.header('cache-control', 'no-store');
        next();
      });
      // Whoever sends a request is known to all that it calls, without being passed on by each.
      service.addHook('preHandler', (request, _reply, next) => {
        const sender = readSender(request);
        senders.set(request, sender);
        serveSender(sender, next);
      });
      service.addHook('onSend', async (request, reply) => {
        const cookie = deviceCookie(senders.get(request), accounts.redirects().siteUrl);
        if (cookie) void reply.header('set-cookie', cookie);
      });
      service.setErrorHandler(answerError);
      service.setNotFoundHandler((request, reply) =>
        answerError(new AccountRefusal('not_found'), request, reply),
      );
      publicRoutes(service, accounts);
      linkRoutes(service, accounts);
      bearerRoutes(service, accounts);
      factorRoutes(service, accounts);
      informationRoutes(service, accounts);
      done();
    },
    { prefix: '/auth/v1' },
  );
  return accounts.verifyToken;
}

function publicRoutes(service: FastifyInstance, accounts: Accounts): void {
  service.post('/signup', async (request) => {
    const body = read(signUpBody, request.body);
    return signUp(accounts, {
      email: body.email,
      password: body.password,
      // What the browser asks for is what the person reads.
      metadata: { language: languageOf(request), ...body.data },
      link: linkWish(request, body),
      sender: senderOf(request),
    });
  });

  service.post('/token', async (request) => {
    const grant = (request.query as Record<string, unknown>).grant_type;
    if (grant === 'password') {
      const { email, password } = read(passwordBody, request.body);
      return signIn(accounts, { email, password, sender: senderOf(request) });
    }
    if (grant === 'refresh_token') {
      return refreshSession(accounts, read(refreshBody, request.body).refresh_token);
    }
    if (grant === 'pkce') {
      const { auth_code, code_verifier } = read(pkceBody, request.body);
      return exchangeCode(accounts, {
        code: auth_code,
        verifier: code_verifier,
        sender: senderOf(request),
      });
    }
    throw new AccountRefusal('unsupported_grant_type');
  });

  service.post('/otp', async () => {
    throw new AccountRefusal('otp_disabled');
  });
}

function linkRoutes(service: FastifyInstance, accounts: Accounts): void {
  service.post('/recover', async (request) => {
    const body = read(recoverBody, request.body);
    await recover(accounts, {
      email: body.email,
      link: linkWish(request, body),
      sender: senderOf(request),
    });
    return {};
  });

  service.post('/resend', async (request) => {
    const body = read(resendBody, request.body);
    await resend(accounts, {
      type: body.type,
      email: body.email,
      link: linkWish(request, body),
      sender: senderOf(request),
    });
    return {};
  });

  service.post('/verify', async (request) => {
    const body = read(verifyBody, request.body);
    return verifyLink(accounts, {
      token: body.token_hash ?? body.token ?? '',
      type: body.type,
      email: body.token_hash ? null : (body.email ?? ''),
      sender: senderOf(request),
    });
  });

  // Our own addition: withdraws the removal of a second factor, by the token of the mail's link alone.
  service.post('/factor_removals/withdraw', async (request) => {
    const { token } = read(withdrawBody, request.body);
    await withdrawFactorRemoval(accounts, { token, sender: senderOf(request) });
    return { withdrawn: true };
  });

  // No HEAD: it would open the link.
  service.get('/verify', { exposeHeadRoute: false }, async (request, reply) => {
    const { token, token_hash, type, redirect_to } = request.query as Record<string, unknown>;
    const target = await followLink(accounts, {
      token: [token, token_hash].find((value) => typeof value === 'string') ?? '',
      type,
      email: null,
      redirectTo: redirect_to,
      sender: senderOf(request),
    });
    return reply.header('referrer-policy', 'no-referrer').redirect(target, 303);
  });
}

function bearerRoutes(service: FastifyInstance, accounts: Accounts): void {
  service.get('/user', async (request) => {
    const { user } = await readUser(
      accounts,
      await callerOf(accounts, request.headers.authorization),
    );
    return user;
  });

  service.put('/user', async (request) => {
    const caller = await callerOf(accounts, request.headers.authorization);
    const body = read(userBody, request.body);
    return updateUser(accounts, caller, {
      email: body.email ?? undefined,
      password: body.password ?? undefined,
      currentPassword: body.current_password ?? undefined,
      metadata: body.data ?? undefined,
      link: linkWish(request, body),
    });
  });

  // The person was told that their second factors of before were ended (app_metadata.factors_ended). Answers with the user.
  service.post('/factors_ended/read', async (request) => {
    const caller = await callerOf(accounts, request.headers.authorization);
    const now = accounts.clock.now();
    const { user } = await forBearer(
      accounts.store.readFactorsEnded(caller, accounts.confirmation, now),
    );
    return user;
  });

  service.post('/logout', async (request, reply) => {
    const caller = await callerOf(accounts, request.headers.authorization);
    const { scope } = read(logoutQuery, request.query);
    await signOut(accounts, caller, scope);
    return reply.status(204).send();
  });
}

/** Second factors, as `auth.mfa` of the client speaks them; recovery codes are our own addition. */
function factorRoutes(service: FastifyInstance, accounts: Accounts): void {
  service.post('/factors', async (request) => {
    const caller = await factorCaller(accounts, request);
    const { friendly_name } = read(enrolBody, request.body);
    const { user } = await readUser(accounts, caller);
    return enrolFactor(accounts, caller, {
      friendlyName: friendly_name || 'TOTP',
      email: user.email,
    });
  });

  service.post('/factors/:factor_id/challenge', async (request) => {
    const caller = await factorCaller(accounts, request);
    return challengeFactor(accounts, caller, read(factorParams, request.params).factor_id);
  });

  service.post('/factors/:factor_id/verify', async (request) => {
    const caller = await factorCaller(accounts, request);
    const proof = {
      ...read(factorParams, request.params),
      ...read(factorProofBody, request.body),
    };
    return recordWrongCode(accounts, caller, () => verifyFactor(accounts, caller, proof));
  });

  service.delete('/factors/:factor_id', async (request) => {
    const caller = await factorCaller(accounts, request);
    return unenrolFactor(accounts, caller, read(factorParams, request.params).factor_id);
  });

  service.post('/recovery_codes', async (request) =>
    newRecoveryCodes(accounts, await factorCaller(accounts, request)),
  );
}

/** Who asks, counted by address before anything is looked at. */
async function factorCaller(accounts: Accounts, request: FastifyRequest) {
  await accounts.limits.count('factors', senderOf(request).address);
  return callerOf(accounts, request.headers.authorization);
}

function informationRoutes(service: FastifyInstance, accounts: Accounts): void {
  service.get('/settings', async () => ({
    external: { email: true, phone: false, anonymous_users: false },
    disable_signup: false,
    mailer_autoconfirm: !accounts.confirmation,
    phone_autoconfirm: false,
    sms_provider: '',
    saml_enabled: false,
    mfa_enabled: true,
  }));

  service.get('/health', async () => ({
    version: '1',
    name: 'Hamla accounts',
    description: 'Sign-up, sign-in and sessions of Hamla',
  }));

  service.get('/.well-known/jwks.json', async (_request, reply) => {
    void reply.header('cache-control', `public, max-age=${jwksSeconds}`);
    return accounts.accessTokens.jwks();
  });
}

/** The Arabic of what a person can put right in a body; what only a program sends wrongly has general words. */
const arabicWords = new Map<string, string>();

/** A schema's words: it carries the English, under which the Arabic is found again. */
function say(english: string, arabic: string): string {
  arabicWords.set(english, arabic);
  return english;
}

// What auth-js sends; keys that are not named here (gotrue_meta_security, nonce …) are ignored.

const email = z
  .string(say('An email address is required', 'أدخل البريد الإلكتروني.'))
  .trim()
  .toLowerCase()
  .max(254, say('Unable to validate email address: too long', 'البريد الإلكتروني أطول من المسموح.'))
  .pipe(
    z.email(
      say('Unable to validate email address: invalid format', 'صيغة البريد الإلكتروني غير صحيحة.'),
    ),
  );
const passwordRequired = say('A valid password is required', 'أدخل كلمة المرور.');
const password = z.string(passwordRequired).min(1, passwordRequired);
const metadata = z
  .record(z.string(), z.unknown(), 'data must be an object')
  .transform((data) => oneLineTexts(data) as Record<string, unknown>)
  .nullish();
const pkce = {
  code_challenge: z
    .string()
    .regex(/^[\w.~-]{43,128}$/, 'code_challenge is not valid')
    .nullish()
    .or(z.literal('')),
  code_challenge_method: z
    .string()
    .toLowerCase()
    .pipe(z.enum(['s256', 'plain', '']))
    .nullish(),
};
const signUpBody = z.object({ email, password, data: metadata, ...pkce });
const passwordBody = z.object({ email, password });
const refreshBody = z.object({ refresh_token: z.string('refresh_token is required').min(1) });
const pkceBody = z.object({
  auth_code: z.string('auth_code is required').min(1).max(256),
  code_verifier: z.string('code_verifier is required').min(1).max(256),
});
const recoverBody = z.object({ email, ...pkce });
const resendBody = z.object({ email, type: z.enum(['signup', 'email_change']), ...pkce });
const verifyBody = z.object({
  type: z.string('type is required').max(32),
  email: email.nullish(),
  token: z.string().max(256).nullish(),
  token_hash: z.string().max(256).nullish(),
});
const withdrawBody = z.object({ token: z.string('token is required').max(256) });
const userBody = z.object({
  email: email.nullish(),
  password: password.nullish(),
  current_password: z.string().nullish(),
  data: metadata,
  ...pkce,
});
const enrolBody = z.object({
  factor_type: z.literal('totp', 'factor_type must be totp'),
  friendly_name: oneLine()
    .trim()
    .max(100, say('friendly_name is too long', 'الاسم أطول من المسموح.'))
    .nullish(),
});
const factorParams = z.object({ factor_id: z.guid('factor id is not valid') });
const codeRequired = say('code is required', 'أدخل الرمز.');
const factorProofBody = z.object({
  challenge_id: z.guid('challenge_id is not valid'),
  code: z.string(codeRequired).min(1, codeRequired).max(32),
});
const logoutQuery = z.object({ scope: z.enum(signOutScopes).default('global') });

/** @throws AccountRefusal validation_failed with the first thing that is wrong. */
function read<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const parsed = schema.safeParse(value ?? {});
  if (parsed.success) return parsed.data;
  const [{ message: en } = { message: 'is not valid' }] = parsed.error.issues;
  throw new AccountRefusal('validation_failed', {
    words: { en, ar: arabicWords.get(en) ?? arabicOfField(en) },
  });
}

function linkWish(
  request: FastifyRequest,
  body: { code_challenge?: string | null; code_challenge_method?: 's256' | 'plain' | '' | null },
): LinkWish {
  return {
    redirectTo: (request.query as Record<string, unknown>).redirect_to,
    codeChallenge: body.code_challenge || null,
    codeChallengeMethod: body.code_challenge_method || null,
  };
}

const senderOf = (request: FastifyRequest): Sender => ({
  address: request.ip,
  userAgent: request.headers['user-agent'],
});

/**
 * The body as JSON; auth-js signs out with the JSON content type and no body at all. Refuses what PostgreSQL cannot
 * keep (NUL, half surrogates) and keys that reach into prototypes.
 */
function parseJson(
  _request: FastifyRequest,
  text: string,
  done: (error: Error | null, body?: unknown) => void,
): void {
  if (text.trim() === '') {
    done(null, undefined);
    return;
  }
  try {
    done(null, JSON.parse(text, keepable));
  } catch {
    done(new AccountRefusal('bad_json'));
  }
}

function keepable(key: string, value: unknown): unknown {
  const texts = typeof value === 'string' ? [key, value] : [key];
  if (key === '__proto__' || texts.some((text) => text.includes('\0') || !text.isWellFormed())) {
    throw new SyntaxError('not keepable');
  }
  return value;
}

/** What Fastify or the platform refuses, in the words of this service; anything else is ours and hidden. */
function accountRefusalOf(error: unknown, request: FastifyRequest): AccountRefusal {
  if (error instanceof AccountRefusal) return error;
  if (
    error instanceof AppError &&
    (error.code === 'unavailable' || error.code === 'outcome_unknown')
  ) {
    request.log.error({ err: error.cause ?? error }, 'an account request was refused');
    return new AccountRefusal(error.code, { retryAfterSeconds: 1 });
  }
  const { statusCode } = error as { statusCode?: number };
  if (statusCode === 413) return new AccountRefusal('request_entity_too_large');
  if (statusCode === 415) return new AccountRefusal('unsupported_media_type');
  if (statusCode && statusCode >= 400 && statusCode < 500) return new AccountRefusal('bad_json');
  request.log.error({ err: error }, 'an account request failed');
  return new AccountRefusal('unexpected_failure');
}

/** The error body in the language and in the shape of the API version that were asked for. */
function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = accountRefusalOf(error, request);
  const language = languageOf(request);
  const message = refusal.words[language];
  sayLanguage(reply, language);
  const asked = request.headers[apiVersionHeader];
  const named =
    typeof asked === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(asked) && asked >= namedErrorsVersion;
  if (named) void reply.header(apiVersionHeader, namedErrorsVersion);
  if (refusal.retryAfterSeconds)
    void reply.header('retry-after', String(refusal.retryAfterSeconds));
  void reply
    .header('x-sb-error-code', refusal.code)
    .status(refusal.status)
    .send({
      code: named ? refusal.code : refusal.status,
      error_code: refusal.code,
      message,
      msg: message,
      ...(refusal.weakPassword && { weak_password: { reasons: refusal.weakPassword } }),
    });
}
