import { Trans } from '@lingui/react/macro';
import { buttonLook } from '../ui/button.tsx';
import { PublicLink } from '../ui/link.tsx';
import { SignOutButton } from './sign-out-button.tsx';

/**
 * The ways out in the header of companies' and agencies' screens (SPEC section 2). The profile has Home alone: signing out
 * would throw away without a question what is typed there.
 */
export function HomeAndSignOut() {
  return (
    <>
      <PublicLink to="/" className={buttonLook('quiet', 'small')}>
        <Trans>Home</Trans>
      </PublicLink>
      <SignOutButton />
    </>
  );
}
