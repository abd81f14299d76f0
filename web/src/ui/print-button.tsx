import { Trans } from '@lingui/react/macro';
import { Button } from './button.tsx';
import { PrintIcon } from './icons.tsx';

/** Prints the screen by its print sheet; not on the paper itself. */
export function PrintButton() {
  return (
    <Button tone="secondary" size="small" onPress={() => print()} className="print:hidden">
      <PrintIcon />
      <Trans>Print</Trans>
    </Button>
  );
}
