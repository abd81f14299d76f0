import { riyadhDate } from '#domain/calendar.ts';
import type { Language } from '#domain/languages.ts';
import { endToEndId } from '#domain/payouts/pain-001.ts';
import type { PlatformIdentity } from '../platform/config/settings.ts';
import { partyNamed, type RemittanceAdvice } from './document-kinds.ts';
import { renderDocument } from './render-document.ts';

/** A sent payout from SQL. */
export interface FoundRemittance extends Omit<
  RemittanceAdvice,
  'platform' | 'issued_at' | 'sent_on' | 'agency' | 'bank_reference'
> {
  payout_id: string;
  /** Null where it arrived without a payment file. */
  attempt: number | null;
  sent_at: string;
  agency_name: string;
  agency_address: string | null;
  platform: Omit<PlatformIdentity, 'iban'>;
}

/** The advice of a payout, dated when it was sent. Its bytes are always the same, except for the bank's day. */
export function remittanceAdvicePdf(
  {
    payout_id,
    attempt,
    sent_at,
    agency_name,
    agency_address,
    platform,
    ...advice
  }: FoundRemittance,
  language: Language,
): Promise<Uint8Array> {
  const sent = new Date(sent_at);
  return renderDocument({
    kind: 'remittance_advice',
    language,
    data: {
      ...advice,
      platform: { ...platform, iban: null },
      issued_at: sent.toISOString(),
      sent_on: riyadhDate(sent),
      bank_reference: attempt === null ? null : endToEndId(payout_id, attempt),
      agency: partyNamed(agency_name, agency_address),
    },
  });
}
