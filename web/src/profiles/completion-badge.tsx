import { Trans } from '@lingui/react/macro';
import type { Role } from '#domain/accounts/roles.ts';
import { FlagIcon } from '../ui/icons.tsx';
import { ButtonLink, Link } from '../ui/link.tsx';

/** The way to the profile in a dashboard's header: the badge hides at 100 (SPEC section 9), the way stays. */
export function ProfileLink({ role, percent }: { role: Role; percent: number }) {
  if (percent < 100) return <CompletionBadge role={role} percent={percent} />;
  return (
    <ButtonLink to={`/profile/${role}`} tone="quiet" size="small">
      <Trans>Profile</Trans>
    </ButtonLink>
  );
}

/** How much of the profile is filled, with the way there (SPEC section 2). */
function CompletionBadge({ role, percent }: { role: Role; percent: number }) {
  return (
    <Link
      to={`/profile/${role}`}
      className="inline-flex min-h-9 items-center gap-1.5 rounded-sm bg-saffron-wash px-2.5 text-sm max-sm:ms-3 font-semibold whitespace-nowrap text-saffron-ink hover:underline"
    >
      <FlagIcon className="size-3.5" />
      <Trans>Profile {percent}%</Trans>
    </Link>
  );
}
