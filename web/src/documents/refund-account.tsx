import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { RefundAccount } from '#api/profiles.ts';
import { call } from '../api/call.ts';
import { queryKeys } from '../api/queries.ts';
import { IbanInPart } from '../profiles/iban-in-part.tsx';
import { RejectedIban, WithdrawIban } from '../profiles/iban-request.tsx';
import { Card } from '../ui/card.tsx';
import { DateTime } from '../ui/date-time.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { Money } from '../ui/money.tsx';
import { Notice } from '../ui/notice.tsx';
import { Table, type Column } from '../ui/table.tsx';

const RefundIbanForm = lazyPart(() => import('./refund-iban-form.tsx'));

/** Where a company's refunds go, and the IBAN that it gives for them. */
export function RefundsSection() {
  const query = useQuery({
    queryKey: queryKeys.refundAccount,
    queryFn: ({ signal }) => call('read_refund_account', { signal }),
    retry: false,
  });
  if (!query.data) return null;
  return (
    <section id="refunds" className="mt-10 scroll-mt-24 print:hidden">
      <Card title={<Trans>Refunds</Trans>}>
        <div className="grid gap-6">
          <AccountState account={query.data} />
          <List refunds={query.data.refunds} />
          <RefundIbanForm />
        </div>
      </Card>
    </section>
  );
}

type RefundRow = RefundAccount['refunds'][number];

/** What is being refunded and was, to which IBAN, and whether it has arrived. */
function List({ refunds }: { refunds: RefundAccount['refunds'] }) {
  const { t } = useLingui();
  if (refunds.length === 0) return null;
  return (
    <Table label={t`Refunds`} rows={refunds} rowKey={({ id }) => id} columns={refundColumns} />
  );
}

const refundColumns: Column<RefundRow>[] = [
  {
    id: 'when',
    header: <Trans>Date</Trans>,
    cell: ({ refunded_at }) => <DateTime at={refunded_at} />,
  },
  {
    id: 'to',
    header: <Trans>IBAN</Trans>,
    cell: ({ iban }) => (iban ? <IbanInPart iban={iban} /> : '—'),
  },
  {
    id: 'state',
    header: <Trans>State</Trans>,
    cell: ({ status, is_in_file, decided_at }) => (
      <span className="grid justify-items-start gap-1 cards:justify-items-end">
        <RefundWord status={status} is_in_file={is_in_file} />
        {decided_at ? (
          <span className="text-sm text-ink-soft">
            <DateTime at={decided_at} />
          </span>
        ) : null}
      </span>
    ),
  },
  {
    id: 'amount',
    header: <Trans>Amount</Trans>,
    figures: true,
    cell: ({ amount_sar }) => <Money amount={amount_sar} />,
  },
];

function RefundWord({ status, is_in_file }: Pick<RefundRow, 'status' | 'is_in_file'>) {
  switch (status) {
    case 'Sent':
      return is_in_file ? <Trans>On its way</Trans> : <Trans>Approved, not yet sent</Trans>;
    case 'Confirmed':
      return <Trans>It has arrived</Trans>;
    case 'Failed':
      return is_in_file ? (
        <Trans>Did not arrive, and is your credit again</Trans>
      ) : (
        <Trans>Not sent, and is your credit again</Trans>
      );
    case 'Returned':
      return <Trans>Returned, and is your credit again</Trans>;
  }
}

function AccountState({ account: { paid_to, pending, rejected } }: { account: RefundAccount }) {
  return (
    <div className="grid gap-3">
      <p>
        {paid_to ? (
          <Trans>
            Refunds go back to the IBAN that you paid from, or to <IbanInPart iban={paid_to} />.
          </Trans>
        ) : (
          <Trans>
            Refunds go back to the IBAN that you paid from. Give us another one for payments for
            which your bank states no IBAN, or an IBAN outside Saudi Arabia.
          </Trans>
        )}
      </p>
      {pending ? (
        <Notice tone="info" action={<WithdrawIban operation="withdraw_refund_iban" />}>
          <Trans>
            You gave us <IbanInPart iban={pending.iban} /> on <DateTime at={pending.requested_at} />
            . It takes effect once we have approved it, on <DateTime at={pending.earliest_at} /> at
            the earliest.
          </Trans>
        </Notice>
      ) : null}
      <RejectedIban rejected={rejected} />
    </div>
  );
}
