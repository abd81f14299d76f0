import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import type { LegalIdentity } from '#api/legal-identity.ts';
import { addDays, daysBetween, isIsoDate, type IsoDate } from '#domain/calendar.ts';
import { compactIban, isSaudiIban } from '#domain/iban.ts';
import { newestPolicy, type PolicyLimits } from '#domain/credit/policy.ts';
import { LARGEST_SMALL_REST } from '#domain/installments/small-rest.ts';
import { halalasFromDecimal, type Halalas } from '#domain/money.ts';
import { shareLimit } from '#domain/payouts/concentration.ts';
import { isBic } from '#domain/payouts/saudi-banks.ts';
import { defaultQuotas, DEFAULT_TICKET_MAILS_AN_HOUR, type Quotas } from '#domain/quotas.ts';
import {
  databaseAddressProblem,
  mailAddressProblem,
  originProblem,
  redirectProblem,
} from './addresses.ts';
import { unknownVariables, type UnknownVariables } from './unknown-variables.ts';

const blankIsAbsent = (value: unknown) => (value === '' ? undefined : value);
const optional = <T extends z.ZodType>(schema: T) => z.preprocess(blankIsAbsent, schema.optional());
const oneOf = <const T extends string>(...words: T[]) =>
  z.enum(words, `must be one of ${words.join(', ')}`);
const flag = oneOf('true', 'false', '1', '0').transform((text) => text === 'true' || text === '1');
const wholeNumber = (from: number, to: number) => {
  const words = `must be a whole number from ${from} to ${to}`;
  return z.coerce.number(words).int(words).min(from, words).max(to, words);
};
const port = wholeNumber(0, 65535);
const quota = wholeNumber(1, 1_000_000);
const address = (example: string) =>
  z.url({ protocol: /^https?$/, error: `must be an address such as ${example}` });
/** A text about which `problem` says what is wrong; null: nothing. */
const checked = (problem: (text: string) => string | null) =>
  z.string().superRefine((text, context) => {
    const message = problem(text);
    if (message !== null) context.addIssue({ code: 'custom', message });
  });

/** Most days in one range of bank holidays. */
const MOST_DAYS = 31;

/** Parses "2027-03-08" or "2027-03-08..2027-03-12" to days; null if it is neither. */
function daysOf(text: string): IsoDate[] | null {
  const [from = '', to = from, ...more] = text.split('..');
  if (!isIsoDate(from) || !isIsoDate(to) || more.length > 0) return null;
  const days = daysBetween(from, to);
  if (days < 0 || days >= MOST_DAYS) return null;
  return Array.from({ length: days + 1 }, (_, n) => addDays(from, n));
}

/** Parses "84:TCZBSARI" to bank code and BIC; null if invalid. */
function bankCode(text: string): [string, string][] | null {
  const [code = '', bic = '', ...more] = text.split(':');
  return /^\d{2}$/.test(code) && isBic(bic) && more.length === 0 ? [[code, bic]] : null;
}

/** A comma-separated list; `read` parses each item. */
const listOf = <T>(read: (text: string) => T[] | null, words: string) =>
  z.string().transform((text, context) => {
    const parts = text.split(',').map((part) => read(part.trim()));
    if (parts.every((part) => part !== null)) return parts.flat();
    context.addIssue({ code: 'custom', message: words });
    return z.NEVER;
  });

/** "+966 11 234 5678"; kept without its spaces. */
const internationalNumber = z
  .string()
  .transform((typed) => typed.replaceAll(/[\s-]/g, ''))
  .refine(
    (number) => /^\+[1-9]\d{6,14}$/.test(number),
    'must be an international number such as +966112345678',
  );

/** The items of a comma-separated list. */
const entriesOf = (text: string) =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);

const { request_grace_days: graceDays, unset_budget_limit_halalas: unsetBudget } =
  newestPolicy.limits;

const base64Key = z
  .string()
  .refine(
    (text) => Buffer.from(text, 'base64').length === 32,
    'must be 32 bytes in base64, as `openssl rand -base64 32` makes them',
  );

const environment = z.object({
  PORT: optional(port),
  HOST: optional(z.string()),
  // As all else compares it: `HTTPS://Hamla.sa:443` is https://hamla.sa.
  SITE_URL: optional(checked(originProblem).transform((text) => new URL(text).origin)),
  DATA_DIR: optional(z.string()),
  DATABASE_URL: optional(checked(databaseAddressProblem)),
  DATABASE_DIRECT_URL: optional(checked(databaseAddressProblem)),
  DATABASE_CONNECTIONS: optional(wholeNumber(1, 100)),
  DATABASE_TIMEOUT_SECONDS: optional(wholeNumber(3, 300)),
  DATABASE_MAY_LOSE_WRITES: optional(flag),
  DRAIN_SECONDS: optional(wholeNumber(0, 5)),
  SMTP_URL: optional(checked(mailAddressProblem)),
  SMTP_TLS: optional(oneOf('required', 'optional', 'password-in-clear')),
  MAIL_FROM: optional(z.string()),
  EMAIL_CONFIRMATION: optional(oneOf('auto', 'on', 'off')),
  REDIRECT_ALLOW_LIST: optional(
    checked((text) => entriesOf(text).map(redirectProblem).find(Boolean) ?? null),
  ),
  SECRET_KEY: optional(base64Key),
  SECRET_KEY_PREVIOUS: optional(base64Key),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(address('http://localhost:4318')),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: optional(address('http://localhost:4318/v1/traces')),
  OTEL_EXPORTER_OTLP_LOGS_ENDPOINT: optional(address('http://localhost:4318/v1/logs')),
  OTEL_SERVICE_NAME: optional(z.string()),
  S3_BUCKET: optional(z.string()),
  S3_REGION: optional(z.string()),
  S3_ENDPOINT: optional(address('https://s3.example.sa')),
  S3_ACCESS_KEY_ID: optional(z.string()),
  S3_SECRET_ACCESS_KEY: optional(z.string()),
  BACKUP_KEY: optional(base64Key),
  BACKUP_TO: optional(z.string()),
  BACKUP_EVERY_HOURS: optional(wholeNumber(1, 168)),
  BACKUP_KEEP: optional(wholeNumber(1, 1000)),
  BACKUP_S3_REGION: optional(z.string()),
  BACKUP_S3_ENDPOINT: optional(address('https://s3.example.sa')),
  BACKUP_S3_ACCESS_KEY_ID: optional(z.string()),
  BACKUP_S3_SECRET_ACCESS_KEY: optional(z.string()),
  PLATFORM_NAME: optional(z.string().trim().min(1).max(70, 'must be at most 70 characters')),
  PLATFORM_NAME_AR: optional(z.string().trim().min(1).max(70, 'must be at most 70 characters')),
  PLATFORM_IBAN: optional(
    z
      .string()
      .transform(compactIban)
      .refine(isSaudiIban, 'must be a Saudi IBAN whose check digits fit'),
  ),
  PLATFORM_VAT_NUMBER: optional(
    z.string().regex(/^3\d{13}3$/, 'must be 15 digits, the first and the last of them 3'),
  ),
  PLATFORM_CR_NUMBER: optional(z.string().regex(/^\d{10}$/, 'must be 10 digits')),
  PLATFORM_ADDRESS: optional(z.string().trim().min(1).max(140, 'must be at most 140 characters')),
  PLATFORM_ADDRESS_AR: optional(
    z.string().trim().min(1).max(140, 'must be at most 140 characters'),
  ),
  PLATFORM_LICENCE: optional(z.string().trim().min(1).max(140, 'must be at most 140 characters')),
  PLATFORM_LICENCE_AR: optional(
    z.string().trim().min(1).max(140, 'must be at most 140 characters'),
  ),
  PAYOUT_PURPOSE: optional(
    z.string().regex(/^[A-Za-z0-9 /.-]{1,35}$/, 'must be 1 to 35 letters, digits or / . -'),
  ),
  REFUND_PURPOSE: optional(
    z.string().regex(/^[A-Za-z0-9 /.-]{1,35}$/, 'must be 1 to 35 letters, digits or / . -'),
  ),
  BANK_HOLIDAYS: optional(
    listOf(daysOf, 'must be days and stretches of days, such as 2027-03-08..2027-03-12,2027-05-16'),
  ),
  BANK_CODES: optional(listOf(bankCode, 'must be codes and BICs, such as 99:ABCDSARI,98:EFGHSARI')),
  TRUST_PROXY: optional(flag),
  CLAMAV_HOST: optional(z.string()),
  CLAMAV_PORT: optional(port),
  METRICS_PORT: optional(port),
  METRICS_HOST: optional(z.string()),
  REQUEST_GRACE_DAYS: optional(wholeNumber(graceDays.min, graceDays.max)),
  SMALL_REST_SAR: optional(
    z.string().regex(/^(?:[0-4](?:\.\d{1,2})?|5(?:\.00?)?)$/, 'must be an amount from 0 to 5.00'),
  ),
  UNSET_BUDGET_LIMIT_SAR: optional(wholeNumber(unsetBudget.min / 100, unsetBudget.max / 100)),
  CONCENTRATION_BASE_SAR: optional(wholeNumber(1, 1_000_000_000)),
  COMPANY_SHARE_PERCENT: optional(wholeNumber(1, 100)),
  AGENCY_SHARE_PERCENT: optional(wholeNumber(1, 100)),
  CREDIT_BUREAU: optional(oneOf('none', 'sandbox')),
  QUOTAS: optional(oneOf('on', 'off')),
  QUOTA_TICKETS_TO_AGENCY: optional(quota),
  QUOTA_TICKETS: optional(quota),
  QUOTA_UPLOADS: optional(quota),
  QUOTA_TRANSFER_REPORTS: optional(quota),
  QUOTA_MAILS_TO_OTHERS: optional(quota),
  QUOTA_TICKET_MAILS: optional(quota),
  QUOTA_HELP_MESSAGES: optional(quota),
  SUPPORT_EMAIL: optional(z.email('must be an email address')),
  SUPPORT_PHONE: optional(internationalNumber),
  SUPPORT_WHATSAPP: optional(internationalNumber),
  LOG_LEVEL: optional(oneOf('silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace')),
});

/** Variables whose value an error message may repeat; any other may hold a password. */
const harmless = new Set([
  'PORT',
  'CLAMAV_PORT',
  'METRICS_PORT',
  'METRICS_HOST',
  'DATABASE_CONNECTIONS',
  'DATABASE_TIMEOUT_SECONDS',
  'DATABASE_MAY_LOSE_WRITES',
  'DRAIN_SECONDS',
  'PAYOUT_PURPOSE',
  'REFUND_PURPOSE',
  'BANK_HOLIDAYS',
  'BANK_CODES',
  'BACKUP_EVERY_HOURS',
  'BACKUP_KEEP',
  'REQUEST_GRACE_DAYS',
  'SMALL_REST_SAR',
  'UNSET_BUDGET_LIMIT_SAR',
  'CREDIT_BUREAU',
  'CONCENTRATION_BASE_SAR',
  'COMPANY_SHARE_PERCENT',
  'AGENCY_SHARE_PERCENT',
  'QUOTAS',
  'QUOTA_TICKETS_TO_AGENCY',
  'QUOTA_TICKETS',
  'QUOTA_UPLOADS',
  'QUOTA_TRANSFER_REPORTS',
  'QUOTA_MAILS_TO_OTHERS',
  'QUOTA_TICKET_MAILS',
  'QUOTA_HELP_MESSAGES',
  'SUPPORT_EMAIL',
  'SUPPORT_PHONE',
  'SUPPORT_WHATSAPP',
  'EMAIL_CONFIRMATION',
  'SMTP_TLS',
  'TRUST_PROXY',
  'LOG_LEVEL',
]);

/** Settings of release 0.2.0; until 0.4.0. */
const retiredVariables = ['KEPT_DASHBOARDS_MB'];

const DEFAULT_REGION = 'us-east-1';

export interface S3Settings {
  bucket: string;
  region: string;
  endpoint: string | undefined;
  accessKeyId: string | undefined;
  secretAccessKey: string | undefined;
}

interface BackupSettings {
  /** 32 bytes in base64. */
  key: string | undefined;
  /** A folder, or `s3://bucket/folder`; unset: the server makes no backups. */
  to: string | undefined;
  everyHours: number;
  /** How many are kept. */
  keep: number;
  /** The store of `s3://…`, which need not be that of the files. */
  s3: Omit<S3Settings, 'bucket'>;
}

/** Default of PLATFORM_IBAN without an https origin: the Saudi example of the IBAN registry. */
const TEST_IBAN = 'SA0380000000608010167519';

/** The account that companies pay into. */
export interface Payee {
  name: string;
  /** A valid Saudi IBAN in capitals, without spaces. */
  iban: string;
}

/** Defaults without an https origin: the tax authority's test number, and an unassigned registration number. */
const TEST_VAT_NUMBER = '399999999900003';
const TEST_CR_NUMBER = '1010000000';
const TEST_ADDRESS = 'King Fahd Road, Riyadh 12271';

/** The platform's details on its documents; null ones are left out. */
export interface PlatformIdentity {
  name: string;
  /** Name on documents in Arabic; null: the English name. */
  name_ar: string | null;
  /** 15 digits. */
  vat_number: string | null;
  /** 10 digits. */
  cr_number: string | null;
  address: string | null;
  /** Address on documents in Arabic; null: the other one. */
  address_ar: string | null;
  /** As of {@link Payee}. */
  iban: string | null;
}

/** How people reach the platform; null: not in this way. Numbers in international form. */
export interface Contact {
  email: string | null;
  phone: string | null;
  whatsapp: string | null;
}

/** The settings from the environment, validated together at the start. `.env.example` explains each variable. */
export interface Settings {
  port: number;
  host: string;
  /**
   * Origin of links in mails and of allowed redirects, without a trailing slash; unset: the URL that the server listens
   * on.
   */
  siteUrl: string | undefined;
  /** Absolute. */
  dataDir: string;
  databaseUrl: string | undefined;
  /** Past the pooler that `databaseUrl` leads through; unset: there is none. */
  databaseDirectUrl: string | undefined;
  /** Connections for requests of companies and agencies; unset: depends on the number of cores. */
  databaseConnections: number | undefined;
  /** Time limit of one SQL statement of a request. */
  databaseTimeoutSeconds: number;
  /** Whether a PostgreSQL that may lose committed rows is accepted: for tests and trials. */
  databaseMayLoseWrites: boolean;
  /** How long a server that stops still answers while it tells its proxy that it is not ready. */
  drainSeconds: number;
  smtpUrl: string | undefined;
  /**
   * Whether mail to `smtpUrl` needs an encrypted connection. `optional`: mail is also sent without one, but a password
   * only to this machine. `password-in-clear`: a password too.
   */
  smtpTls: 'required' | 'optional' | 'password-in-clear';
  mailFrom: string;
  /** Whether a new account must confirm its email before it can sign in. */
  emailConfirmation: boolean;
  redirectAllowList: string[];
  secretKey: string | undefined;
  /** The key that a rotation replaces by `secretKey`. */
  secretKeyPrevious: string | undefined;
  s3: S3Settings | undefined;
  /** Where clamd listens, which looks at each upload; unset: none does. */
  clamav: { host: string; port: number } | undefined;
  backup: BackupSettings;
  /** Unset: companies are not told how to pay. */
  payee: Payee | undefined;
  platform: PlatformIdentity;
  /** What the public pages state of it; never a default. */
  legalIdentity: LegalIdentity;
  /** Contents of payment files besides the payments. */
  bankFiles: {
    /** Purpose of a payout: four letters are an ISO 20022 code, anything else is the bank's own. */
    purpose: string;
    /** Purpose of a refund. */
    refundPurpose: string;
    bankHolidays: IsoDate[];
    /** BIC by the two digits of an IBAN that identify its bank. */
    bankCodes: Record<string, string>;
  };
  trustProxy: boolean;
  metricsPort: number | undefined;
  /** Where metrics listen: this machine alone unless it is set. */
  metricsHost: string;
  /** What a collector of OpenTelemetry gets, by the SDK's own variables; unset: nothing. */
  telemetry: { service: string; hasTraces: boolean; hasLogs: boolean } | undefined;
  /** Variables with a prefix of the product's that it does not read: a start warns about them. */
  unusedVariables: UnknownVariables['unused'];
  /** Variables of the release before that are no settings any more: a start says that they are ignored. */
  retiredVariables: string[];
  /** The limits of the credit policy with which a new database begins, where they are set. */
  policyLimits: Partial<PolicyLimits>;
  /** The largest rest of an installment that is too small to count as late (domain/installments/small-rest.ts); 0: none. */
  largestSmallRest: Halalas;
  /** The credit bureau that companies may consent to. */
  creditBureau: 'none' | 'sandbox';
  /** How companies and agencies reach the platform. */
  contact: Contact;
  /** Limits for one organisation in a period; null: `QUOTAS=off`. */
  quotas: Quotas | null;
  /** Most mails about new tickets to one agency in an hour; null: `QUOTAS=off`. */
  ticketMailsAnHour: number | null;
  logLevel: string;
}

/** Loads `.env` of the working directory if it exists. Variables that are already set win. */
export function loadDotEnv(): void {
  if (existsSync('.env')) process.loadEnvFile('.env');
}

/**
 * Reads and validates the environment.
 * @throws Error that names every invalid variable.
 */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const parsed = environment
    .superRefine(refuseHalfConcentration)
    .superRefine(refuseInventedScores)
    .superRefine(refuseHalfStore)
    .superRefine(refuseLoneDirectAddress)
    .superRefine(refuseHalfScanner)
    .superRefine(refuseOpenBackups)
    .superRefine(refuseHalfRotation)
    .safeParse(env);
  const set = Object.keys(env).filter((name) => env[name]);
  const unknown = unknownVariables(set, Object.keys(environment.shape));
  const lines = [
    ...(parsed.error?.issues ?? []).map(({ path, message }) => {
      const name = String(path[0]);
      const value = harmless.has(name) ? `=${env[name]}` : '';
      return `  ${name}${value} ${message}, or be left out.`;
    }),
    ...unknown.misspelt.map(
      ({ name, nearest }) => `  ${name} is no setting. Write ${nearest}, or leave it out.`,
    ),
  ];
  if (!parsed.success || lines.length > 0)
    throw new Error(`The environment is not valid:\n${[...new Set(lines)].join('\n')}`);
  const e = parsed.data;
  const confirmation = e.EMAIL_CONFIRMATION ?? 'auto';
  return {
    port: e.PORT ?? 3000,
    host: e.HOST ?? 'localhost',
    siteUrl: e.SITE_URL,
    dataDir: resolve(e.DATA_DIR ?? 'data'),
    databaseUrl: e.DATABASE_URL,
    databaseDirectUrl: e.DATABASE_DIRECT_URL,
    databaseConnections: e.DATABASE_CONNECTIONS,
    databaseTimeoutSeconds: e.DATABASE_TIMEOUT_SECONDS ?? 5,
    databaseMayLoseWrites: e.DATABASE_MAY_LOSE_WRITES ?? false,
    drainSeconds: e.DRAIN_SECONDS ?? (e.TRUST_PROXY ? 3 : 0),
    smtpUrl: e.SMTP_URL,
    smtpTls: e.SMTP_TLS ?? 'required',
    mailFrom: e.MAIL_FROM ?? 'Hamla <no-reply@hamla.sa>',
    emailConfirmation: confirmation === 'auto' ? e.SMTP_URL !== undefined : confirmation === 'on',
    redirectAllowList: entriesOf(e.REDIRECT_ALLOW_LIST ?? ''),
    secretKey: e.SECRET_KEY,
    secretKeyPrevious: e.SECRET_KEY_PREVIOUS,
    s3: e.S3_BUCKET
      ? {
          bucket: e.S3_BUCKET,
          region: e.S3_REGION ?? DEFAULT_REGION,
          endpoint: e.S3_ENDPOINT,
          accessKeyId: e.S3_ACCESS_KEY_ID,
          secretAccessKey: e.S3_SECRET_ACCESS_KEY,
        }
      : undefined,
    clamav: e.CLAMAV_HOST ? { host: e.CLAMAV_HOST, port: e.CLAMAV_PORT ?? 3310 } : undefined,
    backup: {
      key: e.BACKUP_KEY,
      to: e.BACKUP_TO,
      everyHours: e.BACKUP_EVERY_HOURS ?? 24,
      keep: e.BACKUP_KEEP ?? 14,
      s3: {
        region: e.BACKUP_S3_REGION ?? DEFAULT_REGION,
        endpoint: e.BACKUP_S3_ENDPOINT,
        accessKeyId: e.BACKUP_S3_ACCESS_KEY_ID,
        secretAccessKey: e.BACKUP_S3_SECRET_ACCESS_KEY,
      },
    },
    payee: payeeOf(e),
    platform: platformOf(e),
    legalIdentity: legalIdentityOf(e),
    bankFiles: {
      purpose: e.PAYOUT_PURPOSE ?? 'SUPP',
      // "Transaction is the payment of a refund": ExternalPurpose1Code of the external code sets of ISO 20022
      // (iso20022.org/catalogue-messages/additional-content-messages/external-code-sets).
      refundPurpose: e.REFUND_PURPOSE ?? 'REFU',
      bankHolidays: e.BANK_HOLIDAYS ?? [],
      bankCodes: Object.fromEntries(e.BANK_CODES ?? []),
    },
    trustProxy: e.TRUST_PROXY ?? false,
    metricsPort: e.METRICS_PORT,
    metricsHost: e.METRICS_HOST ?? '127.0.0.1',
    telemetry: telemetryOf(e),
    unusedVariables: unknown.unused,
    retiredVariables: retiredVariables.filter((name) => env[name]),
    policyLimits: policyLimitsOf(e),
    largestSmallRest:
      e.SMALL_REST_SAR === undefined ? LARGEST_SMALL_REST : halalasFromDecimal(e.SMALL_REST_SAR),
    creditBureau: e.CREDIT_BUREAU ?? 'none',
    contact: {
      email: e.SUPPORT_EMAIL ?? null,
      phone: e.SUPPORT_PHONE ?? null,
      whatsapp: e.SUPPORT_WHATSAPP ?? null,
    },
    quotas: e.QUOTAS === 'off' ? null : quotasOf(e),
    ticketMailsAnHour:
      e.QUOTAS === 'off' ? null : (e.QUOTA_TICKET_MAILS ?? DEFAULT_TICKET_MAILS_AN_HOUR),
    logLevel: e.LOG_LEVEL ?? 'info',
  };
}

function refuseLoneDirectAddress(
  { DATABASE_URL, DATABASE_DIRECT_URL }: Partial<Record<string, unknown>>,
  context: z.RefinementCtx,
): void {
  if (!DATABASE_DIRECT_URL || DATABASE_URL) return;
  context.addIssue({
    code: 'custom',
    path: ['DATABASE_DIRECT_URL'],
    message: 'must be set together with DATABASE_URL',
  });
}

/** What does not work without settings that behind https have no default, for the start to say. */
export function missingSettings({ payee, platform }: Pick<Settings, 'payee' | 'platform'>) {
  return [
    payee ? '' : 'Companies are not told how to pay: PLATFORM_IBAN is not set',
    platform.vat_number === null
      ? 'No payout that charges VAT can be released: PLATFORM_VAT_NUMBER is not set'
      : '',
  ].filter(Boolean);
}

/** A share without its base is nothing, and a base without a share limits nothing: neither starts. */
function refuseHalfConcentration(
  {
    CONCENTRATION_BASE_SAR: base,
    COMPANY_SHARE_PERCENT: company,
    AGENCY_SHARE_PERCENT: agency,
  }: {
    CONCENTRATION_BASE_SAR?: number | undefined;
    COMPANY_SHARE_PERCENT?: number | undefined;
    AGENCY_SHARE_PERCENT?: number | undefined;
  },
  context: z.RefinementCtx,
): void {
  const refuse = (name: string, other: string) =>
    context.addIssue({
      code: 'custom',
      path: [name],
      message: `must be set together with ${other}`,
    });
  if (base === undefined) {
    if (company !== undefined) refuse('COMPANY_SHARE_PERCENT', 'CONCENTRATION_BASE_SAR');
    if (agency !== undefined) refuse('AGENCY_SHARE_PERCENT', 'CONCENTRATION_BASE_SAR');
  } else if (company === undefined && agency === undefined) {
    refuse('CONCENTRATION_BASE_SAR', 'COMPANY_SHARE_PERCENT or AGENCY_SHARE_PERCENT');
  }
}

/** A scheduled backup without a key fails at the start, not in the night. */
function refuseOpenBackups(
  {
    BACKUP_TO: to,
    BACKUP_KEY: key,
  }: { BACKUP_TO?: string | undefined; BACKUP_KEY?: string | undefined },
  context: z.RefinementCtx,
): void {
  if (!to || key) return;
  const message =
    'must have BACKUP_KEY beside it (`openssl rand -base64 32`; keep a copy elsewhere)';
  context.addIssue({ code: 'custom', path: ['BACKUP_TO'], message });
}

/** Whoever sets the port alone means a scanner: without its host no upload would be looked at. */
function refuseHalfScanner(
  e: { CLAMAV_HOST?: string | undefined; CLAMAV_PORT?: number | undefined },
  context: z.RefinementCtx,
): void {
  if (e.CLAMAV_HOST || e.CLAMAV_PORT === undefined) return;
  const message = 'must be set together with CLAMAV_HOST';
  context.addIssue({ code: 'custom', path: ['CLAMAV_PORT'], message });
}

/** The key that replaces another one is named with it. */
function refuseHalfRotation(
  {
    SECRET_KEY: key,
    SECRET_KEY_PREVIOUS: previous,
  }: { SECRET_KEY?: string | undefined; SECRET_KEY_PREVIOUS?: string | undefined },
  context: z.RefinementCtx,
): void {
  if (!previous || (key && key !== previous)) return;
  const message = 'must have the new key as SECRET_KEY beside it';
  context.addIssue({ code: 'custom', path: ['SECRET_KEY_PREVIOUS'], message });
}

/**
 * Behind https companies are real, and so are scores about them. A proxy of our own may speak https too, unless the address
 * says that it does not.
 */
export const mayInventScores = (siteUrl: string | undefined, trustProxy: boolean): boolean =>
  siteUrl === undefined ? !trustProxy : !siteUrl.startsWith('https:');

function refuseInventedScores(
  e: {
    CREDIT_BUREAU?: string | undefined;
    SITE_URL?: string | undefined;
    TRUST_PROXY?: boolean | undefined;
  },
  context: z.RefinementCtx,
): void {
  if (e.CREDIT_BUREAU === 'sandbox' && !mayInventScores(e.SITE_URL, e.TRUST_PROXY ?? false))
    context.addIssue({
      code: 'custom',
      path: ['CREDIT_BUREAU'],
      message:
        'must not be set behind https, because its scores are invented: SITE_URL is an https address, or TRUST_PROXY is set without one',
    });
}

/** Files would go to the local disk although a store is meant, or to a store with the keys of somebody else. */
function refuseHalfStore(
  {
    S3_BUCKET,
    ...rest
  }: Partial<
    Record<
      'S3_BUCKET' | 'S3_REGION' | 'S3_ENDPOINT' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY',
      string | undefined
    >
  >,
  context: z.RefinementCtx,
): void {
  const refuse = (name: string, other: string) =>
    context.addIssue({
      code: 'custom',
      path: [name],
      message: `must be set together with ${other}`,
    });
  const { S3_REGION, S3_ENDPOINT, S3_ACCESS_KEY_ID: id, S3_SECRET_ACCESS_KEY: secret } = rest;
  if (!S3_BUCKET) {
    // The default changes nothing; `.env.example` once set it.
    if (S3_REGION && S3_REGION !== DEFAULT_REGION) refuse('S3_REGION', 'S3_BUCKET');
    if (S3_ENDPOINT) refuse('S3_ENDPOINT', 'S3_BUCKET');
    if (id) refuse('S3_ACCESS_KEY_ID', 'S3_BUCKET');
    if (secret) refuse('S3_SECRET_ACCESS_KEY', 'S3_BUCKET');
  } else if (id && !secret) refuse('S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY');
  else if (secret && !id) refuse('S3_SECRET_ACCESS_KEY', 'S3_ACCESS_KEY_ID');
}

function policyLimitsOf(e: z.infer<typeof environment>): Partial<PolicyLimits> {
  const base = e.CONCENTRATION_BASE_SAR;
  const share = (percent: number | undefined) =>
    base === undefined || percent === undefined ? null : shareLimit(base * 100, percent);
  return {
    ...(e.REQUEST_GRACE_DAYS !== undefined && { request_grace_days: e.REQUEST_GRACE_DAYS }),
    ...(e.UNSET_BUDGET_LIMIT_SAR !== undefined && {
      unset_budget_limit_halalas: e.UNSET_BUDGET_LIMIT_SAR * 100,
    }),
    ...(base !== undefined && {
      company_limit_halalas: share(e.COMPANY_SHARE_PERCENT),
      agency_limit_halalas: share(e.AGENCY_SHARE_PERCENT),
    }),
  };
}

function telemetryOf(e: z.infer<typeof environment>): Settings['telemetry'] {
  const hasTraces = Boolean(e.OTEL_EXPORTER_OTLP_ENDPOINT ?? e.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT);
  const hasLogs = Boolean(e.OTEL_EXPORTER_OTLP_ENDPOINT ?? e.OTEL_EXPORTER_OTLP_LOGS_ENDPOINT);
  if (!hasTraces && !hasLogs) return undefined;
  return { service: e.OTEL_SERVICE_NAME ?? 'hamla', hasTraces, hasLogs };
}

const quotasOf = (e: z.infer<typeof environment>): Quotas => ({
  tickets_to_agency: e.QUOTA_TICKETS_TO_AGENCY ?? defaultQuotas.tickets_to_agency,
  tickets: e.QUOTA_TICKETS ?? defaultQuotas.tickets,
  uploads: e.QUOTA_UPLOADS ?? defaultQuotas.uploads,
  transfer_reports: e.QUOTA_TRANSFER_REPORTS ?? defaultQuotas.transfer_reports,
  mails_to_others: e.QUOTA_MAILS_TO_OTHERS ?? defaultQuotas.mails_to_others,
  help_messages: e.QUOTA_HELP_MESSAGES ?? defaultQuotas.help_messages,
});

/** With an https origin only a configured account is used, because payments are real. */
function payeeOf({ PLATFORM_NAME, PLATFORM_IBAN, SITE_URL }: z.infer<typeof environment>) {
  const iban = PLATFORM_IBAN ?? (SITE_URL?.startsWith('https:') ? undefined : TEST_IBAN);
  return iban === undefined ? undefined : { name: PLATFORM_NAME ?? 'Hamla', iban };
}

/** With an https origin only configured details are used, because documents are real. */
function platformOf(e: z.infer<typeof environment>): PlatformIdentity {
  const isReal = e.SITE_URL?.startsWith('https:') ?? false;
  const name = e.PLATFORM_NAME ?? 'Hamla';
  const orTest = (value: string | undefined, test: string) => value ?? (isReal ? null : test);
  return {
    name,
    name_ar: e.PLATFORM_NAME_AR ?? (name === 'Hamla' ? 'حملة' : null),
    vat_number: orTest(e.PLATFORM_VAT_NUMBER, TEST_VAT_NUMBER),
    cr_number: orTest(e.PLATFORM_CR_NUMBER, TEST_CR_NUMBER),
    address: orTest(e.PLATFORM_ADDRESS, TEST_ADDRESS),
    address_ar: e.PLATFORM_ADDRESS_AR ?? null,
    iban: payeeOf(e)?.iban ?? null,
  };
}

/** Only what is configured: a page states no number that is not the installation's own. */
function legalIdentityOf(e: z.infer<typeof environment>): LegalIdentity {
  const en = {
    // The product's own name is no legal name.
    name: e.PLATFORM_NAME === 'Hamla' ? null : (e.PLATFORM_NAME ?? null),
    cr_number: e.PLATFORM_CR_NUMBER ?? null,
    vat_number: e.PLATFORM_VAT_NUMBER ?? null,
    address: e.PLATFORM_ADDRESS ?? null,
    licence: e.PLATFORM_LICENCE ?? null,
  };
  const ar = {
    ...en,
    name: e.PLATFORM_NAME_AR ?? en.name,
    address: e.PLATFORM_ADDRESS_AR ?? en.address,
    licence: e.PLATFORM_LICENCE_AR ?? en.licence,
  };
  return { en, ar };
}
