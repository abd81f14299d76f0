import { Trans, useLingui } from '@lingui/react/macro';
import type { Role } from '#domain/accounts/roles.ts';
import type { Completion } from '#domain/profiles/profile.ts';
import { Link } from '../ui/link.tsx';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { profileItemNames, profileItemPath, type ProfileItem } from './profile-items.ts';

/** The share of the profile that is filled, and the items still missing, each leading to its field. */
export function ProfileProgress({
  role,
  completion: { percent, items },
}: {
  role: Role;
  completion: Completion<ProfileItem>;
}) {
  const { i18n } = useLingui();
  const missing = items.filter((one) => !one.filled);
  return (
    <div className="grid gap-1.5">
      <ProgressBar label={<Trans>Profile completion</Trans>} value={percent} />
      {missing.length > 0 ? (
        <details className="group text-sm">
          <summary className="inline-flex min-h-9 items-center text-ink-soft underline decoration-line-strong underline-offset-4 hover:text-ink">
            <Trans>What is missing</Trans>
          </summary>
          <ul className="flex flex-wrap gap-x-5">
            {missing.map(({ item }) => (
              <li key={item}>
                <Link
                  to={profileItemPath(role, item)}
                  className="text-link inline-flex min-h-8 items-center"
                >
                  {i18n._(profileItemNames[item])}
                </Link>
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </div>
  );
}
