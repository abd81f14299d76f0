import { compactIban, isSaudiIban } from '../iban.ts';
import type { IbanObstacle } from '../profiles/iban-change.ts';
import { isFilled } from '../profiles/profile.ts';

/**
 * Why an agency has no account that can be paid: none was given, the one there is is no valid Saudi IBAN, or its first
 * one waits to be approved. Null: it can be paid, whatever else it has asked for.
 */
export function ibanObstacle(agency: {
  /** What the profile says. */
  iban: string | null;
  /** What was approved. */
  paid_iban: string | null;
}): IbanObstacle | null {
  const { iban, paid_iban } = agency;
  if (paid_iban !== null) return isSaudiIban(paid_iban) ? null : 'iban_invalid';
  if (iban === null || !isFilled(iban)) return 'iban_missing';
  return isSaudiIban(compactIban(iban)) ? 'iban_pending' : 'iban_invalid';
}
