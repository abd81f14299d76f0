import { useLingui } from '@lingui/react/macro';
import { create } from 'qrcode';
import { amountText } from '../../ui/money.tsx';
import type { Transfer } from './how-to-pay-card.tsx';

/** Light modules around the code that readers need, on each side. */
const QUIET = 4;

/** The details of a transfer as a QR code that a phone's camera reads as text: no bank here has a format of its own. */
export default function PaymentQr({
  transfer: { beneficiary, iban, reference, amount_sar },
}: {
  transfer: Transfer;
}) {
  const { t } = useLingui();
  const text = [beneficiary, iban, reference, amountText(amount_sar)].join('\n');
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const size = modules.size + 2 * QUIET;
  return (
    <svg
      viewBox={`${-QUIET} ${-QUIET} ${size} ${size}`}
      role="img"
      aria-label={t`QR code of the payment details`}
      shapeRendering="crispEdges"
      // Dark on white in every theme: readers expect it so.
      className="size-full border border-line"
    >
      <path d={`M${-QUIET} ${-QUIET}h${size}v${size}h${-size}z`} fill="#fff" />
      <path d={darkModules(modules)} fill="#0f1f18" />
    </svg>
  );
}

function darkModules({ size, data }: ReturnType<typeof create>['modules']): string {
  return Array.from(data, (isDark, index) =>
    isDark ? `M${index % size} ${Math.floor(index / size)}h1v1h-1z` : '',
  ).join('');
}
