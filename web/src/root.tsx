import { I18nProvider } from '@lingui/react';
import { Trans } from '@lingui/react/macro';
import { use, type ReactNode } from 'react';
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  UNSAFE_FrameworkContext,
  useLocation,
  useMatches,
  useRouteError,
} from 'react-router';
import { languages, type Language } from '#domain/languages.ts';
import arabic400 from '../.fonts/arabic-400.woff2?url';
import arabic600 from '../.fonts/arabic-600.woff2?url';
import latin from '../.fonts/latin.woff2?url';
import mark from '../public/mark.svg?raw';
import pageScript from '../.scripts/page.js?url&no-inline';
import { applicationFirstPaint, publicFirstPaint } from './first-paint.ts';
import { documentLanguage, i18nFor, languageFacts } from './i18n.ts';
import { languageOfPath } from './public-path.ts';
import { contact } from './site/contact.ts';
import { BrokenScreen } from './ui/error-state.tsx';
import { Spinner } from './ui/spinner.tsx';
import './ui/app.css';

/**
 * What a page of content draws its text with: fetched beside the style sheet, not after it. The figures of an Arabic page
 * come a moment later: a third file at once costs a slow line one more round trip before the words stand.
 */
const fonts: Record<Language, readonly string[]> = {
  en: [latin],
  ar: [arabic400, arabic600],
};

/** The style sheet of the pages of content stands in them; the application links to its own. */
const siteStyle = import.meta.env.SSR ? (await import('./site/site.css?inline')).default : '';

/** The mark itself, so that it takes no connection from the code of the first view. */
const markAddress = `data:image/svg+xml,${encodeURIComponent(mark)}`;

/**
 * A route whose `handle` says `hydrate: false` is a page of content: it carries no React at all. The application's
 * empty shell is drawn at the address "/" too, but in the router's SPA mode.
 */
function useHydrates(): boolean {
  const isShell = use(UNSAFE_FrameworkContext)?.isSpaMode === true;
  const matches = useMatches();
  return isShell || !matches.some(({ handle }) => isObject(handle) && handle.hydrate === false);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

export function Layout({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const language = import.meta.env.SSR ? languageOfPath(pathname) : documentLanguage();
  const hydrates = useHydrates();
  return (
    <html lang={language} dir={languageFacts[language].direction} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta
          name="viewport"
          content={`width=device-width, initial-scale=1, interactive-widget=resizes-content${hydrates ? ', viewport-fit=cover' : ''}`}
        />
        <meta name="theme-color" content="#faf6ed" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#0b1511" media="(prefers-color-scheme: dark)" />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="icon" href={hydrates ? markAddress : '/mark.svg'} type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        {hydrates ? <meta name="robots" content="noindex" /> : null}
        <script
          dangerouslySetInnerHTML={{ __html: hydrates ? applicationFirstPaint : publicFirstPaint }}
        />
        <Meta />
        {hydrates
          ? null
          : fonts[language].map((href) => (
              <link
                key={href}
                rel="preload"
                href={href}
                as="font"
                type="font/woff2"
                crossOrigin="anonymous"
              />
            ))}
        {hydrates ? <Links /> : <style dangerouslySetInnerHTML={{ __html: siteStyle }} />}
        {hydrates ? null : <script src={pageScript} defer />}
      </head>
      <body>
        <I18nProvider i18n={i18nFor(language)}>{children}</I18nProvider>
        {hydrates ? (
          <>
            <ScrollRestoration />
            <Scripts />
          </>
        ) : null}
      </body>
    </html>
  );
}

export default function Root() {
  return <Outlet />;
}

/** What the empty shell shows while the application's code arrives, or says where it cannot run: in every language. */
export function HydrateFallback() {
  return (
    <>
      <noscript>
        {languages.map((language) => (
          <I18nProvider key={language} i18n={i18nFor(language)}>
            <WithoutScript lang={language} dir={languageFacts[language].direction} />
          </I18nProvider>
        ))}
      </noscript>
      <div className="noscript:hidden">
        <Spinner page />
      </div>
    </>
  );
}

function WithoutScript(props: { lang: string; dir: string }) {
  return (
    <p className="page py-8 text-lg" {...props}>
      <Trans>
        Signing in and the dashboards need JavaScript. Please turn it on in your browser, or write
        to us:
      </Trans>{' '}
      <a href={`mailto:${contact.email}`} className="text-link">
        <bdi translate="no" dir="ltr">
          {contact.email}
        </bdi>
      </a>
    </p>
  );
}

export function ErrorBoundary() {
  return <BrokenScreen error={useRouteError()} />;
}
