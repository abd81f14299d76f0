import type { FinancingAgreement, Party } from './document-kinds.ts';

/** When a document is set, and by which platform. */
export const sampleIssue = {
  issued_at: '2026-11-20T07:30:05.000Z',
  platform: {
    name: 'Hamla',
    name_ar: 'حملة',
    vat_number: '399999999900003',
    cr_number: '1010000000',
    address: 'Riyadh',
    address_ar: 'حي العليا، الرياض',
    iban: 'SA0380000000608010167519',
  },
} satisfies Pick<FinancingAgreement, 'issued_at' | 'platform'>;

/** A party of which nothing but the name is known. */
export const partyByName: Party = {
  name: 'Blue Dune Media',
  contact_name: null,
  contact_title: null,
  address: null,
  email: null,
  phone: null,
};
