/** The two kinds of user (SPEC section 1). Staff are no role: they stand in a table of their own. */
export const roles = ['company', 'agency'] as const;

export type Role = (typeof roles)[number];

/** Whether a value read from metadata, an address or a row is one of the two roles. */
export function isRole(value: unknown): value is Role {
  return roles.some((role) => role === value);
}
