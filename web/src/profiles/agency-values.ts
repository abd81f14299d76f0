import {
  agencyTextMaxLengths,
  cleanSpecializations,
  type SpecializationCode,
} from '#domain/profiles/agency-profile.ts';
import { groupedIban } from '#domain/iban.ts';
import type { BodyOf } from '#api/contract.ts';
import type { Agency } from '#api/profiles.ts';
import { changedTexts, fieldsOf, storedTexts } from './profile-values.ts';

const textFields = fieldsOf(agencyTextMaxLengths);

/** The agency form as it is typed. */
type AgencyValues = Record<(typeof textFields)[number], string> & {
  specializations: SpecializationCode[];
};

/** What the form shows on return: the stored values, blank where there are none; the IBAN in groups of four. */
export function agencyValues(agency: Agency | null): AgencyValues {
  return {
    ...storedTexts(textFields, agency),
    iban: groupedIban(agency?.iban ?? ''),
    specializations: agency?.specializations ?? [],
  };
}

/** What is saved of the typed fields: those that were changed and are not blank (SPEC section 5). */
export function agencyBody(typed: AgencyValues, stored: AgencyValues): BodyOf<'upsert_agency'> {
  const clean = cleanSpecializations(typed.specializations, typed.specialization_other);
  const before = cleanSpecializations(stored.specializations, stored.specialization_other);
  const sameCodes = clean.specializations.join() === before.specializations.join();
  const texts = (values: AgencyValues, { specialization_other }: typeof clean) => ({
    ...values,
    specialization_other: specialization_other ?? '',
  });
  return {
    ...changedTexts(textFields, texts(typed, clean), texts(stored, before)),
    ...(sameCodes || clean.specializations.length === 0
      ? {}
      : { specializations: clean.specializations }),
  };
}
