import { riyadhDate } from '#domain/calendar.ts';
import type { Language } from '#domain/languages.ts';
import type { PlatformIdentity } from '../platform/config/settings.ts';
import type { SettlementLetter } from './document-kinds.ts';
import { renderDocument } from './render-document.ts';

/** A completed ticket from SQL. */
export interface FoundSettlement extends Omit<
  SettlementLetter,
  'platform' | 'issued_at' | 'settled_on'
> {
  completed_at: string;
}

/** The letter that a ticket is settled, dated when it was completed. */
export function settlementLetterPdf(
  { completed_at, ...letter }: FoundSettlement,
  platform: PlatformIdentity,
  language: Language,
): Promise<Uint8Array> {
  const settled = new Date(completed_at);
  return renderDocument({
    kind: 'settlement_letter',
    language,
    data: {
      ...letter,
      platform,
      issued_at: settled.toISOString(),
      settled_on: riyadhDate(settled),
    },
  });
}
