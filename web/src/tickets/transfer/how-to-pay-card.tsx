import { Trans, useLingui } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import { groupedIban } from '#domain/iban.ts';
import { groupedReference } from '#domain/servicing/payment-reference.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Money } from '../../ui/money.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { ReportedFor } from './report-transfer.tsx';

const ReportTransfer = lazyPart(() => import('./report-transfer.tsx'));
const PaymentQr = lazyPart(() => import('./payment-qr.tsx'));

/** What a bank's form asks for. */
export interface Transfer {
  beneficiary: string;
  iban: string;
  reference: string;
  /** What is to be transferred now; 0.00 where all of it is being checked. */
  amount_sar: string;
}

/** Where a company transfers what it owes, with which reference, and the report that it has. */
export function HowToPayCard({
  lead,
  transfer,
  being_checked_sar,
  reportedFor,
  today,
  actions,
  children,
}: {
  lead: ReactNode;
  transfer: Transfer;
  being_checked_sar: string;
  reportedFor: ReportedFor;
  today: string;
  /** Beside the button that reports a transfer. */
  actions?: ReactNode;
  /** What a transfer with this reference pays. */
  children: ReactNode;
}) {
  const [isReporting, setReporting] = useState(false);
  const isAllChecked = transfer.amount_sar === '0.00';
  return (
    <Card
      title={<Trans>How to pay</Trans>}
      className="border-t-4 border-t-palm print:break-inside-avoid"
    >
      <p className="-mt-2 mb-4 max-w-prose text-ink-soft">{lead}</p>
      {being_checked_sar === '0.00' ? null : (
        <div className="mb-6">
          <BeingChecked amount={being_checked_sar} isAll={isAllChecked} />
        </div>
      )}
      <div className="flex flex-wrap items-start gap-x-10 gap-y-6">
        <TransferFacts transfer={transfer} />
        {isAllChecked ? null : <QrBeside transfer={transfer} />}
        <div className="max-w-prose flex-1 basis-64 space-y-3 text-ink-soft">
          {children}
          <p>
            <Trans>
              Have you already made the transfer? Report it with proof, and we send no reminders
              while we check.
            </Trans>
          </p>
          <div className="flex flex-wrap gap-3 print:hidden">
            <Button tone="secondary" onPress={() => setReporting(true)}>
              <Trans>Report a transfer</Trans>
            </Button>
            {actions}
          </div>
        </div>
      </div>
      {isReporting ? (
        <ReportTransfer
          {...reportedFor}
          today={today}
          amount_sar={isAllChecked ? '' : transfer.amount_sar}
          onClose={() => setReporting(false)}
        />
      ) : null}
    </Card>
  );
}

function BeingChecked({ amount, isAll }: { amount: string; isAll: boolean }) {
  return (
    <Notice tone="info">
      <p>
        {isAll ? (
          <Trans>
            We are checking the <Money amount={amount} /> that you reported. There is nothing to
            transfer now.
          </Trans>
        ) : (
          <Trans>
            We are checking the <Money amount={amount} /> that you reported. The amounts below do
            not include it.
          </Trans>
        )}
      </p>
    </Notice>
  );
}

function TransferFacts({
  transfer: { beneficiary, iban, reference, amount_sar },
}: {
  transfer: Transfer;
}) {
  const { t } = useLingui();
  return (
    <dl className="min-w-0 max-w-xl flex-1 basis-80">
      <Fact label={<Trans>Amount now</Trans>} copied={amount_sar} copy={t`Copy the amount`}>
        <Money amount={amount_sar} className="text-xl font-semibold" />
      </Fact>
      <Fact label={<Trans>IBAN</Trans>} copied={iban} copy={t`Copy the IBAN`}>
        <bdi translate="no" dir="ltr" className="font-semibold tabular-nums">
          {groupedIban(iban)}
        </bdi>
      </Fact>
      <Fact label={<Trans>Reference</Trans>} copied={reference} copy={t`Copy the reference`}>
        <bdi translate="no" dir="ltr" className="font-semibold tabular-nums">
          {groupedReference(reference)}
        </bdi>
      </Fact>
      <Fact label={<Trans>Beneficiary</Trans>}>
        <bdi translate="no" className="font-semibold">
          {beneficiary}
        </bdi>
      </Fact>
    </dl>
  );
}

function Fact({
  label,
  children,
  copied,
  copy,
}: {
  label: ReactNode;
  children: ReactNode;
  /** What a bank's form takes, without spaces. */
  copied?: string;
  /** What the button beside it does, spoken. */
  copy?: string;
}) {
  return (
    <div className="grid min-h-13 grid-cols-[1fr_auto] items-center gap-x-4 border-t border-line py-2 last:border-b">
      <dt className="eyebrow col-start-1">{label}</dt>
      <dd className="col-start-1 wrap-anywhere">{children}</dd>
      {copied && copy ? (
        <dd className="col-start-2 row-span-2 row-start-1 print:hidden">
          <CopyButton text={copied} label={<Trans>Copy</Trans>} name={copy} />
        </dd>
      ) : null}
    </div>
  );
}

/** For the phone beside the screen; on the phone itself nobody could scan it, and it is not loaded. */
function QrBeside({ transfer }: { transfer: Transfer }) {
  const [isWide] = useState(() => matchMedia('(min-width: 40rem)').matches);
  if (!isWide) return null;
  return (
    <figure className="w-40">
      <div className="size-40">
        <PaymentQr transfer={transfer} />
      </div>
      <figcaption className="mt-2 text-sm text-ink-soft">
        <Trans>Scan it to get these details on your phone.</Trans>
      </figcaption>
    </figure>
  );
}
