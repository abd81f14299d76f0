import { Trans, useLingui } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import { NavLink } from 'react-router';
import { Wordmark } from './brand.tsx';
import { HeaderSlot } from './header-slot.tsx';
import { SettingsIcon } from './icons.tsx';
import { LanguageSwitch, usePublicPath } from './language-switch.tsx';
import { SkipLink } from './skip-link.tsx';

/** The frame of the signed-in screens: a header with a slot of its own, and the second footer (SPEC section 2). */
export function AppLayout({
  header,
  account,
  aside,
  tabs,
  hasSettings = true,
  bell,
  children,
}: {
  /** At the end of the header: badges, links, Sign Out. */
  header: ReactNode;
  /** Who is signed in: in the header, on narrower windows in a row of its own. */
  account: ReactNode;
  /** Beside the content on wide windows, above it on others: the ways about a part of many screens. */
  aside?: ReactNode;
  /** At the foot of narrow windows, in place of `aside`: its bar covers nothing (ui/tab-bar.tsx). */
  tabs?: ReactNode;
  /** Whether the header has the way to the settings, which `aside` may have. */
  hasSettings?: boolean;
  /** The bell of the notifications. */
  bell?: ReactNode;
  children: ReactNode;
}) {
  const { t } = useLingui();
  const path = usePublicPath();
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const main = (
    <main
      id="content"
      tabIndex={-1}
      className={`pb-8 outline-none ${aside ? 'min-w-0' : 'page grow'}`}
    >
      <HeaderSlot value={slot}>{children}</HeaderSlot>
    </main>
  );
  return (
    <div
      className={`flex min-h-dvh flex-col ${aside ? '[--measure:94rem]' : ''} ${tabs ? 'max-xl:pb-(--tab-bar) max-xl:[--foot:var(--tab-bar)] print:pb-0' : ''}`}
    >
      <SkipLink />
      <header className="border-b border-line bg-paper print:hidden">
        <div className="page flex min-h-17 flex-wrap items-center gap-x-1.5 gap-y-1 py-2">
          <a href={path('/')} className="me-auto rounded-sm no-underline">
            <Wordmark />
          </a>
          <div className="min-w-0 max-lg:order-2 max-lg:basis-full lg:max-w-64">{account}</div>
          {/* On phones in a row of its own, its words flush with the page; the wordmark, language and settings share the first. */}
          <div className="flex min-w-0 flex-wrap items-center gap-x-1.5 gap-y-1 max-sm:order-1 max-sm:-mx-3 max-sm:grow max-sm:basis-full max-sm:justify-between">
            <span ref={setSlot} className="contents" />
            {header}
          </div>
          <LanguageSwitch />
          {bell}
          {/* On phones the bell has its room; the menu has the way to the settings too. */}
          {hasSettings ? <SettingsLink className={bell ? 'max-sm:hidden' : ''} /> : null}
        </div>
      </header>
      {/* On paper the header is gone, and the sheet still says whose it is. */}
      <div className="page hidden pt-2 pb-4 print:block">
        <Wordmark />
      </div>
      {aside ? (
        <div className="page grow xl:grid xl:grid-cols-[12rem_minmax(0,1fr)] xl:gap-x-10">
          {aside}
          {main}
        </div>
      ) : (
        main
      )}
      <footer className="border-t border-line print:hidden">
        <div className="page flex flex-wrap items-center justify-between gap-x-8 gap-y-1 py-4 text-sm">
          <nav aria-label={t`Footer`}>
            <ul className="flex flex-wrap gap-x-6">
              <FooterLink href={path('/')}>
                <Trans>Home</Trans>
              </FooterLink>
              <FooterLink href={path('/about-us')}>
                <Trans>About</Trans>
              </FooterLink>
              <FooterLink href={path('/#contact')}>
                <Trans>Contact</Trans>
              </FooterLink>
            </ul>
          </nav>
          <p className="text-ink-faint">
            <Trans>© 2025 Hamla. Dates are in Riyadh time.</Trans>
          </p>
        </div>
      </footer>
      {tabs}
    </div>
  );
}

/** Role, language, theme, password and sessions are one press away on every signed-in screen. */
function SettingsLink({ className }: { className: string }) {
  const { t } = useLingui();
  return (
    <NavLink
      to="/settings"
      aria-label={t`Settings`}
      title={t`Settings`}
      className={`-me-3 grid size-11 place-items-center rounded-sm text-ink-soft hover:bg-sunk hover:text-ink aria-[current=page]:text-palm ${className}`}
    >
      <SettingsIcon className="size-5" />
    </NavLink>
  );
}

function FooterLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <li>
      <a
        href={href}
        className="inline-flex min-h-9 items-center text-ink-soft hover:text-ink hover:underline"
      >
        {children}
      </a>
    </li>
  );
}
