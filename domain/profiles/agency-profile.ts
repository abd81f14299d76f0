import { LATIN_NAME_MAX_LENGTH } from '../payouts/latin-name.ts';
import { CR_NUMBER_MAX_LENGTH } from './cr-number.ts';
import { completionOf, contactMaxLengths, isFilled } from './profile.ts';
import type { Completion } from './profile.ts';
import { VAT_NUMBER_MAX_LENGTH } from './vat-number.ts';

/** SPEC section 3, in its order. */
export const specializationCodes = [
  'full_service_marketing',
  'web_design_support',
  'branding',
  'digital_advertising',
  'photo_video_production',
  'print_swag_promo',
  'radio_tv_billboards',
  'seo',
  'social_media',
  'experiential_events',
  'other',
] as const;

export type SpecializationCode = (typeof specializationCodes)[number];

/**
 * The text fields of the agency form (SPEC section 2) and their longest text, in characters; `latin_name`, `vat_number` and
 * `cr_number` are ours, and optional.
 */
export const agencyTextMaxLengths = {
  ...contactMaxLengths,
  /**
   * As typed; a Saudi IBAN has 24 characters without its spaces. Of a stored profile the last one given, also while it waits to
   * be approved.
   */
  iban: 60,
  /** The name under which its bank knows the agency, for payment files. */
  latin_name: LATIN_NAME_MAX_LENGTH,
  /** Compared with the code on its invoices. */
  vat_number: VAT_NUMBER_MAX_LENGTH,
  /** Companies that choose an agency see its last four digits. */
  cr_number: CR_NUMBER_MAX_LENGTH,
  specialization_other: 200,
} as const;

type AgencyField =
  | keyof typeof agencyTextMaxLengths
  | 'company_registration_file'
  | 'other_docs_files'
  | 'specializations';

/** The two steps of the wizard and the fields on each: who the agency is, then how it is paid and what it does. */
export const agencyWizardSteps = [
  ['name', 'cr_number', 'address', 'phone', 'email', 'contact_name', 'contact_title'],
  [
    'iban',
    'latin_name',
    'vat_number',
    'company_registration_file',
    'other_docs_files',
    'specializations',
    'specialization_other',
  ],
] as const satisfies [AgencyField[], AgencyField[]];

/** The 9 items of the completion share (SPEC section 9). */
export const agencyCompletionItems = [
  'name',
  'address',
  'phone',
  'email',
  'contact_name',
  'contact_title',
  'iban',
  'company_registration_file',
  'specializations',
] as const satisfies AgencyField[];

export type AgencyCompletionItem = (typeof agencyCompletionItems)[number];

export type AgencyProfile = {
  [Field in Exclude<AgencyCompletionItem, 'specializations'>]?: string | null;
} & { specializations?: readonly SpecializationCode[] | null };

/** How much of an agency's profile is filled; one specialization is enough. */
export function agencyCompletion(agency: AgencyProfile): Completion<AgencyCompletionItem> {
  return completionOf(
    agencyCompletionItems.map((item) => ({
      item,
      filled:
        item === 'specializations'
          ? Boolean(agency.specializations?.length)
          : isFilled(agency[item]),
    })),
  );
}

/** The chosen codes, each once, in SPEC's order, with the text of "Please specify" only where other is among them. */
export function cleanSpecializations(
  codes: readonly SpecializationCode[],
  other: string | null,
): { specializations: SpecializationCode[]; specialization_other: string | null } {
  const specializations = specializationCodes.filter((code) => codes.includes(code));
  const text = specializations.includes('other') ? other?.trim() : undefined;
  return { specializations, specialization_other: text || null };
}
