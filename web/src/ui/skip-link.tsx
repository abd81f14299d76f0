import { Trans } from '@lingui/react/macro';

/** The first stop of the keyboard on every page: jumps over the navigation to `<main id="content">`. */
export function SkipLink() {
  return (
    <a
      href="#content"
      className="sr-only z-50 rounded-sm bg-palm px-4 py-3 font-semibold text-on-palm focus:not-sr-only focus:fixed focus:inset-s-4 focus:top-4"
    >
      <Trans>Skip to content</Trans>
    </a>
  );
}
