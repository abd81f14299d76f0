import type { Role } from '../accounts/roles.ts';

/** Whether the dashboard asks for the rest of the profile (SPEC section 4): not at 100% or more, not once dismissed. */
export function bannerIsShown(banner: { percent: number; dismissed: boolean }): boolean {
  return banner.percent < 100 && !banner.dismissed;
}

/** Where the device remembers the dismissal: one key per role (SPEC section 9). */
export function bannerStorageKey(role: Role): string {
  return `profile_banner_dismissed_${role}`;
}
