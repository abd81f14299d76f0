import { Trans, useLingui } from '@lingui/react/macro';
import { buttonLook } from '../ui/button.tsx';
import { NothingHere } from '../ui/illustrations.tsx';
import { PublicLink } from '../ui/link.tsx';

/** The 404 page (SPEC section 2). */
export default function NotFound() {
  const { t } = useLingui();
  return (
    <div className="page grid content-center justify-items-start gap-6 py-20 sm:py-32">
      <title>{t`Page not found · Hamla`}</title>
      <meta name="robots" content="noindex" />
      <NothingHere className="max-w-64" />
      <h1 className="text-title">
        <Trans>Oops! Page not found</Trans>
      </h1>
      <p className="max-w-prose text-ink-soft">
        <Trans>The address may be mistyped, or the page may have moved.</Trans>
      </p>
      <PublicLink to="/" className={buttonLook()}>
        <Trans>Return to Home</Trans>
      </PublicLink>
    </div>
  );
}
