import { Trans, useLingui } from '@lingui/react/macro';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import type { TicketDetails } from '#api/tickets.ts';
import { groupedIban } from '#domain/iban.ts';
import { groupedReference } from '#domain/servicing/payment-reference.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Money } from '../../ui/money.tsx';
import { Notice } from '../../ui/notice.tsx';

type HowToPay = NonNullable<TicketDetails['how_to_pay']>;

const ReportTransfer = lazy(() => import('./report-transfer.tsx'));
const PaymentQr = lazy(() => import('./payment-qr.tsx'));

/** Where the company transfers what it owes, and what the transfer must say to find this ticket. */
export function TicketHowToPay({
  details,
  howToPay,
}: {
  details: TicketDetails;
  howToPay: HowToPay;
}) {
  const [isReporting, setReporting] = useState(false);
  const { t } = useLingui();
  const { beneficiary, iban, reference, amount_sar, being_checked_sar } = howToPay;
  const isAllChecked = amount_sar === '0.00';
  return (
    <Card
      title={<Trans>How to pay</Trans>}
      className="mt-6 border-t-4 border-t-palm print:break-inside-avoid"
    >
      <p className="-mt-2 mb-4 max-w-prose text-ink-soft">
        <Trans>
          Transfer from your bank to this account, with the reference: it tells us which ticket you
          pay.
        </Trans>
      </p>
      {being_checked_sar === '0.00' ? null : (
        <div className="mb-6">
          <Notice tone="info">
            <p>
              {isAllChecked ? (
                <Trans>
                  We are checking the <Money amount={being_checked_sar} /> that you reported. There
                  is nothing to transfer now.
                </Trans>
              ) : (
                <Trans>
                  We are checking the <Money amount={being_checked_sar} /> that you reported. The
                  amounts below do not include it.
                </Trans>
              )}
            </p>
          </Notice>
        </div>
      )}
      <div className="flex flex-wrap items-start gap-x-10 gap-y-6">
        <dl className="min-w-0 max-w-xl flex-1 basis-80">
          <Fact label={<Trans>Amount now</Trans>} copied={amount_sar} copy={t`Copy the amount`}>
            <Money amount={amount_sar} className="text-xl font-semibold" />
          </Fact>
          <Fact label={<Trans>IBAN</Trans>} copied={iban} copy={t`Copy the IBAN`}>
            <bdi dir="ltr" className="font-semibold tabular-nums">
              {groupedIban(iban)}
            </bdi>
          </Fact>
          <Fact label={<Trans>Reference</Trans>} copied={reference} copy={t`Copy the reference`}>
            <bdi dir="ltr" className="font-semibold tabular-nums">
              {groupedReference(reference)}
            </bdi>
          </Fact>
          <Fact label={<Trans>Beneficiary</Trans>}>
            <bdi className="font-semibold">{beneficiary}</bdi>
          </Fact>
        </dl>
        {isAllChecked ? null : <QrBeside howToPay={howToPay} />}
        <div className="max-w-prose flex-1 basis-64 space-y-3 text-ink-soft">
          <WhatItPays details={details} howToPay={howToPay} />
          <p>
            <Trans>
              Have you transferred already? Report it with its proof, and nobody reminds you while
              we check.
            </Trans>
          </p>
          <Button tone="secondary" className="print:hidden" onPress={() => setReporting(true)}>
            <Trans>Report a transfer</Trans>
          </Button>
        </div>
      </div>
      {isReporting ? (
        <Suspense>
          <ReportTransfer
            ticket_id={details.ticket.id}
            today={details.today}
            amount_sar={isAllChecked ? '' : amount_sar}
            onClose={() => setReporting(false)}
          />
        </Suspense>
      ) : null}
    </Card>
  );
}

/** What a transfer with this reference pays, in which order: one of a company in default pays that before what is due later. */
function WhatItPays({
  details: { loss, unrecovered_loss },
  howToPay: { amount_sar, rest_sar },
}: {
  details: TicketDetails;
  howToPay: HowToPay;
}) {
  if (loss) {
    return (
      <p>
        <Trans>
          You can pay in parts: what arrives with this reference pays what is in default of this
          ticket first. It stands here once it has reached our account.
        </Trans>
      </p>
    );
  }
  if (unrecovered_loss !== null && unrecovered_loss !== '0.00') {
    return (
      <p>
        <Trans>
          You have <Money amount={unrecovered_loss} /> in default. So what arrives first pays what
          of this ticket is due within 7 days, then whatever else is due, then what is in default,
          and only then what falls due later.
        </Trans>
      </p>
    );
  }
  return (
    <>
      {rest_sar === amount_sar ? null : (
        <p>
          <Trans>
            You can pay early at no cost: <Money amount={rest_sar} /> pays this ticket off.
          </Trans>
        </p>
      )}
      <p>
        <Trans>
          You can also pay in parts: what arrives pays the installment that is due first. It stands
          here once it has reached our account.
        </Trans>
      </p>
    </>
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
function QrBeside({ howToPay }: { howToPay: HowToPay }) {
  const [isWide] = useState(() => matchMedia('(min-width: 40rem)').matches);
  if (!isWide) return null;
  return (
    <figure className="w-40">
      <div className="size-40">
        <Suspense>
          <PaymentQr howToPay={howToPay} />
        </Suspense>
      </div>
      <figcaption className="mt-2 text-sm text-ink-soft">
        <Trans>Scan it to have these details on your phone.</Trans>
      </figcaption>
    </figure>
  );
}
