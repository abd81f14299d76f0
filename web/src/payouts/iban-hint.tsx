import { Trans } from '@lingui/react/macro';
import { AlertIcon } from '../ui/icons.tsx';
import { profileItemPath } from '../profiles/profile-items.ts';
import { Link } from '../ui/link.tsx';

/** A payout needs an account; what is stored was checked when it was saved, so only a missing IBAN is in the way. */
export function IbanHint({ iban }: { iban: string | null }) {
  if (iban) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-1 border-t border-on-forest/20 bg-saffron rounded-b-md px-5 py-3 text-[#0f1f18] sm:px-8">
      <p className="flex items-start gap-2 font-medium">
        <AlertIcon className="mt-1 size-4" />
        <span>
          <Trans>We cannot pay you yet: your profile has no IBAN.</Trans>
        </span>
      </p>
      <Link
        to={profileItemPath('agency', 'iban')}
        className="min-h-6 font-semibold underline underline-offset-4 focus-visible:outline-[#0f1f18]!"
      >
        <Trans>Add your IBAN</Trans>
      </Link>
    </div>
  );
}
