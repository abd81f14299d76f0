import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadDotEnv, missingSettings, readSettings } from './settings.ts';

test('all invalid variables are named in one error, with the expected form and without passwords', () => {
  const env = {
    PORT: 'abc',
    METRICS_PORT: '70000.5',
    TRUST_PROXY: 'perhaps',
    DATABASE_URL: 'mysql://hamla:secret@localhost/hamla',
    DATABASE_CONNECTIONS: '0',
    DATABASE_TIMEOUT_SECONDS: '2',
    SMTP_URL: 'secret',
    SECRET_KEY: 'c2VjcmV0',
    PLATFORM_IBAN: 'SA0380000000608010167518',
  };
  expect(() => readSettings(env)).toThrow(
    new Error(`The environment is not valid:
  PORT=abc must be a whole number from 0 to 65535, or be left out.
  DATABASE_URL must be an address such as postgres://user:password@localhost:5432/hamla, or be left out.
  DATABASE_CONNECTIONS=0 must be a whole number from 1 to 100, or be left out.
  DATABASE_TIMEOUT_SECONDS=2 must be a whole number from 3 to 300, or be left out.
  SMTP_URL must be an address such as smtp://user:password@localhost:587, or be left out.
  SECRET_KEY must be 32 bytes in base64, as \`openssl rand -base64 32\` makes them, or be left out.
  PLATFORM_IBAN must be a Saudi IBAN whose check digits fit, or be left out.
  TRUST_PROXY=perhaps must be one of true, false, 1, 0, or be left out.
  METRICS_PORT=70000.5 must be a whole number from 0 to 65535, or be left out.`),
  );
});

test.each([
  ['DATABASE_URL', 'postgres://hamla:p@secret@db.sa/hamla'],
  ['DATABASE_URL', 'postgres://hamla:p@sec/ret@db.sa/hamla'],
  ['DATABASE_URL', 'postgres://hamla:5432/secret@db.sa/hamla'],
  ['DATABASE_URL', 'postgres://hamla:12#secret@db.sa/hamla'],
  ['DATABASE_URL', 'postgres://hamla:12?secret@db.sa/hamla'],
  ['DATABASE_URL', 'postgres://hamla:se%cret@db.sa/hamla'],
  ['DATABASE_URL', 'postgres://hamla:sec ret@db.sa/hamla'],
  ['SMTP_URL', 'smtp://hamla:p@sec/ret@mail.sa:587'],
])(
  'a password in %s whose special characters are not escaped is refused and not repeated: %s',
  (name, value) => {
    const refusal = refusalOf({ [name]: value });
    expect(refusal).toMatch(
      new RegExp(`^  ${name} must be an address such as .+ with %40 for @, .+, or be left out\\.$`),
    );
    expect(refusal).not.toMatch(/sec|p@|db\.sa|mail\.sa/);
  },
);

test('escaped passwords, sockets and the modes of TLS are taken as they are; a mistyped mode is not', () => {
  for (const DATABASE_URL of [
    'postgres://hamla:p%40ss%2Fw%23@db.sa:5432/hamla?sslmode=verify-full&sslrootcert=/etc/ca.pem',
    'postgres://hamla:secret@localhost/hamla?host=%2Frun%2Fpostgresql',
    'postgresql://localhost/hamla',
  ])
    expect(readSettings({ DATABASE_URL }).databaseUrl).toBe(DATABASE_URL);
  expect(refusalOf({ DATABASE_URL: 'postgres://localhost/hamla?sslmode=requrie' })).toBe(
    '  DATABASE_URL must have an sslmode of disable, prefer, require, verify-ca, verify-full, no-verify, or be left out.',
  );
});

test('SITE_URL is scheme and host alone, and the refusal says what to write', () => {
  expect(readSettings({ SITE_URL: 'HTTPS://Hamla.sa:443/' }).siteUrl).toBe('https://hamla.sa');
  const alone = (example: string) =>
    `  SITE_URL must be scheme and host alone, without user, path or query, such as ${example}, or be left out.`;
  for (const tail of ['/app', '?x=1', '#top', '//x'])
    expect(refusalOf({ SITE_URL: `https://app.sa:8443${tail}` })).toBe(
      alone('https://app.sa:8443'),
    );
  expect(refusalOf({ SITE_URL: 'https://u:12/ret@app.sa' })).toBe(alone('https://hamla.sa'));
  expect(refusalOf({ SITE_URL: 'app.sa' })).toBe(
    '  SITE_URL must be an address such as https://hamla.sa, or be left out.',
  );
});

test('REDIRECT_ALLOW_LIST has web addresses alone, and the refusal names the entry that is none', () => {
  const list = 'https://app.hamla.sa, http://localhost:5173/x/';
  expect(readSettings({ REDIRECT_ALLOW_LIST: list }).redirectAllowList).toHaveLength(2);
  for (const entry of ['app.hamla.sa', 'https://*.hamla.sa', 'https://a.sa?x', 'ftp://a.sa', '/x'])
    expect(refusalOf({ REDIRECT_ALLOW_LIST: `${list},${entry}` })).toBe(
      '  REDIRECT_ALLOW_LIST must be addresses with https:// or http://, without user, query or *, separated by commas, ' +
        `such as https://app.hamla.sa,https://hamla.sa/welcome; ${JSON.stringify(entry)} is none, or be left out.`,
    );
  expect(refusalOf({ REDIRECT_ALLOW_LIST: 'https://u:secret@a.sa' })).not.toContain('secret');
});

test('an address past the pooler is refused without the address of the pooler', () => {
  const DATABASE_DIRECT_URL = 'postgres://hamla:secret@db.sa/hamla';
  expect(refusalOf({ DATABASE_DIRECT_URL })).toBe(
    '  DATABASE_DIRECT_URL must be set together with DATABASE_URL, or be left out.',
  );
});

test('a store without a bucket, or with half of its keys, is refused instead of files on the disk', () => {
  const pairOf = (name: string, other: string) =>
    expect.stringMatching(`^  ${name}.* must be set together with ${other}, or be left out\\.$`);
  for (const name of ['S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY', 'S3_REGION'])
    expect(refusalOf({ [name]: 'https://s3.sa' })).toEqual(pairOf(name, 'S3_BUCKET'));
  const S3_BUCKET = 'hamla';
  expect(refusalOf({ S3_BUCKET, S3_ACCESS_KEY_ID: 'k' })).toEqual(
    pairOf('S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'),
  );
  expect(refusalOf({ S3_BUCKET, S3_SECRET_ACCESS_KEY: 's' })).toEqual(
    pairOf('S3_SECRET_ACCESS_KEY', 'S3_ACCESS_KEY_ID'),
  );
  // A role of the machine has the keys; and an environment of an earlier release names the default region.
  expect(readSettings({ S3_BUCKET }).s3).toMatchObject({ bucket: 'hamla', region: 'us-east-1' });
  expect(readSettings({ S3_REGION: 'us-east-1' }).s3).toBeUndefined();
});

test("a virus scanner's port without its host is refused instead of no scanner", () => {
  expect(refusalOf({ CLAMAV_PORT: '3311' })).toBe(
    '  CLAMAV_PORT=3311 must be set together with CLAMAV_HOST, or be left out.',
  );
  expect(readSettings({ CLAMAV_HOST: 'clamd' }).clamav).toEqual({ host: 'clamd', port: 3310 });
});

test('a misspelt variable is refused with the nearest name, and one with a prefix of ours is told', () => {
  const misspelt = {
    SMTP_ULR: 'SMTP_URL',
    smtp_url: 'SMTP_URL',
    DATABASEURL: 'DATABASE_URL',
    SITEURL: 'SITE_URL',
    REDIRECT_ALOW_LIST: 'REDIRECT_ALLOW_LIST',
    PLATFORM_VATNUMBER: 'PLATFORM_VAT_NUMBER',
  };
  for (const [name, nearest] of Object.entries(misspelt))
    expect(refusalOf({ [name]: 'x' })).toBe(
      `  ${name} is no setting. Write ${nearest}, or leave it out.`,
    );
  expect(readSettings({ SMTP_PORT: 'tcp://10.0.0.1:25', S3_KEY: 'x' }).unusedVariables).toEqual([
    { name: 'SMTP_PORT', nearest: 'SMTP_URL' },
    { name: 'S3_KEY', nearest: 'S3_BUCKET' },
  ]);
});

test('a setting of the release before is ignored, whatever its value, and is told', () => {
  const { retiredVariables, ...rest } = readSettings({ KEPT_DASHBOARDS_MB: 'x' });
  expect(retiredVariables).toEqual(['KEPT_DASHBOARDS_MB']);
  expect({ ...rest, retiredVariables: [] }).toEqual(readSettings({ KEPT_DASHBOARDS_MB: '' }));
});

test('variables of the machine and of other programs are left alone', () => {
  const names =
    'PATH HOME HOSTNAME SHELL USER LOGNAME PWD TERM LANG TZ EDITOR PORTS POST HOSTS http_proxy NO_PROXY HTTP_URL BASE_URL ' +
    'NODE_ENV NODE_OPTIONS npm_config_cache npm_lifecycle_event INIT_CWD PGHOST PGPASSWORD AWS_REGION KUBERNETES_PORT ' +
    'HAMLA_SERVICE_HOST OTEL_SERVICE_NAME OTEL_EXPORTER_OTLP_HEADERS OTEL_TRACES_SAMPLER XDG_DATA_DIRS CI DEBUG MAIL MAILTO SMTP_ULR_EMPTY';
  const env = Object.fromEntries(names.split(' ').map((name) => [name, 'x']));
  expect(readSettings({ ...env, SMTP_ULR_EMPTY: undefined, SMTP_ULR: '' }).unusedVariables).toEqual(
    [],
  );
});

test('a collector gets traces and logs by its address, or one of them by its own', () => {
  const told = { service: 'hamla', hasTraces: true, hasLogs: true };
  const here = 'http://collector:4318';
  expect(readSettings({}).telemetry).toBeUndefined();
  expect(readSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: here }).telemetry).toEqual(told);
  const logs = { OTEL_EXPORTER_OTLP_LOGS_ENDPOINT: here, OTEL_SERVICE_NAME: 'shop' };
  expect(readSettings(logs).telemetry).toEqual({ ...told, service: 'shop', hasTraces: false });
  expect(refusalOf({ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector' })).toMatch(/must be an address/);
});

test('a secret key that replaces another is named with it', () => {
  const [key, previous] = [1, 2].map((byte) => Buffer.alloc(32, byte).toString('base64'));
  const refusal = /SECRET_KEY_PREVIOUS must have the new key as SECRET_KEY beside it/;
  expect(refusalOf({ SECRET_KEY_PREVIOUS: previous! })).toMatch(refusal);
  expect(refusalOf({ SECRET_KEY: key!, SECRET_KEY_PREVIOUS: key! })).toMatch(refusal);
  const settings = readSettings({ SECRET_KEY: key!, SECRET_KEY_PREVIOUS: previous! });
  expect(settings.secretKeyPrevious).toBe(previous);
});

test('metrics are for this machine alone unless METRICS_HOST says otherwise', () => {
  expect(readSettings({ HOST: '0.0.0.0' }).metricsHost).toBe('127.0.0.1');
  expect(readSettings({ METRICS_HOST: '0.0.0.0' }).metricsHost).toBe('0.0.0.0');
});

test('a blank variable counts as unset', () => {
  expect(readSettings({ PORT: '', SMTP_URL: '' })).toMatchObject({
    port: 3000,
    smtpUrl: undefined,
  });
});

test('mail needs TLS unless the settings allow otherwise', () => {
  expect(readSettings({}).smtpTls).toBe('required');
  expect(readSettings({ SMTP_TLS: 'optional' }).smtpTls).toBe('optional');
  expect(() => readSettings({ SMTP_TLS: 'off' })).toThrow(
    'SMTP_TLS=off must be one of required, optional',
  );
});

test('a start behind https says what does not work without an IBAN and a VAT number', () => {
  const real = { SITE_URL: 'https://hamla.sa', PLATFORM_IBAN: 'SA0380000000608010167519' };
  const without = (env: Record<string, string>) => missingSettings(readSettings(env)).join(' ');
  expect(without({ SITE_URL: real.SITE_URL })).toMatch(
    /PLATFORM_IBAN is .*PLATFORM_VAT_NUMBER is /,
  );
  expect(without(real)).toBe(
    'No payout that charges VAT can be released: PLATFORM_VAT_NUMBER is not set',
  );
  expect(without({ ...real, PLATFORM_VAT_NUMBER: '310123456700003' })).toBe('');
  expect(without({})).toBe('');
});

test('the settings of payment files are a purpose, bank holidays and further banks', () => {
  expect(readSettings({}).bankFiles).toEqual({
    purpose: 'SUPP',
    refundPurpose: 'REFU',
    bankHolidays: [],
    bankCodes: {},
  });
  const env = {
    PAYOUT_PURPOSE: '38',
    REFUND_PURPOSE: 'RFND',
    BANK_HOLIDAYS: '2027-03-08..2027-03-10, 2027-05-16',
    BANK_CODES: '99:ABCDSARI,98:EFGHSARIXXX',
  };
  expect(readSettings(env).bankFiles).toEqual({
    purpose: '38',
    refundPurpose: 'RFND',
    bankHolidays: ['2027-03-08', '2027-03-09', '2027-03-10', '2027-05-16'],
    bankCodes: { '98': 'EFGHSARIXXX', '99': 'ABCDSARI' },
  });
  const wrong = {
    PAYOUT_PURPOSE: '<Cd>',
    BANK_HOLIDAYS: '2027-02-30',
    BANK_CODES: '9:ABCDSARI',
  };
  expect(() => readSettings(wrong)).toThrow(
    new Error(`The environment is not valid:
  PAYOUT_PURPOSE=<Cd> must be 1 to 35 letters, digits or / . -, or be left out.
  BANK_HOLIDAYS=2027-02-30 must be days and stretches of days, such as 2027-03-08..2027-03-12,2027-05-16, or be left out.
  BANK_CODES=9:ABCDSARI must be codes and BICs, such as 99:ABCDSARI,98:EFGHSARI, or be left out.`),
  );
  for (const BANK_HOLIDAYS of ['2027-03-08..2027-03-07', '2027-01-01..2027-12-31', 'Eid', ','])
    expect(() => readSettings({ BANK_HOLIDAYS })).toThrow('BANK_HOLIDAYS');
  for (const BANK_CODES of ['99:abcdsari', '99', '99:ABCDSARI:99', '99:ABCDSARI;98:EFGHSARI'])
    expect(() => readSettings({ BANK_CODES })).toThrow('BANK_CODES');
});

test('connections for requests can be set from 1 to 100; the default depends on the cores', () => {
  const read = (DATABASE_CONNECTIONS: string) => readSettings({ DATABASE_CONNECTIONS });
  expect(read('1').databaseConnections).toBe(1);
  expect(read('100').databaseConnections).toBe(100);
  expect(read('').databaseConnections).toBeUndefined();
  for (const wrong of ['0', '101', '2.5', 'few'])
    expect(() => read(wrong)).toThrow(`DATABASE_CONNECTIONS=${wrong} must be a whole number`);
});

test('a scheduled backup needs its key', () => {
  expect(() => readSettings({ BACKUP_TO: '/backups' })).toThrow(/BACKUP_TO must have BACKUP_KEY/);
  const key = Buffer.alloc(32).toString('base64');
  expect(readSettings({ BACKUP_TO: '/backups', BACKUP_KEY: key }).backup).toMatchObject({
    everyHours: 24,
    keep: 14,
  });
});

test('a sandbox bureau is chosen by name, and refused with an https origin', () => {
  expect(readSettings({}).creditBureau).toBe('none');
  const CREDIT_BUREAU = 'sandbox';
  const local = { CREDIT_BUREAU, SITE_URL: 'http://localhost:3000' };
  expect(readSettings(local).creditBureau).toBe('sandbox');
  // However it is written; and behind a proxy without an address the origin is not known.
  for (const origin of [
    { SITE_URL: 'https://hamla.sa' },
    { SITE_URL: 'HTTPS://hamla.sa' },
    { TRUST_PROXY: 'true' },
  ])
    expect(() => readSettings({ CREDIT_BUREAU, ...origin })).toThrow(
      'CREDIT_BUREAU=sandbox must not be set behind https',
    );
  expect(readSettings({ ...local, TRUST_PROXY: 'true' }).creditBureau).toBe('sandbox');
});

test('companies pay into the configured account; with an https origin there is no default account', () => {
  const PLATFORM_IBAN = 'sa44 2000 0001 2345 6789 1234';
  const SITE_URL = 'https://hamla.sa';
  const tried = { name: 'Hamla', iban: 'SA0380000000608010167519' };
  const own = { name: 'Hamla Finance', iban: 'SA4420000001234567891234' };
  expect(readSettings({}).payee).toEqual(tried);
  expect(readSettings({ SITE_URL: 'http://127.0.0.1:3000' }).payee).toEqual(tried);
  for (const origin of [SITE_URL, 'HTTPS://hamla.sa'])
    expect(readSettings({ SITE_URL: origin })).toMatchObject({
      payee: undefined,
      platform: { vat_number: null },
    });
  expect(readSettings({ SITE_URL, PLATFORM_IBAN, PLATFORM_NAME: 'Hamla Finance' }).payee).toEqual(
    own,
  );
});

test("documents in Arabic have the platform's Arabic name, unless only another English name is set", () => {
  const named = (env: NodeJS.ProcessEnv) => readSettings(env).platform.name_ar;
  expect(named({})).toBe('حملة');
  expect(named({ PLATFORM_NAME: 'Hamla' })).toBe('حملة');
  expect(named({ PLATFORM_NAME: 'Hamla Finance', PLATFORM_NAME_AR: 'حملة للتمويل' })).toBe(
    'حملة للتمويل',
  );
  expect(named({ PLATFORM_NAME: 'Hamla Finance' })).toBeNull();
  expect(readSettings({ PLATFORM_ADDRESS_AR: 'حي العليا' }).platform.address_ar).toBe('حي العليا');
});

test('public pages state only a legal identity that is set: no default, Arabic where it is set', () => {
  const unset = { name: null, cr_number: null, vat_number: null, address: null, licence: null };
  expect(readSettings({}).legalIdentity).toEqual({ en: unset, ar: unset });
  // The product's own name is no legal name.
  expect(readSettings({ PLATFORM_NAME: 'Hamla' }).legalIdentity).toEqual({ en: unset, ar: unset });
  const set = readSettings({
    PLATFORM_CR_NUMBER: '1010123456',
    PLATFORM_ADDRESS: 'King Fahd Road, Riyadh',
    PLATFORM_LICENCE: 'Licence No. 12/345',
    PLATFORM_LICENCE_AR: 'ترخيص رقم 12/345',
  }).legalIdentity;
  const english = {
    ...unset,
    cr_number: '1010123456',
    address: 'King Fahd Road, Riyadh',
    licence: 'Licence No. 12/345',
  };
  expect(set).toEqual({ en: english, ar: { ...english, licence: 'ترخيص رقم 12/345' } });
  expect(() => readSettings({ PLATFORM_LICENCE: 'x'.repeat(141) })).toThrow(
    'PLATFORM_LICENCE must be at most 140 characters, or be left out.',
  );
});

test('.env is read if it exists, and variables that are already set win', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hamla-env-'));
  const home = process.cwd();
  const before = { ...process.env };
  try {
    writeFileSync(join(folder, '.env'), 'MAIL_FROM=Hamla <from@file.sa>\nLOG_LEVEL=debug\n');
    process.chdir(folder);
    process.env.LOG_LEVEL = 'fatal';
    loadDotEnv();
    expect(readSettings(process.env)).toMatchObject({
      mailFrom: 'Hamla <from@file.sa>',
      logLevel: 'fatal',
    });
    rmSync(join(folder, '.env'));
    expect(loadDotEnv).not.toThrow();
  } finally {
    process.chdir(home);
    process.env = before;
    rmSync(folder, { recursive: true, force: true });
  }
});

test('a limit of unset budgets is in whole riyals, and shares are set with the amount that they are of', () => {
  expect(readSettings({})).toMatchObject({ policyLimits: {}, largestSmallRest: 500 });
  expect(readSettings({ SMALL_REST_SAR: '1.15' }).largestSmallRest).toBe(115);
  expect(() => readSettings({ SMALL_REST_SAR: '5.01' })).toThrow(
    'SMALL_REST_SAR=5.01 must be an amount from 0 to 5.00, or be left out.',
  );
  expect(
    readSettings({ UNSET_BUDGET_LIMIT_SAR: '0', REQUEST_GRACE_DAYS: '5' }).policyLimits,
  ).toEqual({ unset_budget_limit_halalas: 0, request_grace_days: 5 });
  expect(() => readSettings({ UNSET_BUDGET_LIMIT_SAR: '10.5' })).toThrow(
    'UNSET_BUDGET_LIMIT_SAR=10.5 must be a whole number from 0 to 1000000000, or be left out.',
  );
  const base = { CONCENTRATION_BASE_SAR: '1000' };
  expect(readSettings({ ...base, COMPANY_SHARE_PERCENT: '10' }).policyLimits).toEqual({
    company_limit_halalas: 10_000,
    agency_limit_halalas: null,
  });
  expect(readSettings({ ...base, AGENCY_SHARE_PERCENT: '25' }).policyLimits).toEqual({
    company_limit_halalas: null,
    agency_limit_halalas: 25_000,
  });
  expect(() => readSettings(base)).toThrow(
    'CONCENTRATION_BASE_SAR=1000 must be set together with COMPANY_SHARE_PERCENT or AGENCY_SHARE_PERCENT, or be left out.',
  );
  for (const name of ['COMPANY_SHARE_PERCENT', 'AGENCY_SHARE_PERCENT'])
    expect(() => readSettings({ [name]: '10' })).toThrow(
      `${name}=10 must be set together with CONCENTRATION_BASE_SAR, or be left out.`,
    );
  expect(() => readSettings({ ...base, COMPANY_SHARE_PERCENT: '101' })).toThrow(
    'COMPANY_SHARE_PERCENT=101 must be a whole number from 1 to 100, or be left out.',
  );
});

/** The line of the one variable that is refused. */
function refusalOf(env: NodeJS.ProcessEnv): string {
  let refusal = 'nothing was refused';
  try {
    readSettings(env);
  } catch (error) {
    refusal = (error as Error).message;
  }
  return refusal.replace('The environment is not valid:\n', '');
}
