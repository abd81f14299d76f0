import { z } from 'zod';
import { agencyTextMaxLengths } from '#domain/profiles/agency-profile.ts';
import { companyTextMaxLengths } from '#domain/profiles/company-profile.ts';
import { normalCrNumber } from '#domain/profiles/cr-number.ts';
import { LATIN_NAME_MAX_LENGTH, isLatinName } from '#domain/payouts/latin-name.ts';
import {
  normalEmail,
  normalIban,
  normalLatinName,
  normalWebsite,
} from '#domain/profiles/profile-texts.ts';
import { contactMaxLengths } from '#domain/profiles/profile.ts';
import { normalPhone } from './phone.ts';
import { oneLine } from './typed-text.ts';

/** Trimmed text of one line, '' where blank: a blank value is one that keeps what is stored. */
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

const contactFields = {
  name: text(contactMaxLengths.name),
  address: text(contactMaxLengths.address),
  phone: normalised(
    contactMaxLengths.phone,
    normalPhone,
    'must be a phone number, such as 05X XXX XXXX',
  ),
  email: normalised(
    contactMaxLengths.email,
    normalEmail,
    'must be an e-mail address, such as name@company.sa',
  ),
  contact_name: text(contactMaxLengths.contact_name),
  contact_title: text(contactMaxLengths.contact_title),
};

const crNumberProblem = 'must be 10 digits';

/** A commercial registration number that is asked for by itself. */
export const crNumberText = oneLine()
  .max(companyTextMaxLengths.cr_number)
  .transform((value, context) => {
    const number = normalCrNumber(value);
    if (number === null) context.addIssue({ code: 'custom', message: crNumberProblem });
    return number ?? z.NEVER;
  });

/** The typed fields of the company form (SPEC section 2), checked the same way in the wizard and on the server. */
export const companyFields = {
  ...contactFields,
  website: normalised(
    companyTextMaxLengths.website,
    normalWebsite,
    'must be a web address, such as https://company.sa',
  ),
  business_area: text(companyTextMaxLengths.business_area),
  cr_number: normalised(companyTextMaxLengths.cr_number, normalCrNumber, crNumberProblem),
};

const latinNameProblem = 'must be in Latin letters, as the bank knows the account';

/** A name that goes into a payment file. */
export const latinNameText = oneLine()
  .trim()
  .max(LATIN_NAME_MAX_LENGTH)
  .refine(isLatinName, latinNameProblem);

/** The typed fields of the agency form (SPEC section 2). */
export const agencyFields = {
  ...contactFields,
  iban: normalised(agencyTextMaxLengths.iban, normalIban, 'must be a Saudi IBAN: SA and 22 digits'),
  latin_name: normalised(agencyTextMaxLengths.latin_name, normalLatinName, latinNameProblem),
  specialization_other: text(agencyTextMaxLengths.specialization_other),
};
