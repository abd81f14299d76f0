import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import type { Role } from '#domain/accounts/roles.ts';
import { bannerIsShown, bannerStorageKey } from '#domain/profiles/dismissed-banner.ts';
import { Notice } from '../ui/notice.tsx';
import { Link } from '../ui/link.tsx';

/** Asks for the rest of the profile until it is full or dismissed, remembered per role on this device (SPEC section 4). */
export function ProfileBanner({ role, percent }: { role: Role; percent: number }) {
  const key = bannerStorageKey(role);
  const [dismissed, setDismissed] = useState(() => localStorage.getItem(key) !== null);
  if (!bannerIsShown({ percent, dismissed })) return null;
  const dismiss = () => {
    localStorage.setItem(key, 'true');
    setDismissed(true);
  };
  return (
    <Notice
      onDismiss={dismiss}
      action={
        <Link to={`/profile/${role}`} className="text-link">
          <Trans>Complete your profile</Trans>
        </Link>
      }
    >
      {role === 'company' ? (
        <Trans>
          Your profile is {percent}% complete. Every item you add counts towards your budget.
        </Trans>
      ) : (
        <Trans>
          Your profile is {percent}% complete. Companies find you by your name, and we pay you to
          your IBAN.
        </Trans>
      )}
    </Notice>
  );
}
