import { Trans, useLingui } from '@lingui/react/macro';
import { useId, type ReactNode } from 'react';
import { AccountIcon, SettingsIcon } from '../ui/icons.tsx';
import { LanguageSwitch } from '../ui/language-switch.tsx';
import { PopoverLink } from '../ui/popover-link.tsx';
import { ThemeToggle } from '../ui/theme-toggle.tsx';
import { useAuth } from './auth-context.tsx';
import { WhoIsSignedIn } from './signed-in-as.tsx';

/**
 * Who is signed in, and behind it their address, their settings, the language and the theme. The browser's own popover,
 * as the tab bar's More.
 */
export function AccountMenu({
  name,
  children,
}: {
  /** The organisation's; null: it has none; undefined: not known yet. */
  name: string | null | undefined;
  /** Further ways, before the settings. */
  children?: ReactNode;
}) {
  const { t } = useLingui();
  const { user } = useAuth();
  const id = useId();
  const shown = name === null ? user?.email : name;
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        title={shown ?? t`Account`}
        className="flex h-11 shrink-0 cursor-pointer items-center justify-center gap-2 rounded-sm text-sm text-ink-soft hover:bg-sunk hover:text-ink max-lg:w-11 lg:px-2"
      >
        <AccountIcon className="size-5" />
        <span className="sr-only">
          <Trans>Account</Trans>
        </span>
        {shown ? (
          <bdi translate="no" className="max-w-44 truncate max-lg:sr-only">
            {shown}
          </bdi>
        ) : null}
      </button>
      <div
        id={id}
        popover="auto"
        className="absolute inset-auto top-14 end-[max(1rem,calc((100vw-var(--measure,76rem))/2+3rem))] m-0 w-80 max-w-[calc(100vw-2rem)] rounded-md border border-line-strong bg-raised px-5 py-4 text-ink shadow-float sm:top-17"
      >
        {name ? (
          <p className="font-semibold wrap-anywhere">
            <bdi translate="no">{name}</bdi>
          </p>
        ) : null}
        <WhoIsSignedIn />
        <ul aria-label={t`Account`} className="mt-3 border-y border-line">
          {children}
          <li>
            <PopoverLink to="/settings" icon={<SettingsIcon className="size-5" />}>
              <Trans>Settings</Trans>
            </PopoverLink>
          </li>
        </ul>
        <div className="-mx-2.5 -mb-2 flex items-center justify-between pt-2">
          <LanguageSwitch />
          <ThemeToggle />
        </div>
      </div>
    </>
  );
}
