import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { Wordmark } from './brand.tsx';
import { buttonLook } from './button.tsx';
import { CrossIcon, MenuIcon } from './icons.tsx';
import { LegalLine } from './legal-identity.tsx';
import { SkipLink } from './skip-link.tsx';
import { StaticLanguageSwitch, usePublicPath } from './language-switch.tsx';
import { StaticThemeToggle } from './theme-toggle.tsx';

/**
 * The frame of the public pages and of signing in. Its links load documents, because the pages of content are
 * complete HTML; `toggles`, of language and theme, are the hydrated ones where there is React.
 */
export function PublicLayout({
  children,
  toggles,
  actions,
  account,
}: {
  children: ReactNode;
  toggles?: ReactNode;
  /** Instead of Log In and Get Started, where somebody is signed in. */
  actions?: ReactNode;
  /** Who is signed in: in a row of its own below. */
  account?: ReactNode;
}) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <PublicHeader
        toggles={
          toggles ?? (
            <>
              <StaticLanguageSwitch />
              <StaticThemeToggle />
            </>
          )
        }
        actions={actions}
        account={account}
        isStatic={toggles === undefined}
      />
      <main id="content" tabIndex={-1} className="grow outline-none">
        {children}
      </main>
      <PublicFooter isStatic={toggles === undefined} />
    </div>
  );
}

function usePublicPages() {
  const { t } = useLingui();
  const path = usePublicPath();
  return [
    { href: path('/how-we-work'), name: t`How We Work` },
    { href: path('/for-companies'), name: t`For Companies` },
    { href: path('/for-agencies'), name: t`For Agencies` },
    { href: path('/about-us'), name: t`About Us` },
    { href: path('/#contact'), name: t`Contact` },
  ];
}

function useLegalPages() {
  const { t } = useLingui();
  const path = usePublicPath();
  return [
    { href: path('/privacy'), name: t`Privacy Policy`, short: t`Privacy` },
    { href: path('/terms'), name: t`Terms of Service`, short: t`Terms` },
  ];
}

function PublicHeader({
  toggles,
  actions,
  account,
  isStatic,
}: {
  toggles: ReactNode;
  actions: ReactNode;
  account: ReactNode;
  /** A page of content, without React: what it says of who is signed in is written for both, and its style chooses. */
  isStatic: boolean;
}) {
  const { t } = useLingui();
  const pages = usePublicPages();
  const legal = useLegalPages();
  const path = usePublicPath();
  const here = path(useLocation().pathname);
  const current = (href: string) => (href === here ? 'page' : undefined);
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-paper print:static">
      <div className="page flex h-17 items-center gap-3 sm:gap-4">
        <a href={path('/')} className="rounded-sm no-underline">
          <Wordmark />
        </a>
        <nav aria-label={t`Main`} className="mx-auto hidden xl:block">
          <ul className="flex">
            {[...pages, ...legal.map(({ href, short }) => ({ href, name: short }))].map(
              ({ href, name }) => (
                <li key={href}>
                  <a
                    href={href}
                    aria-current={current(href)}
                    className="block border-b-2 border-transparent px-1.5 py-2 text-[0.9375rem] font-medium whitespace-nowrap text-ink-soft hover:text-ink aria-[current=page]:border-saffron aria-[current=page]:text-ink"
                  >
                    {name}
                  </a>
                </li>
              ),
            )}
          </ul>
        </nav>
        <div className="ms-auto flex items-center gap-1.5 xl:ms-0">
          <div className="flex items-center max-sm:hidden">{toggles}</div>
          {isStatic ? <MemberActions /> : null}
          {actions ? <div className="max-sm:hidden">{actions}</div> : <VisitorActions />}
          <details data-menu className="group/menu xl:hidden">
            <summary
              aria-label={t`Menu`}
              className="-me-3 grid size-11 place-items-center rounded-sm hover:bg-sunk"
            >
              <MenuIcon className="size-5 group-open/menu:hidden" />
              <CrossIcon className="hidden size-5 group-open/menu:block" />
            </summary>
            <nav
              aria-label={t`Menu`}
              className="absolute inset-x-0 top-full max-h-[calc(100dvh-4.25rem)] overflow-y-auto border-y border-line bg-paper shadow-float"
            >
              <ul className="page py-3">
                {[
                  ...pages,
                  ...(actions ? [] : [{ href: '/signin', name: t`Log In` }]),
                  ...legal,
                ].map(({ href, name }) => (
                  <li
                    key={href}
                    data-visitor={href === '/signin' || undefined}
                    className="border-b border-line last:border-0"
                  >
                    <a
                      href={href}
                      aria-current={current(href)}
                      className="flex min-h-13 items-center text-lg font-medium aria-[current=page]:text-palm"
                    >
                      {name}
                    </a>
                  </li>
                ))}
              </ul>
              <div className="page flex items-center justify-between pb-3 sm:hidden">
                {toggles}
                {actions}
              </div>
            </nav>
          </details>
        </div>
      </div>
      {account ? <div className="page flex pb-2">{account}</div> : null}
    </header>
  );
}

function VisitorActions() {
  return (
    <>
      <a href="/signin" data-visitor className={`${buttonLook('quiet', 'small')} max-sm:hidden`}>
        <Trans>Log In</Trans>
      </a>
      <a
        href="/signup"
        data-visitor
        className={`${buttonLook('primary', 'small')} whitespace-nowrap`}
      >
        <Trans>Get Started</Trans>
      </a>
    </>
  );
}

/**
 * Whose session this device keeps, and the way to their own screens; shown while there is one (`data-member` of
 * first-paint.ts). The address is written by site/page-script.ts, into room that is kept for it.
 */
function MemberActions() {
  return (
    <>
      <bdi
        translate="no"
        data-member-only
        data-member-email
        dir="ltr"
        className="w-28 truncate text-end text-sm text-ink-soft max-xl:hidden"
      />
      <a
        href="/auth/resolve"
        data-member-only
        className={`${buttonLook('primary', 'small')} min-[350px]:whitespace-nowrap`}
      >
        <Trans>Dashboard</Trans>
      </a>
    </>
  );
}

/** The legal identity is filled into pages of content alone; the screens of signing in lead there. */
function PublicFooter({ isStatic }: { isStatic: boolean }) {
  const { t } = useLingui();
  const pages = usePublicPages();
  const legal = useLegalPages();
  return (
    <footer className="mt-auto bg-forest text-on-forest print:hidden">
      <div className="page grid gap-x-12 gap-y-10 py-12 sm:grid-cols-[1.6fr_1fr_1fr] sm:py-16">
        <div>
          <p className="max-w-[16ch] text-title">
            <Trans>Advertise now, pay later.</Trans>
          </p>
          <p className="mt-3 max-w-sm text-sm opacity-75">
            <Trans>
              Financing of advertising campaigns for companies and agencies in the Kingdom of Saudi
              Arabia.
            </Trans>
          </p>
        </div>
        <FooterLinks title={t`Product`} links={pages} />
        <FooterLinks
          title={t`Account and rules`}
          links={[
            { href: '/signin', name: t`Log In` },
            { href: '/signup', name: t`Get Started` },
            ...legal,
          ]}
        />
      </div>
      <div className="page">
        <div className="grid gap-1 border-t border-current/20 py-5 text-sm opacity-75">
          {isStatic ? <LegalLine /> : null}
          <p>
            <Trans>© 2025 Hamla. All rights reserved.</Trans>
          </p>
        </div>
      </div>
    </footer>
  );
}

function FooterLinks({
  title,
  links,
}: {
  title: string;
  links: readonly { href: string; name: string }[];
}) {
  return (
    <nav aria-label={title}>
      <p className="text-sm font-semibold opacity-75">{title}</p>
      <ul className="mt-2">
        {links.map(({ href, name }) => (
          <li key={href}>
            <a
              href={href}
              className="inline-flex min-h-9 items-center underline decoration-transparent underline-offset-4 hover:decoration-current focus-visible:outline-current"
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
