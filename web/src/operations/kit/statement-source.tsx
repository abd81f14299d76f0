import { Trans } from '@lingui/react/macro';
import type { PaymentDetails } from '#api/payments.ts';
import { Link } from '../../ui/link.tsx';
import { UserText } from '../../ui/user-text.tsx';

/** The statement that shows a payment, who imported it, and who has compared it with the bank. */
export function StatementSource({
  statement: { id, file_name, imported_by, compared_by },
}: {
  statement: NonNullable<PaymentDetails['statement']>;
}) {
  return (
    <span className="grid">
      <Link to={`/operations/bank-statements/${id}`}>
        <UserText text={file_name} />
      </Link>
      <span className="text-sm font-normal text-ink-soft">
        <Trans>
          Imported by <UserText text={imported_by} />
        </Trans>
        {' · '}
        {compared_by === null ? (
          <Trans context="a statement">Not compared with the bank</Trans>
        ) : (
          <Trans context="a statement">
            Compared by <UserText text={compared_by} />
          </Trans>
        )}
      </span>
    </span>
  );
}
