/** What staff can say of an agency. Verified and suspended are two things: a verified agency can be suspended. */
export const agencyDecisions = ['verify', 'accept_name', 'suspend', 'lift_suspension'] as const;

export type AgencyDecision = (typeof agencyDecisions)[number];

/** What the decisions look at. */
interface AgencyStanding {
  /** Blank or null: it has none. */
  name: string | null;
  company_registration_file: string | null;
  isVerified: boolean;
  isSuspended: boolean;
  /** Its name looks like a verified agency's, and nobody has looked at it. */
  isNameHeld: boolean;
}

/**
 * Whether staff can take the decision now. Verified is an agency whose registration somebody has read: without a name
 * and the document there is nothing to verify. A held name is looked at, and a verified agency that took it is verified again.
 */
export function canDecideOnAgency(decision: AgencyDecision, agency: AgencyStanding): boolean {
  if (decision === 'suspend') return !agency.isSuspended;
  if (decision === 'lift_suspension') return agency.isSuspended;
  if (decision === 'accept_name') return agency.isNameHeld;
  return Boolean(
    (!agency.isVerified || agency.isNameHeld) &&
    agency.name?.trim() &&
    agency.company_registration_file,
  );
}
