import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { oneLine } from '#api/typed-text.ts';
import { isEmail, plainEmail } from '#domain/email-address.ts';
import { oneLineTexts } from '#domain/plain-text.ts';
import { AppError } from '../platform/app-error.ts';
import { arabicFieldMessage } from '../platform/http/arabic-field-messages.ts';
import { languageOf, setLanguageHeaders } from '../platform/http/language.ts';
import type { VerifyToken } from '../platform/http/operations.ts';
import {
  type AccountDeps,
  type Accounts,
  type LinkOptions,
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
import { callerOf, withBearerStatus, readUser } from './read-user.ts';
import { mailSignInCode, recover, resend } from './recover.ts';
import { refreshSession } from './refresh-session.ts';
import { recordWrongCode } from './record-wrong-code.ts';
import { signIn } from './sign-in.ts';
import { type RequestSender, readSender, runWithSender, deviceCookie } from './sender.ts';
import { signOut, signOutScopes } from './sign-out.ts';
import { signUp } from './sign-up.ts';
import { updateUser } from './update-user.ts';
import { withdrawFactorRemoval } from './withdraw-factor-removal.ts';
import { exchangeCode, followLink, verifyLink } from './verify-email.ts';

const apiVersionHeader = 'x-supabase-api-version';
/** From this API version on, errors have the code as text in `code`, and `message`. */
const namedErrorsVersion = '2024-01-01';
const bodyLimit = 64 * 1024;
const jwksSeconds = 600;

/**
 * The account service under /auth/v1, compatible with `@supabase/auth-js` (SPEC section 7, "Provider authentication
 * endpoints"). It parses bodies and formats errors in its own way.
 * @returns the verifier of its access tokens.
 */
export async function registerAccounts(
  app: FastifyInstance,
  deps: AccountDeps,
): Promise<VerifyToken> {
  const accounts = await openAccounts(deps);
  const senders = new WeakMap<FastifyRequest, RequestSender>();
  await app.register(
    (service, _options, done) => {
      service.removeAllContentTypeParsers();
      service.addContentTypeParser('application/json', { parseAs: 'string', bodyLimit }, parseJson);
      service.addHook('onRequest', (_request, reply, next) => {
        void reply.header('cache-control', 'no-store');
        next();
      });
      // Use cases read the sender from the async context, so that it is not passed on by each.
      service.addHook('preHandler', (request, _reply, next) => {
        const sender = readSender(request);
        senders.set(request, sender);
        runWithSender(sender, next);
      });
      service.addHook('onSend', async (request, reply) => {
        const cookie = deviceCookie(senders.get(request), accounts.redirects().siteUrl);
        if (cookie) void reply.header('set-cookie', cookie);
      });
      service.setErrorHandler(sendError);
      service.setNotFoundHandler((request, reply) =>
        sendError(new AccountRefusal('not_found'), request, reply),
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
    const body = parse(signUpBody, request.body);
    return signUp(accounts, {
      email: body.email,
      password: body.password,
      // The account's language is that of the request unless the sign-up names one.
      metadata: { language: languageOf(request), ...body.data },
      link: linkOptions(request, body),
      sender: senderOf(request),
    });
  });

  service.post('/token', async (request) => {
    const grant = (request.query as Record<string, unknown>).grant_type;
    if (grant === 'password') {
      const { email, password } = parse(passwordBody, request.body);
      return signIn(accounts, { email, password, sender: senderOf(request) });
    }
    if (grant === 'refresh_token') {
      return refreshSession(accounts, parse(refreshBody, request.body).refresh_token);
    }
    if (grant === 'pkce') {
      const { auth_code, code_verifier } = parse(pkceBody, request.body);
      return exchangeCode(accounts, {
        code: auth_code,
        verifier: code_verifier,
        sender: senderOf(request),
      });
    }
    throw new AccountRefusal('unsupported_grant_type');
  });
}

function linkRoutes(service: FastifyInstance, accounts: Accounts): void {
  service.post('/recover', async (request) => {
    const body = parse(recoverBody, request.body);
    await recover(accounts, {
      email: body.email,
      link: linkOptions(request, body),
      sender: senderOf(request),
    });
    return {};
  });

  // Creates no account, whatever `create_user` says.
  service.post('/otp', async (request) => {
    if (parse(phoneBody, request.body).phone) throw new AccountRefusal('otp_disabled');
    const { email } = parse(otpBody, request.body);
    await mailSignInCode(accounts, { email, sender: senderOf(request) });
    return {};
  });

  service.post('/resend', async (request) => {
    const body = parse(resendBody, request.body);
    await resend(accounts, {
      type: body.type,
      email: body.email,
      link: linkOptions(request, body),
      sender: senderOf(request),
    });
    return {};
  });

  service.post('/verify', async (request) => {
    const body = parse(verifyBody, request.body);
    return verifyLink(accounts, {
      token: body.token_hash ?? body.token ?? '',
      type: body.type,
      email: body.token_hash ? null : (body.email ?? ''),
      sender: senderOf(request),
    });
  });

  // Not in auth-js: withdraws the removal of a second factor by the token in the mail's link.
  service.post('/factor_removals/withdraw', async (request) => {
    const { token } = parse(withdrawBody, request.body);
    await withdrawFactorRemoval(accounts, { token, sender: senderOf(request) });
    return { withdrawn: true };
  });

  // No HEAD route, because it would open the link.
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
    const body = parse(userBody, request.body);
    return updateUser(accounts, caller, {
      email: body.email ?? undefined,
      password: body.password ?? undefined,
      currentPassword: body.current_password ?? undefined,
      metadata: body.data ?? undefined,
      link: linkOptions(request, body),
    });
  });

  // Not in auth-js: the user confirms having read that old second factors were ended (app_metadata.factors_ended).
  // Returns the user.
  service.post('/factors_ended/read', async (request) => {
    const caller = await callerOf(accounts, request.headers.authorization);
    const now = accounts.clock.now();
    const { user } = await withBearerStatus(
      accounts.store.readFactorsEnded(caller, accounts.confirmation, now),
    );
    return user;
  });

  service.post('/logout', async (request, reply) => {
    const caller = await callerOf(accounts, request.headers.authorization);
    const { scope } = parse(logoutQuery, request.query);
    await signOut(accounts, caller, scope);
    return reply.status(204).send();
  });
}

/** Second factors, compatible with `auth.mfa` of auth-js; recovery codes are the product's own. */
function factorRoutes(service: FastifyInstance, accounts: Accounts): void {
  service.post('/factors', async (request) => {
    const caller = await factorCaller(accounts, request);
    const { friendly_name } = parse(enrolBody, request.body);
    const { user } = await readUser(accounts, caller);
    return enrolFactor(accounts, caller, {
      friendlyName: friendly_name || 'TOTP',
      email: user.email,
    });
  });

  service.post('/factors/:factor_id/challenge', async (request) => {
    const caller = await factorCaller(accounts, request);
    return challengeFactor(accounts, caller, parse(factorParams, request.params).factor_id);
  });

  service.post('/factors/:factor_id/verify', async (request) => {
    const caller = await factorCaller(accounts, request);
    const proof = {
      ...parse(factorParams, request.params),
      ...parse(factorProofBody, request.body),
    };
    return recordWrongCode(accounts, caller, () => verifyFactor(accounts, caller, proof));
  });

  service.delete('/factors/:factor_id', async (request) => {
    const caller = await factorCaller(accounts, request);
    return unenrolFactor(accounts, caller, parse(factorParams, request.params).factor_id);
  });

  service.post('/recovery_codes', async (request) =>
    newRecoveryCodes(accounts, await factorCaller(accounts, request)),
  );
}

/** The caller. Requests are counted by network address before the token is verified. */
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

/** Arabic messages by the English one that a schema carries, for errors that a person can correct. */
const arabicMessages = new Map<string, string>();

/**
 * Registers the Arabic message.
 * @returns the English one, which a schema carries.
 */
function bilingual(english: string, arabic: string): string {
  arabicMessages.set(english, arabic);
  return english;
}

// The bodies that auth-js sends; other keys (gotrue_meta_security, nonce …) are ignored.

const invalidEmail = bilingual(
  'Unable to validate email address: invalid format',
  'صيغة البريد الإلكتروني غير صحيحة.',
);
const email = z
  .string(bilingual('An email address is required', 'أدخل البريد الإلكتروني.'))
  .overwrite(plainEmail)
  .toLowerCase()
  .max(
    254,
    bilingual('Unable to validate email address: too long', 'البريد الإلكتروني أطول من المسموح.'),
  )
  .refine(isEmail, invalidEmail)
  // Of erased accounts (erasure.sql).
  .refine((address) => !address.endsWith('@erased.invalid'), invalidEmail);
const passwordRequired = bilingual('A valid password is required', 'أدخل كلمة المرور.');
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
const otpBody = z.object({ email });
const phoneBody = z.object({ phone: z.unknown().optional() });
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
    .max(100, bilingual('friendly_name is too long', 'الاسم أطول من المسموح.'))
    .nullish(),
});
const factorParams = z.object({ factor_id: z.guid('factor id is not valid') });
const codeRequired = bilingual('code is required', 'أدخل الرمز.');
const factorProofBody = z.object({
  challenge_id: z.guid('challenge_id is not valid'),
  code: z.string(codeRequired).min(1, codeRequired).max(32),
});
const logoutQuery = z.object({ scope: z.enum(signOutScopes).default('global') });

/** @throws AccountRefusal validation_failed with the first error. */
function parse<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const parsed = schema.safeParse(value ?? {});
  if (parsed.success) return parsed.data;
  const [{ message: en } = { message: 'is not valid' }] = parsed.error.issues;
  throw new AccountRefusal('validation_failed', {
    messages: { en, ar: arabicMessages.get(en) ?? arabicFieldMessage(en) },
  });
}

function linkOptions(
  request: FastifyRequest,
  body: { code_challenge?: string | null; code_challenge_method?: 's256' | 'plain' | '' | null },
): LinkOptions {
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
 * Parses the body as JSON. An empty body is allowed, because auth-js signs out with the JSON content type and no body.
 * Rejects what PostgreSQL cannot store (NUL, half surrogates) and the key `__proto__`.
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
    done(null, JSON.parse(text, rejectUnstorable));
  } catch {
    done(new AccountRefusal('bad_json'));
  }
}

function rejectUnstorable(key: string, value: unknown): unknown {
  const texts = typeof value === 'string' ? [key, value] : [key];
  if (key === '__proto__' || texts.some((text) => text.includes('\0') || !text.isWellFormed())) {
    throw new SyntaxError('not storable');
  }
  return value;
}

/** Translates errors of Fastify and the platform to refusals; logs and hides any other error. */
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

/** Sends the error in the requested language and in the format of the requested API version. */
function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = accountRefusalOf(error, request);
  const language = languageOf(request);
  const message = refusal.messages[language];
  setLanguageHeaders(reply, language);
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
