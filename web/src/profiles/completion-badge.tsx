import { Trans, useLingui } from '@lingui/react/macro';
import type { Role } from '#domain/accounts/roles.ts';
import { FlagIcon } from '../ui/icons.tsx';
import { Link } from '../ui/link.tsx';

/** How much of the profile is filled, with the way there; hidden at 100 (SPEC sections 2 and 9). */
export function CompletionBadge({ role, percent }: { role: Role; percent: number }) {
  const { t } = useLingui();
  if (percent >= 100) return null;
  return (
    <Link
      to={`/profile/${role}`}
      aria-label={t`Profile ${percent}%`}
      className="inline-flex min-h-9 items-center gap-1.5 rounded-sm bg-saffron-wash px-2 text-sm font-semibold whitespace-nowrap text-saffron-ink hover:underline sm:px-2.5"
    >
      <FlagIcon className="size-3.5" />
      <span className="sm:hidden">{percent}%</span>
      <span className="max-sm:hidden">
        <Trans>Profile {percent}%</Trans>
      </span>
    </Link>
  );
}
