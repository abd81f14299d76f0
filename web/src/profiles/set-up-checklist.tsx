import { Trans, useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import type { Role } from '#domain/accounts/roles.ts';
import type { Completion } from '#domain/profiles/profile.ts';
import { ArrowIcon, CheckIcon, ChevronDownIcon } from '../ui/icons.tsx';
import { Link } from '../ui/link.tsx';
import { profileItemNames, profileItemPath, type ProfileItem } from './profile-items.ts';

/**
 * The completion items as a list: what is there is ticked, what is missing leads to its field. Folded up where there
 * is other work (`isOpen` false); gone once the profile is full.
 */
export function SetUpChecklist({
  role,
  completion: { percent, items },
  isOpen,
}: {
  role: Role;
  completion: Completion<ProfileItem>;
  isOpen: boolean;
}) {
  const { t } = useLingui();
  const heading = useId();
  if (percent >= 100) return null;
  const total = items.length;
  const filled = items.filter((one) => one.filled).length;
  return (
    <section aria-labelledby={heading} className="rounded-md border border-line print:hidden">
      <details open={isOpen} className="group">
        <summary className="grid grid-cols-[1fr_auto] items-center gap-x-6 gap-y-3 px-5 py-4 sm:grid-cols-[auto_1fr_auto_auto] sm:px-6">
          <h2 id={heading} className="text-heading">
            <Trans>Set up your profile</Trans>
          </h2>
          <span
            aria-hidden="true"
            className="flex h-2 gap-0.5 max-sm:order-last max-sm:col-span-2 sm:max-w-72"
          >
            {items.map(({ item }, index) => (
              <span key={item} className={`grow ${index < filled ? 'bg-palm' : 'bg-line'}`} />
            ))}
          </span>
          <span className="text-sm text-ink-soft max-sm:hidden">
            <Trans>
              {filled} of {total} done
            </Trans>
          </span>
          <ChevronDownIcon className="size-5 text-ink-soft transition-transform duration-150 group-open:rotate-180" />
        </summary>
        <ul
          aria-label={t`Items of your profile`}
          className="grid gap-x-8 border-t border-line px-5 py-3 sm:grid-cols-2 sm:px-6 lg:grid-cols-3"
        >
          {items.map((one) => (
            <Item key={one.item} role={role} {...one} />
          ))}
        </ul>
      </details>
    </section>
  );
}

function Item({ role, item, filled }: { role: Role; item: ProfileItem; filled: boolean }) {
  const { i18n } = useLingui();
  const name = i18n._(profileItemNames[item]);
  const box = 'grid size-5 shrink-0 place-items-center rounded-sm border';
  if (filled) {
    return (
      <li className="flex min-h-11 items-center gap-3 text-ink-soft">
        <span className={`${box} border-palm bg-palm text-on-palm`}>
          <CheckIcon className="size-3.5" />
        </span>
        {name}
        <span className="sr-only">
          <Trans>done</Trans>
        </span>
      </li>
    );
  }
  return (
    <li>
      <Link
        to={profileItemPath(role, item)}
        className="group/item flex min-h-11 items-center gap-3 font-medium hover:underline hover:underline-offset-4"
      >
        <span aria-hidden="true" className={`${box} border-line-strong bg-raised`} />
        <span className="grow">{name}</span>
        <ArrowIcon className="size-4 text-ink-faint group-hover/item:text-palm" />
      </Link>
    </li>
  );
}
