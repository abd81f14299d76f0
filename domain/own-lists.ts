/** In which order a company or an agency reads one of its lists. */
export const listOrders = ['newest', 'oldest', 'largest', 'smallest'] as const;

export type ListOrder = (typeof listOrders)[number];

/** The documents of a company and of an agency: the invoice of a ticket of both, then what the platform issues to each. */
export const ownDocumentKinds = [
  'invoice',
  'financing_documents',
  'settlement_letter',
  'tax_invoice',
  'credit_note',
  'remittance_advice',
] as const;

/** One ZIP holds so many documents. */
export const MAX_DOCUMENTS_IN_ZIP = 500;

export type OwnDocumentKind = (typeof ownDocumentKinds)[number];

/** What narrows the list of a company's payments: those that count, those with credit, those that the bank took back. */
export const ownPaymentStatuses = ['counted', 'credit', 'reversed'] as const;

export type OwnPaymentStatus = (typeof ownPaymentStatuses)[number];
