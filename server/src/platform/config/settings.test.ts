import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadDotEnv, readSettings } from './settings.ts';

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

test('companies pay into the configured account; with an https origin there is no default account', () => {
  const PLATFORM_IBAN = 'sa44 2000 0001 2345 6789 1234';
  const SITE_URL = 'https://hamla.sa';
  const tried = { name: 'Hamla', iban: 'SA0380000000608010167519' };
  const own = { name: 'Hamla Finance', iban: 'SA4420000001234567891234' };
  expect(readSettings({}).payee).toEqual(tried);
  expect(readSettings({ SITE_URL: 'http://127.0.0.1:3000' }).payee).toEqual(tried);
  expect(readSettings({ SITE_URL }).payee).toBeUndefined();
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
