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

/** "SA0380000000608010167519" → "SA03 … 7519": enough to be recognised, too little to be copied. */
export function maskedIban(iban: string): string {
  return `${iban.slice(0, 4)} … ${iban.slice(-4)}`;
}
