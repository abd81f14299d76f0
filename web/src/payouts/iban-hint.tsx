import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { PaymentAccount } from '#api/profiles.ts';
import { IbanInPart } from '../profiles/iban-in-part.tsx';
import { profileItemPath } from '../profiles/profile-items.ts';
import { AlertIcon, ClockIcon } from '../ui/icons.tsx';
import { Link } from '../ui/link.tsx';
import { DateTime } from '../ui/date-time.tsx';

/** What stands between a payout and the agency's account, or what is about to change there; nothing while all is well. */
export function IbanHint({ account }: { account: PaymentAccount }) {
  const { obstacle, pending, rejected } = account;
  if (obstacle === 'iban_missing' && !rejected) {
    return (
      <Band isAsking link={<Trans>Add your IBAN</Trans>}>
        <Trans>We cannot pay you yet: your profile has no IBAN.</Trans>
      </Band>
    );
  }
  if (obstacle === 'iban_invalid' && !pending) {
    return (
      <Band isAsking link={<Trans>Correct your IBAN</Trans>}>
        <Trans>We cannot pay you: your IBAN is not a valid Saudi one.</Trans>
      </Band>
    );
  }
  if (rejected) {
    return (
      <Band isAsking link={<Trans>See why</Trans>}>
        <Trans>
          We did not approve <IbanInPart iban={rejected.iban} />.
        </Trans>
      </Band>
    );
  }
  if (pending) {
    return (
      <Band link={<Trans>See where you are paid</Trans>}>
        <Trans>
          <IbanInPart iban={pending.iban} /> is waiting for approval, until{' '}
          <DateTime at={pending.earliest_at} /> at the earliest.
        </Trans>{' '}
        {account.paid_to ? (
          <Trans>
            Until then you are paid to <IbanInPart iban={account.paid_to} />.
          </Trans>
        ) : null}
      </Band>
    );
  }
  return null;
}

function Band({
  isAsking = false,
  link,
  children,
}: {
  /** Something is asked of the agency. */
  isAsking?: boolean;
  link: ReactNode;
  children: ReactNode;
}) {
  const Icon = isAsking ? AlertIcon : ClockIcon;
  return (
    <div
      className={`flex flex-wrap items-center gap-x-5 gap-y-1 border-t border-on-forest/20 rounded-b-md px-5 py-4 sm:px-8 ${isAsking ? 'bg-saffron text-[#0f1f18]' : ''}`}
    >
      <p className="flex min-w-56 flex-1 items-start gap-2 font-medium">
        <Icon className={`mt-1 size-4 ${isAsking ? '' : 'text-saffron'}`} />
        <span>{children}</span>
      </p>
      <Link
        to={profileItemPath('agency', 'iban')}
        className={`min-h-6 font-semibold underline underline-offset-4 ${isAsking ? 'focus-visible:outline-[#0f1f18]!' : 'text-on-forest'}`}
      >
        {link}
      </Link>
    </div>
  );
}
