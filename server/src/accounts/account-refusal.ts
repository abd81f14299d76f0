import type { WeakPasswordReason } from '#api/weak-password.ts';
import type { Language } from '#domain/languages.ts';

/** A message in every language of the product. */
export type Messages = Readonly<Record<Language, string>>;

/** Every refusal of the account service: code on the wire (auth-js reads it), HTTP status and messages. */
export const refusals = {
  bad_json: [400, { en: 'The request body is not valid JSON.', ar: 'تعذّرت قراءة الطلب.' }],
  validation_failed: [400, { en: 'The request is not valid.', ar: 'البيانات المرسلة غير صحيحة.' }],
  unsupported_grant_type: [
    400,
    { en: 'Unsupported grant type.', ar: 'طريقة تسجيل الدخول هذه غير متاحة.' },
  ],
  invalid_credentials: [
    400,
    { en: 'Invalid login credentials', ar: 'البريد الإلكتروني أو كلمة المرور غير صحيحة.' },
  ],
  email_not_confirmed: [400, { en: 'Email not confirmed', ar: 'لم تؤكّد بريدك الإلكتروني بعد.' }],
  user_banned: [400, { en: 'This account is blocked.', ar: 'هذا الحساب موقوف.' }],
  refresh_token_not_found: [
    400,
    {
      en: 'Invalid Refresh Token: Refresh Token Not Found',
      ar: 'انتهت جلستك. سجّل الدخول من جديد.',
    },
  ],
  refresh_token_already_used: [
    400,
    { en: 'Invalid Refresh Token: Already Used', ar: 'انتهت جلستك. سجّل الدخول من جديد.' },
  ],
  session_expired: [
    400,
    { en: 'Invalid Refresh Token: Session Expired', ar: 'انتهت جلستك. سجّل الدخول من جديد.' },
  ],
  session_not_found: [
    400,
    {
      en: 'Session from session_id claim in JWT does not exist',
      ar: 'انتهت جلستك. سجّل الدخول من جديد.',
    },
  ],
  bad_code_verifier: [
    400,
    {
      en: 'code challenge does not match previously saved code verifier',
      ar: 'افتح الرابط في المتصفح نفسه الذي طلبته منه.',
    },
  ],
  current_password_required: [
    400,
    {
      en: 'Enter your current password to make this change.',
      ar: 'أدخل كلمة المرور الحالية لإجراء هذا التغيير.',
    },
  ],
  current_password_invalid: [
    400,
    { en: 'The current password is incorrect.', ar: 'كلمة المرور الحالية غير صحيحة.' },
  ],
  reauthentication_needed: [
    400,
    {
      en: 'Confirm that it is you, or sign in again, to make this change.',
      ar: 'لإجراء هذا التغيير، أكّد هويتك أو سجّل الدخول من جديد.',
    },
  ],
  no_authorization: [
    401,
    { en: 'This endpoint requires a valid Bearer token', ar: 'سجّل الدخول للمتابعة.' },
  ],
  bad_jwt: [
    403,
    {
      en: 'Invalid JWT: the token is not valid or has expired',
      ar: 'انتهت جلستك. سجّل الدخول من جديد.',
    },
  ],
  user_not_found: [
    403,
    { en: 'User from sub claim in JWT does not exist', ar: 'لم يعد هذا الحساب موجودًا.' },
  ],
  otp_expired: [
    403,
    { en: 'Token has expired or is invalid', ar: 'هذا الرابط أو الرمز غير صالح أو انتهت صلاحيته.' },
  ],
  insufficient_aal: [
    403,
    { en: 'Enter your verification code first.', ar: 'أكمل التحقق بخطوتين للمتابعة.' },
  ],
  flow_state_not_found: [
    404,
    {
      en: 'Invalid flow state, no valid flow state found',
      ar: 'هذا الرابط غير صالح. اطلب رابطًا جديدًا.',
    },
  ],
  mfa_factor_not_found: [
    404,
    { en: 'There is no such authenticator.', ar: 'لم نعثر على وسيلة التحقق هذه.' },
  ],
  not_found: [404, { en: 'There is no such endpoint.', ar: 'لم نعثر على ما طلبته.' }],
  conflict: [
    409,
    {
      en: 'The account was changed at the same time. Try again.',
      ar: 'تغيّر الحساب في اللحظة نفسها. حاول مرة أخرى.',
    },
  ],
  role_change_refused: [
    409,
    {
      en: 'The role can no longer be changed, because there is a ticket.',
      ar: 'لا يمكن تغيير نوع الحساب بعد إنشاء طلب تمويل.',
    },
  ],
  request_entity_too_large: [
    413,
    { en: 'The request body is too large.', ar: 'حجم البيانات المرسلة أكبر من المسموح.' },
  ],
  unsupported_media_type: [
    415,
    { en: 'Send the body as application/json.', ar: 'صيغة البيانات المرسلة غير مدعومة.' },
  ],
  user_already_exists: [
    422,
    { en: 'User already registered', ar: 'هذا البريد الإلكتروني مسجّل لدينا. سجّل الدخول.' },
  ],
  email_exists: [
    422,
    {
      en: 'A user with this email address has already been registered',
      ar: 'هذا البريد الإلكتروني مستخدم في حساب آخر.',
    },
  ],
  flow_state_expired: [
    422,
    {
      en: 'Flow state has expired, please start again',
      ar: 'انتهت صلاحية هذه العملية. ابدأ من جديد.',
    },
  ],
  metadata_too_large: [
    422,
    { en: 'The account data is too large.', ar: 'بيانات الحساب أكبر من المسموح.' },
  ],
  otp_disabled: [
    422,
    {
      en: 'Sign-in codes are sent by email only. Enter your email address.',
      ar: 'نرسل رمز تسجيل الدخول بالبريد الإلكتروني فقط. أدخل بريدك الإلكتروني.',
    },
  ],
  mfa_challenge_expired: [
    422,
    {
      en: 'This request for a code has expired. Ask for another one.',
      ar: 'انتهت مهلة إدخال الرمز. اطلب رمزًا جديدًا.',
    },
  ],
  mfa_factor_name_conflict: [
    422,
    {
      en: 'You already have an authenticator of this name.',
      ar: 'لديك وسيلة تحقق بهذا الاسم. اختر اسمًا آخر.',
    },
  ],
  mfa_verification_failed: [
    422,
    {
      en: 'This code is incorrect. Enter the one shown now.',
      ar: 'الرمز غير صحيح. أدخل الرمز الظاهر الآن.',
    },
  ],
  too_many_enrolled_mfa_factors: [
    422,
    {
      en: 'You have as many authenticators as an account can have.',
      ar: 'بلغت الحد الأقصى لوسائل التحقق في الحساب.',
    },
  ],
  same_password: [
    422,
    {
      en: 'New password should be different from the old password.',
      ar: 'اختر كلمة مرور تختلف عن الحالية.',
    },
  ],
  weak_password: [422, { en: 'The password is too weak.', ar: 'كلمة المرور ضعيفة.' }],
  over_email_send_rate_limit: [
    429,
    {
      en: 'Too many emails in a short time. Wait a moment and try again.',
      ar: 'أُرسلت رسائل كثيرة خلال وقت قصير. انتظر قليلًا ثم حاول مرة أخرى.',
    },
  ],
  over_request_rate_limit: [
    429,
    {
      en: 'Too many requests. Wait a moment and try again.',
      ar: 'محاولات كثيرة. انتظر قليلًا ثم حاول مرة أخرى.',
    },
  ],
  unexpected_failure: [
    500,
    { en: 'Unexpected failure, please try again.', ar: 'حدث خطأ غير متوقع. حاول مرة أخرى.' },
  ],
  outcome_unknown: [
    503,
    {
      en: 'We cannot tell yet whether this was done. Try again in a moment.',
      ar: 'لا نعرف بعد هل نُفّذ هذا الإجراء. حاول مرة أخرى بعد لحظات.',
    },
  ],
  unavailable: [
    503,
    {
      en: 'The service is busy. Try again in a moment.',
      ar: 'الخدمة مشغولة الآن. حاول مرة أخرى بعد لحظات.',
    },
  ],
} as const satisfies Record<string, readonly [number, Messages]>;

type RefusalCode = keyof typeof refusals;

interface RefusalOptions {
  /** Replaces the code's usual status: an ended session is 400 for a refresh token and 403 for a bearer token. */
  status?: number;
  /** Replaces the code's usual messages. */
  messages?: Messages | undefined;
  retryAfterSeconds?: number | undefined;
  weakPassword?: WeakPasswordReason[];
  cause?: unknown;
}

/** A refusal of the account service. `accounts.http.ts` makes the response of it. */
export class AccountRefusal extends Error {
  readonly code: RefusalCode;
  readonly status: number;
  readonly messages: Messages;
  readonly retryAfterSeconds: number | undefined;
  readonly weakPassword: WeakPasswordReason[] | undefined;

  constructor(code: RefusalCode, options: RefusalOptions = {}) {
    const [status, standard] = refusals[code];
    const messages = options.messages ?? standard;
    super(messages.en, { cause: options.cause });
    this.name = 'AccountRefusal';
    this.code = code;
    this.status = options.status ?? status;
    this.messages = messages;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.weakPassword = options.weakPassword;
  }
}

export const isRefusalCode = (code: string): code is RefusalCode => Object.hasOwn(refusals, code);
