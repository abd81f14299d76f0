import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Mark, Wordmark } from './brand.tsx';
import { usePublicPath } from './language-switch.tsx';
import { SkipLink } from './skip-link.tsx';

/** The frame of the signed-in screens: a header of one row, and the second footer (SPEC section 2). */
export function AppLayout({
  header,
  aside,
  tabs,
  children,
}: {
  /** At the end of the header: badge, search, Home, bell, account, Sign Out; on phones icons alone. */
  header: ReactNode;
  /** Beside the content on wide windows, above it on others: the ways about a part of many screens. */
  aside?: ReactNode;
  /** At the foot of narrow windows, in place of `aside`: its bar covers nothing (ui/tab-bar.tsx). */
  tabs?: ReactNode;
  children: ReactNode;
}) {
  const { t } = useLingui();
  const path = usePublicPath();
  const main = (
    <main
      id="content"
      tabIndex={-1}
      className={`pb-8 outline-none ${aside ? 'min-w-0' : 'page grow'}`}
    >
      {children}
    </main>
  );
  return (
    <div
      className={`flex min-h-dvh flex-col ${aside ? '[--measure:94rem]' : ''} ${tabs ? 'max-xl:pb-(--tab-bar) max-xl:[--foot:var(--tab-bar)] print:pb-0' : ''}`}
    >
      <SkipLink />
      <header className="border-b border-line bg-paper print:hidden">
        <div className="page flex min-h-14 items-center gap-x-1.5 sm:min-h-17">
          <a href={path('/')} aria-label={t`Hamla`} className="me-auto rounded-sm no-underline">
            <Mark className="size-6 text-palm sm:hidden" />
            <span className="max-sm:hidden">
              <Wordmark />
            </span>
          </a>
          {/* The last one's icon, or its words, end with the page. */}
          <div className="-me-3 flex items-center sm:gap-x-1.5">{header}</div>
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
