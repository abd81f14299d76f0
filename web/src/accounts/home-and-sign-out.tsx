import { Trans } from '@lingui/react/macro';
import { buttonLook } from '../ui/button.tsx';
import { PublicLink } from '../ui/link.tsx';
import { SignOutButton } from './sign-out-button.tsx';

/** The way to the home page, in the header of companies' and agencies' screens (SPEC section 2). */
export function HomeLink() {
  return (
    <PublicLink to="/" className={buttonLook('quiet', 'small')}>
      <Trans>Home</Trans>
    </PublicLink>
  );
}

/** The ways out in that header. */
export function HomeAndSignOut() {
  return (
    <>
      <HomeLink />
      <SignOutButton />
    </>
  );
}
