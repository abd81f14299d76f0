import { Trans } from '@lingui/react/macro';
import { buttonLook, iconOnPhones } from '../ui/button.tsx';
import { HomeIcon } from '../ui/icons.tsx';
import { PublicLink } from '../ui/link.tsx';

/** The way to the home page, in the header of companies' and agencies' screens (SPEC section 2). */
export function HomeLink() {
  return (
    <PublicLink to="/" className={`${buttonLook('quiet', 'small')} ${iconOnPhones}`}>
      <HomeIcon className="size-5 sm:hidden" />
      <span className="max-sm:sr-only">
        <Trans>Home</Trans>
      </span>
    </PublicLink>
  );
}
