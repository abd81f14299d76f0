import { useLingui } from '@lingui/react/macro';
import type { OwnDocumentKind } from '#domain/own-lists.ts';

/** The name of each kind of document. */
export function useKindWord(): (kind: OwnDocumentKind) => string {
  const { t } = useLingui();
  const words: Record<OwnDocumentKind, string> = {
    invoice: t`Invoice of the ticket`,
    financing_documents: t`Financing agreement and promissory notes`,
    settlement_letter: t`Settlement letter`,
    tax_invoice: t`Tax invoice`,
    credit_note: t`Credit note`,
    remittance_advice: t`Remittance advice`,
  };
  return (kind) => words[kind];
}
