import { Trans } from '@lingui/react/macro';
import { Link } from '../ui/link.tsx';
import { Notice } from '../ui/notice.tsx';

/** In place of the account to transfer to, which the operator has not set yet. */
export function NoAccountToPay() {
  return (
    <Notice tone="info" title={<Trans>The account to transfer to is not set up yet.</Trans>}>
      <p>
        <Trans>
          <Link to="/help">Ask us</Link> how to pay until it is.
        </Trans>
      </p>
    </Notice>
  );
}
