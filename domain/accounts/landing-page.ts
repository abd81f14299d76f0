/**
 * Where /auth/resolve sends a visitor, in the order of SPEC section 4: no session, the role of the session's metadata,
 * else the stored role, none. A role that is neither company nor agency leads to /select-role, like none. Before all
 * that: a session that owes its second factor shows it, and staff, who have no role, work at /operations.
 */
export function landingPage(visitor: {
  signedIn: boolean;
  /** See owesSecondFactor. */
  owesFactor: boolean;
  isStaff: boolean;
  /** As the session carries it: whatever the account's metadata holds. */
  metadataRole: unknown;
  storedRole: string | null;
}) {
  if (!visitor.signedIn) return '/signin';
  if (visitor.owesFactor) return '/second-factor';
  if (visitor.isStaff) return '/operations';
  const role = visitor.metadataRole || visitor.storedRole;
  if (role === 'company') return '/dashboard/company';
  if (role === 'agency') return '/dashboard/agency';
  return '/select-role';
}

/** Whether an account has a second factor, and the session has shown it. */
export type SecondFactor = 'none' | 'awaited' | 'shown';

/** Who has a second factor shows it first; staff must have one. */
export function owesSecondFactor(account: { isStaff: boolean; factor: SecondFactor }): boolean {
  return account.factor === 'awaited' || (account.isStaff && account.factor === 'none');
}
