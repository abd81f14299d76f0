import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { addDays, daysBetween, isIsoDate, type IsoDate } from '#domain/calendar.ts';
import { compactIban, isSaudiIban } from '#domain/iban.ts';
import { DEFAULT_REQUEST_GRACE_DAYS } from '#domain/installments/lateness.ts';
import { isBic } from '#domain/payouts/saudi-banks.ts';
import { defaultQuotas, DEFAULT_TICKET_MAILS_AN_HOUR, type Quotas } from '#domain/quotas.ts';

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
const address = (example: string, protocol = /^https?$/) =>
  z.url({ protocol, error: `must be an address such as ${example}` });

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

const environment = z.object({
  PORT: optional(port),
  HOST: optional(z.string()),
  SITE_URL: optional(address('https://hamla.sa')),
  DATA_DIR: optional(z.string()),
  DATABASE_URL: optional(
    address('postgres://user:password@localhost:5432/hamla', /^postgres(ql)?$/),
  ),
  DATABASE_CONNECTIONS: optional(wholeNumber(1, 100)),
  DATABASE_TIMEOUT_SECONDS: optional(wholeNumber(3, 300)),
  DATABASE_MAY_LOSE_WRITES: optional(flag),
  SMTP_URL: optional(address('smtp://user:password@localhost:587', /^smtps?$/)),
  SMTP_TLS: optional(oneOf('required', 'optional')),
  MAIL_FROM: optional(z.string()),
  EMAIL_CONFIRMATION: optional(oneOf('auto', 'on', 'off')),
  REDIRECT_ALLOW_LIST: optional(z.string()),
  SECRET_KEY: optional(
    z
      .string()
      .refine(
        (text) => Buffer.from(text, 'base64').length === 32,
        'must be 32 bytes in base64, as `openssl rand -base64 32` makes them',
      ),
  ),
  S3_BUCKET: optional(z.string()),
  S3_REGION: optional(z.string()),
  S3_ENDPOINT: optional(address('https://s3.example.sa')),
  S3_ACCESS_KEY_ID: optional(z.string()),
  S3_SECRET_ACCESS_KEY: optional(z.string()),
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
  METRICS_PORT: optional(port),
  KEPT_DASHBOARDS_MB: optional(wholeNumber(0, 4096)),
  REQUEST_GRACE_DAYS: optional(wholeNumber(0, 365)),
  QUOTAS: optional(oneOf('on', 'off')),
  QUOTA_TICKETS_TO_AGENCY: optional(quota),
  QUOTA_TICKETS: optional(quota),
  QUOTA_UPLOADS: optional(quota),
  QUOTA_TRANSFER_REPORTS: optional(quota),
  QUOTA_MAILS_TO_OTHERS: optional(quota),
  QUOTA_TICKET_MAILS: optional(quota),
  LOG_LEVEL: optional(oneOf('silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace')),
});

/** Variables whose value an error message may repeat; any other may hold a password. */
const harmless = new Set([
  'PORT',
  'METRICS_PORT',
  'DATABASE_CONNECTIONS',
  'DATABASE_TIMEOUT_SECONDS',
  'DATABASE_MAY_LOSE_WRITES',
  'PAYOUT_PURPOSE',
  'REFUND_PURPOSE',
  'BANK_HOLIDAYS',
  'BANK_CODES',
  'KEPT_DASHBOARDS_MB',
  'REQUEST_GRACE_DAYS',
  'QUOTAS',
  'QUOTA_TICKETS_TO_AGENCY',
  'QUOTA_TICKETS',
  'QUOTA_UPLOADS',
  'QUOTA_TRANSFER_REPORTS',
  'QUOTA_MAILS_TO_OTHERS',
  'QUOTA_TICKET_MAILS',
  'EMAIL_CONFIRMATION',
  'SMTP_TLS',
  'TRUST_PROXY',
  'LOG_LEVEL',
]);

export interface S3Settings {
  bucket: string;
  region: string;
  endpoint: string | undefined;
  accessKeyId: string | undefined;
  secretAccessKey: string | undefined;
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
  /** As of {@link Payee}. */
  iban: string | null;
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
  /** Connections for requests of companies and agencies; unset: depends on the number of cores. */
  databaseConnections: number | undefined;
  /** Time limit of one SQL statement of a request. */
  databaseTimeoutSeconds: number;
  /** Whether a PostgreSQL that may lose committed rows is accepted: for tests and trials. */
  databaseMayLoseWrites: boolean;
  smtpUrl: string | undefined;
  /** Whether mail to `smtpUrl` needs an encrypted connection, or is also sent without one. */
  smtpTls: 'required' | 'optional';
  mailFrom: string;
  /** Whether a new account must confirm its e-mail before it can sign in. */
  emailConfirmation: boolean;
  redirectAllowList: string[];
  secretKey: string | undefined;
  s3: S3Settings | undefined;
  /** Unset: companies are not told how to pay. */
  payee: Payee | undefined;
  platform: PlatformIdentity;
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
  /** Memory for the dashboard cache of a server; 0 turns the cache off. */
  keptDashboardsBytes: number;
  /** Days that an installment may be overdue before its company can make no new requests. */
  requestGraceDays: number;
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
  const parsed = environment.safeParse(env);
  if (!parsed.success) {
    const lines = parsed.error.issues.map(({ path, message }) => {
      const name = String(path[0]);
      const value = harmless.has(name) ? `=${env[name]}` : '';
      return `  ${name}${value} ${message}, or be left out.`;
    });
    throw new Error(`The environment is not valid:\n${[...new Set(lines)].join('\n')}`);
  }
  const e = parsed.data;
  const confirmation = e.EMAIL_CONFIRMATION ?? 'auto';
  return {
    port: e.PORT ?? 3000,
    host: e.HOST ?? 'localhost',
    siteUrl: e.SITE_URL?.replace(/\/+$/, ''),
    dataDir: resolve(e.DATA_DIR ?? 'data'),
    databaseUrl: e.DATABASE_URL,
    databaseConnections: e.DATABASE_CONNECTIONS,
    databaseTimeoutSeconds: e.DATABASE_TIMEOUT_SECONDS ?? 5,
    databaseMayLoseWrites: e.DATABASE_MAY_LOSE_WRITES ?? false,
    smtpUrl: e.SMTP_URL,
    smtpTls: e.SMTP_TLS ?? 'required',
    mailFrom: e.MAIL_FROM ?? 'Hamla <no-reply@hamla.sa>',
    emailConfirmation: confirmation === 'auto' ? e.SMTP_URL !== undefined : confirmation === 'on',
    redirectAllowList: (e.REDIRECT_ALLOW_LIST ?? '')
      .split(',')
      .map((url) => url.trim())
      .filter(Boolean),
    secretKey: e.SECRET_KEY,
    s3: e.S3_BUCKET
      ? {
          bucket: e.S3_BUCKET,
          region: e.S3_REGION ?? 'us-east-1',
          endpoint: e.S3_ENDPOINT,
          accessKeyId: e.S3_ACCESS_KEY_ID,
          secretAccessKey: e.S3_SECRET_ACCESS_KEY,
        }
      : undefined,
    payee: payeeOf(e),
    platform: platformOf(e),
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
    keptDashboardsBytes: (e.KEPT_DASHBOARDS_MB ?? 64) * 2 ** 20,
    requestGraceDays: e.REQUEST_GRACE_DAYS ?? DEFAULT_REQUEST_GRACE_DAYS,
    quotas: e.QUOTAS === 'off' ? null : quotasOf(e),
    ticketMailsAnHour:
      e.QUOTAS === 'off' ? null : (e.QUOTA_TICKET_MAILS ?? DEFAULT_TICKET_MAILS_AN_HOUR),
    logLevel: e.LOG_LEVEL ?? 'info',
  };
}

const quotasOf = (e: z.infer<typeof environment>): Quotas => ({
  tickets_to_agency: e.QUOTA_TICKETS_TO_AGENCY ?? defaultQuotas.tickets_to_agency,
  tickets: e.QUOTA_TICKETS ?? defaultQuotas.tickets,
  uploads: e.QUOTA_UPLOADS ?? defaultQuotas.uploads,
  transfer_reports: e.QUOTA_TRANSFER_REPORTS ?? defaultQuotas.transfer_reports,
  mails_to_others: e.QUOTA_MAILS_TO_OTHERS ?? defaultQuotas.mails_to_others,
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
    iban: payeeOf(e)?.iban ?? null,
  };
}
