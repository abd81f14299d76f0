import { z } from 'zod';
import { agencyTextMaxLengths } from '#domain/profiles/agency-profile.ts';
import { companyTextMaxLengths } from '#domain/profiles/company-profile.ts';
import { normalCrNumber } from '#domain/profiles/cr-number.ts';
import { LATIN_NAME_MAX_LENGTH, isLatinName } from '#domain/payouts/latin-name.ts';
import { profileTextReaders } from '#domain/profiles/profile-texts.ts';
import { normalPhone } from './phone.ts';
import { oneLine } from './typed-text.ts';

/** Trimmed text of one line. Blank is '': it keeps the stored value. */
const text = (maxLength: number) =>
  oneLine()
    .trim()
    .max(maxLength, `must be at most ${maxLength} characters`)
    // PostgreSQL's text holds no NUL.
    .refine((value) => !value.includes('\0'), 'must not contain control characters')
    .nullish();

const normalised = (maxLength: number, normal: (value: string) => string | null, message: string) =>
  text(maxLength).transform((value, context) => {
    if (!value) return value;
    const result = normal(value);
    if (result === null) context.addIssue({ code: 'custom', message });
    return result;
  });

const crNumberProblem = 'must be 10 digits';
const latinNameProblem = 'must be in Latin letters, as the bank knows the account';

/** How texts with a format of their own are read, and the message where they cannot be. */
const readers: typeof profileTextReaders = { ...profileTextReaders, phone: normalPhone };
const problems: Readonly<Record<string, string>> = {
  phone: 'must be a phone number, such as 05X XXX XXXX',
  email: 'must be an email address, such as name@company.sa',
  website: 'must be a web address, such as https://company.sa',
  iban: 'must be a Saudi IBAN: SA and 22 digits',
  latin_name: latinNameProblem,
  cr_number: crNumberProblem,
  vat_number: 'must be 15 digits, the first and the last of them 3',
};

const textFields = <Field extends string>(maxLengths: Readonly<Record<Field, number>>) =>
  Object.fromEntries(
    Object.entries<number>(maxLengths).map(([field, maxLength]) => {
      const read = readers[field];
      return [field, read ? normalised(maxLength, read, problems[field]!) : text(maxLength)];
    }),
  ) as unknown as Record<Field, ReturnType<typeof text>>;

/** The typed fields of the company form (SPEC section 2), checked the same way in the wizard and on the server. */
export const companyFields = textFields(companyTextMaxLengths);

/** The typed fields of the agency form (SPEC section 2). */
export const agencyFields = textFields(agencyTextMaxLengths);

/** A commercial registration number that is asked for by itself. */
export const crNumberText = oneLine()
  .max(companyTextMaxLengths.cr_number)
  .transform((value, context) => {
    const number = normalCrNumber(value);
    if (number === null) context.addIssue({ code: 'custom', message: crNumberProblem });
    return number ?? z.NEVER;
  });

/** A company's name that is asked for by itself. */
export const companyNameText = oneLine().trim().min(1).max(companyTextMaxLengths.name);

/** A name that goes into a payment file. */
export const latinNameText = oneLine()
  .trim()
  .max(LATIN_NAME_MAX_LENGTH)
  .refine(isLatinName, latinNameProblem);
