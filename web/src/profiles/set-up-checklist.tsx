import { Trans, useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import type { Role } from '#domain/accounts/roles.ts';
import type { Completion } from '#domain/profiles/profile.ts';
import { Checklist } from '../ui/checklist.tsx';
import { Disclosure } from '../ui/disclosure.tsx';
import { profileItemNames, profileItemPath, type ProfileItem } from './profile-items.ts';

/**
 * The completion items as a list that opens on demand: what is there is ticked, what is missing leads to its field; gone
 * once the profile is full.
 */
export function SetUpChecklist({
  role,
  completion: { percent, items },
}: {
  role: Role;
  completion: Completion<ProfileItem>;
}) {
  const { t, i18n } = useLingui();
  const heading = useId();
  if (percent >= 100) return null;
  return (
    <section aria-labelledby={heading} className="border-t-2 border-ink pt-2 print:hidden">
      <Disclosure
        summary={
          <h2 id={heading} className="text-heading text-ink">
            <Trans>Set up your profile</Trans>
          </h2>
        }
      >
        <Checklist
          label={t`Items of your profile`}
          items={items.map(({ item, filled }) => ({
            id: item,
            label: i18n._(profileItemNames[item]),
            done: filled,
            to: profileItemPath(role, item),
          }))}
        />
      </Disclosure>
    </section>
  );
}
