import { Trans } from '@lingui/react/macro';
import type { InvoiceCode, InvoiceSeller } from '#api/files.ts';
import { halalasFromDecimal, type Halalas } from '#domain/money.ts';
import { invoiceAmount } from '#domain/tickets/invoice-amount.ts';
import { IsoDate } from '../ui/iso-date.tsx';
import { Money } from '../ui/money.tsx';
import { UserText } from '../ui/user-text.tsx';

/**
 * What an invoice's QR code says beside the amount and the agency of its ticket. It is never called verified: anybody can print
 * a code. `amount`: null while none is typed. `seller`: null while nothing was compared.
 */
export function InvoiceCodeContents({
  code,
  amount,
  seller,
}: {
  code: InvoiceCode;
  amount: Halalas | null;
  seller: InvoiceSeller;
}) {
  const { seller_name, vat_number, issued_at, total_sar, vat_sar } = code;
  return (
    <div className="text-sm">
      <p className="text-ink-soft wrap-anywhere">
        <Trans>
          The code on the invoice says: <UserText text={seller_name} />, VAT number{' '}
          <UserText text={vat_number} />, <IsoDate date={issued_at.slice(0, 10)} />,{' '}
          <Money amount={total_sar} /> with <Money amount={vat_sar} /> VAT.
        </Trans>
      </p>
      <Seller seller={seller} />
      {amount === null ? null : <Agreement code={code} amount={amount} />}
    </div>
  );
}

function Seller({ seller }: { seller: InvoiceSeller }) {
  switch (seller) {
    case 'same':
      return (
        <p className="font-medium">
          <Trans>The code says the same VAT number as the agency.</Trans>
        </p>
      );
    case 'other':
      return (
        <p className="font-medium text-overdue">
          <Trans>The agency has given us another VAT number than the code names.</Trans>
        </p>
      );
    case null:
      return null;
  }
}

function Agreement({ code, amount }: { code: InvoiceCode; amount: Halalas }) {
  switch (invoiceAmount(amount, halalasFromDecimal(code.total_sar))) {
    case 'same':
      return (
        <p className="font-medium">
          <Trans>The code says the same amount.</Trans>
        </p>
      );
    case 'part':
      return (
        <p className="font-medium">
          <Trans>The amount asked for is a part of that total.</Trans>
        </p>
      );
    case 'above':
      return (
        <p className="font-medium text-overdue">
          <Trans>The amount asked for is more than that total.</Trans>
        </p>
      );
  }
}
