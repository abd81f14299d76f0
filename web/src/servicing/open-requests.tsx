import { Plural, Trans } from '@lingui/react/macro';
import type { PaymentRequest } from '#api/payment-requests.ts';
import { Card } from '../ui/card.tsx';
import { IsoDate } from '../ui/iso-date.tsx';
import { Link } from '../ui/link.tsx';
import { Money } from '../ui/money.tsx';
import { RequestBadge } from './request-badge.tsx';
import { requestPath } from './request-path.ts';

/** How many stand as cards; the tab beside has all. */
const SHOWN = 3;

/** The payment requests that can still be paid. */
export function OpenRequests({ requests }: { requests: readonly PaymentRequest[] }) {
  const further = requests.length - SHOWN;
  return (
    <Card
      look="plain"
      title={<Trans>Open payment requests</Trans>}
      aside={
        further > 0 ? (
          <Link to="/payments/requests">
            <Plural value={further} one="and # more" other="and # more" />
          </Link>
        ) : undefined
      }
    >
      <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {requests.slice(0, SHOWN).map((request) => (
          <li
            key={request.id}
            className="relative grid content-start gap-1 rounded-md border border-line-strong bg-raised p-4 hover:border-ink-soft"
          >
            <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
              <Link
                to={requestPath(request.id)}
                className="text-link font-semibold after:absolute after:inset-0"
              >
                <bdi translate="no">{request.request_number}</bdi>
              </Link>
              <RequestBadge request={request} />
            </p>
            <p className="text-heading">
              <Money amount={request.open_sar} />
            </p>
            <p className="text-sm text-ink-soft">
              <Trans>
                Valid until <IsoDate date={request.expires_on} />
              </Trans>
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}
