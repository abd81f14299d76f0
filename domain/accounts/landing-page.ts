/**
 * Where /auth/resolve sends a visitor, in the order of SPEC section 4: no session, the role of the session's metadata,
 * else the stored role, none. A role that is neither company nor agency leads to /select-role, like none.
 */
export function landingPage(visitor: {
  signedIn: boolean;
  /** As the session carries it: whatever the account's metadata holds. */
  metadataRole: unknown;
  storedRole: string | null;
}): '/signin' | '/select-role' | '/dashboard/company' | '/dashboard/agency' {
  if (!visitor.signedIn) return '/signin';
  const role = visitor.metadataRole || visitor.storedRole;
  if (role === 'company') return '/dashboard/company';
  if (role === 'agency') return '/dashboard/agency';
  return '/select-role';
}
