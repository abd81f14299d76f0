import { compactIban, isSaudiIban } from '../iban.ts';
import { isFilled } from './profile.ts';

/** The life of an IBAN that an agency has asked for: it waits, and ends once. */
export const ibanChangeStatuses = [
  'Pending',
  'Approved',
  'Rejected',
  /** By the agency itself. */
  'Withdrawn',
  /** By a newer request. */
  'Replaced',
] as const;

export type IbanChangeStatus = (typeof ibanChangeStatuses)[number];

const PAUSE_MS = 24 * 3_600_000;

/** The first moment at which an IBAN can take effect: 24 hours after it was asked for, so that its owner can object. */
export function ibanPauseEnds(requested_at: Date): Date {
  return new Date(requested_at.getTime() + PAUSE_MS);
}

/** Whether a member of staff can approve the change now; with the approval it takes effect. */
export function canApproveIban(
  { status, requested_at }: { status: IbanChangeStatus; requested_at: Date },
  now: Date,
): boolean {
  return status === 'Pending' && now >= ibanPauseEnds(requested_at);
}

/** What keeps an agency from being paid, as far as its account goes. */
export const ibanObstacles = ['iban_missing', 'iban_invalid', 'iban_pending'] as const;

export type IbanObstacle = (typeof ibanObstacles)[number];

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

/** "SA0380000000608010167519" → "SA03 … 7519": enough to be recognised, too little to be copied. */
export function maskedIban(iban: string): string {
  return `${iban.slice(0, 4)} … ${iban.slice(-4)}`;
}
