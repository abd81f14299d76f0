import type { Remittance, Remittances } from '#api/documents.ts';
import type { IsoDate } from '#domain/calendar.ts';
import type { FinancingDocumentKind, SigningMethod } from '#domain/documents/acceptance.ts';
import type { Language } from '#domain/languages.ts';
import type { PlatformIdentity } from '../platform/config/settings.ts';

/**
 * The data of each kind of document. Amounts are decimal strings in SAR ("1500.00"), days ISO dates in Riyadh, times
 * ISO instants in UTC. Free text may contain anything and is never read as markup.
 */
export interface DocumentData {
  financing_agreement: FinancingAgreement;
  promissory_note: PromissoryNote;
  tax_invoice: TaxInvoice;
  settlement_letter: SettlementLetter;
  remittance_advice: RemittanceAdvice;
  remittances: RemittancesOfPeriod;
  account_statement: Statement;
  acceptance_certificate: AcceptanceCertificate;
}

export type DocumentKind = keyof DocumentData;

/** Common to every document. `issued_at` is its creation date, so that equal data give equal bytes. */
interface Issued {
  issued_at: string;
  platform: PlatformIdentity;
}

/** A company or agency from its profile; missing fields are left out of the document. */
export interface Party {
  name: string | null;
  contact_name: string | null;
  contact_title: string | null;
  address: string | null;
  email: string | null;
  phone: string | null;
  /** Commercial registration number. */
  cr_number?: string | null;
}

/** A party with name, address and IBAN only, for a bank or a tax invoice. */
export function partyNamed(name: string | null, address: string | null): Party {
  return { name, address, contact_name: null, contact_title: null, email: null, phone: null };
}

export interface DocumentInstallment {
  seq: number;
  due_date: IsoDate;
  amount_sar: string;
}

/** The agreement between the platform and a company about one ticket. */
export interface FinancingAgreement extends Issued {
  /** Version of the ticket's agreement; new dates make a new version. */
  version: number;
  agreed_on: IsoDate;
  ticket_number: string;
  company: Party;
  agency: Party;
  description: string | null;
  amount_sar: string;
  /** Charged to the agency, VAT included. */
  fee_amount: string;
  fee_vat_amount: string;
  net_amount: string;
  installments: readonly DocumentInstallment[];
}

/** The promissory note of one installment. */
export interface PromissoryNote extends Issued {
  version: number;
  ticket_number: string;
  /** Number of the installment, and how many there are. */
  seq: number;
  count: number;
  made_on: IsoDate;
  due_date: IsoDate;
  amount_sar: string;
  company: Party;
}

/** A document of an accepted version. The Arabic note is the instrument, the English one its translation. */
interface AcceptedDocument {
  kind: FinancingDocumentKind;
  seq: number | null;
  language: Language;
  /** SHA-256 of its bytes, hexadecimal. */
  sha256: string;
}

/** What the signing record of an acceptance says beside name, capacity, company and time. */
export interface Signing {
  /** In which the documents were read. */
  language: Language;
  identity_kind: 'national_id' | 'iqama';
  /** Of the identity number. */
  identity_last4: string;
  method: SigningMethod;
  /** Families of the device, such as "Chrome" and "Windows"; null: not recognised. */
  browser: string | null;
  system: string | null;
  /** Network address. */
  address: string;
  /** SHA-256 over the record and the encrypted identity number, hexadecimal. */
  seal: string;
}

/** The last page of the copy of an accepted document, or by itself as the signing record of its version. */
export interface AcceptanceCertificate extends Issued {
  ticket_number: string;
  version: number;
  /** The document that is copied; null for the record by itself. */
  document: AcceptedDocument | null;
  /** The other documents of the version; of the record by itself, all. */
  others: readonly AcceptedDocument[];
  accepted_at: string;
  /** The same time in UTC for display: "2026-11-20 07:30:05". */
  accepted_at_utc: string;
  name: string;
  /** Null when accepted before the field existed. */
  capacity: string | null;
  company_name: string | null;
  cr_number: string | null;
  /** Null for an acceptance from before signing records. */
  signing: Signing | null;
  /** Time from which the version is void. */
  voided_at: string | null;
}

/** For the fee of a payout, or the credit note that cancels one. The seller is the platform. */
export interface TaxInvoice extends Issued {
  type: 'invoice' | 'credit_note';
  invoice_number: string;
  issued_on: IsoDate;
  /** When the fee was earned: of a credit note, the day of its invoice. */
  supplied_on: IsoDate;
  /** Number of the invoice that a credit note cancels, after its payout came back. */
  corrects_number: string | null;
  /** Of a credit note: the payout never left, because it was stopped before the bank knew of it. */
  is_payout_stopped: boolean;
  ticket_number: string;
  buyer: Party;
  /** The ticket's amount, on which the fee is computed. */
  base_amount: string;
  net_amount: string;
  vat_amount: string;
  total_amount: string;
}

/** For a company that has repaid a ticket. */
export interface SettlementLetter extends Issued {
  ticket_number: string;
  company: Party;
  agency_name: string | null;
  amount_sar: string;
  settled_on: IsoDate;
  installments: readonly (DocumentInstallment & { paid_on: IsoDate })[];
  /** The part of the amount that was settled as bank charges, and not paid. */
  bank_charges: string;
}

/** For an agency whose payout was sent. */
export interface RemittanceAdvice extends Issued {
  ticket_number: string;
  /** As sent to the bank and as on the invoice. */
  agency: Party;
  sent_on: IsoDate;
  /** Day on which the bank was asked to pay; null until a payment file has the payout. */
  execution_date: IsoDate | null;
  iban: string;
  /** The payment's reference in the file for the bank. */
  bank_reference: string | null;
  invoice_number: string;
  gross_amount: string;
  /** VAT included. */
  fee_amount: string;
  fee_vat_amount: string;
  net_amount: string;
}

/** All that was sent to an agency in a period, with its totals. */
interface RemittancesOfPeriod extends Issued {
  party: Party;
  from: IsoDate;
  to: IsoDate;
  totals: Remittances['totals'];
  items: readonly Remittance[];
}

/** The account of a company or agency with the platform over a period. Balances may be negative: "-12.50". */
interface Statement extends Issued {
  holder: 'company' | 'agency';
  party: Party;
  from: IsoDate;
  to: IsoDate;
  opening_balance: string;
  closing_balance: string;
  total_increase: string;
  total_decrease: string;
  /** The part of the closing balance that is in default. */
  in_default: string;
  /**
   * What a company's closing balance is made of on the day of issue, with labels in the document's language. Empty where
   * it owes nothing or the period has ended before that day.
   */
  balance_parts: readonly { label: string; amount_sar: string }[];
  /** The part of it that is reported as transferred and being checked. */
  being_checked: string;
  lines: readonly {
    date: IsoDate;
    /** Of a payment: the day from which the money was ours. */
    value_date: IsoDate | null;
    /** Label of the line, in the document's language. */
    label: string;
    /** A ticket's number, or the bank's reference of the payment. */
    reference: string | null;
    increase: string;
    decrease: string;
    balance: string;
  }[];
}
