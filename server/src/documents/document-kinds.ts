import type { IsoDate } from '#domain/calendar.ts';
import type { FinancingDocumentKind } from '#domain/documents/acceptance.ts';
import type { Language } from '#domain/languages.ts';
import type { PlatformIdentity } from '../platform/config/settings.ts';

/**
 * What each document is made of. Amounts are decimal strings in SAR ("1500.00"), days ISO dates of Riyadh, moments ISO
 * instants in UTC. Free text may hold anything: it is set as it is and never read as markup.
 */
export interface DocumentData {
  financing_agreement: FinancingAgreement;
  promissory_note: PromissoryNote;
  tax_invoice: TaxInvoice;
  settlement_letter: SettlementLetter;
  remittance_advice: RemittanceAdvice;
  account_statement: Statement;
  acceptance_certificate: AcceptanceCertificate;
}

export type DocumentKind = keyof DocumentData;

/** What every document carries. `issued_at` is its creation date: the same data make the same bytes. */
interface Issued {
  issued_at: string;
  platform: PlatformIdentity;
}

/** A company or an agency, as its profile names it; what is absent is left out of the document. */
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

/** A party as a bank or a tax invoice names it, by no more than that. */
export function partyNamed(name: string | null, address: string | null): Party {
  return { name, address, contact_name: null, contact_title: null, email: null, phone: null };
}

export interface DocumentInstallment {
  seq: number;
  due_date: IsoDate;
  amount_sar: string;
}

/** Between the platform and a company, for one ticket. */
export interface FinancingAgreement extends Issued {
  /** Counts the agreements of one ticket: dates that move make another version. */
  version: number;
  agreed_on: IsoDate;
  ticket_number: string;
  company: Party;
  agency: Party;
  description: string | null;
  amount_sar: string;
  /** Charged to the agency, its VAT inside. */
  fee_amount: string;
  fee_vat_amount: string;
  net_amount: string;
  installments: readonly DocumentInstallment[];
}

/** One installment's note to order. */
export interface PromissoryNote extends Issued {
  version: number;
  ticket_number: string;
  /** The number of the note's installment, of how many. */
  seq: number;
  count: number;
  made_on: IsoDate;
  due_date: IsoDate;
  amount_sar: string;
  company: Party;
}

/** One document of a version that was accepted; the note in Arabic is the instrument, in English its translation. */
interface AcceptedDocument {
  kind: FinancingDocumentKind;
  seq: number | null;
  language: Language;
  /** Of its bytes, hexadecimal. */
  sha256: string;
}

/** The page that a copy of an accepted document ends with. */
export interface AcceptanceCertificate extends Issued {
  ticket_number: string;
  version: number;
  /** The one that the copy is of. */
  document: AcceptedDocument;
  /** The others of the version. */
  others: readonly AcceptedDocument[];
  accepted_at: string;
  /** The same moment in UTC, as it is shown: "2026-11-20 07:30:05". */
  accepted_at_utc: string;
  name: string;
  /** Null: accepted before it was asked for. */
  capacity: string | null;
  company_name: string | null;
  cr_number: string | null;
  /** From when on the version binds nobody. */
  voided_at: string | null;
}

/** For the fee of one payout, or the credit note that takes one back. The seller is the platform. */
export interface TaxInvoice extends Issued {
  type: 'invoice' | 'credit_note';
  invoice_number: string;
  issued_on: IsoDate;
  /** Of the invoice that a credit note takes back: its payout came back. */
  corrects_number: string | null;
  ticket_number: string;
  buyer: Party;
  /** The ticket's amount, of which the fee is a part. */
  base_amount: string;
  net_amount: string;
  vat_amount: string;
  total_amount: string;
}

/** To a company that has repaid. */
export interface SettlementLetter extends Issued {
  ticket_number: string;
  company: Party;
  agency_name: string | null;
  amount_sar: string;
  settled_on: IsoDate;
  installments: readonly (DocumentInstallment & { paid_on: IsoDate })[];
}

/** To an agency whose payout was sent. */
export interface RemittanceAdvice extends Issued {
  ticket_number: string;
  /** As the bank was told, and as the fee was invoiced. */
  agency: Party;
  sent_on: IsoDate;
  /** The day the bank was asked to pay; null while no file for the bank carries it. */
  execution_date: IsoDate | null;
  iban: string;
  /** The payment's own name in the file for the bank. */
  bank_reference: string | null;
  invoice_number: string;
  gross_amount: string;
  /** Its VAT inside. */
  fee_amount: string;
  fee_vat_amount: string;
  net_amount: string;
}

/** A company's or an agency's account with the platform over a period. Balances may lie below nought: "-12.50". */
interface Statement extends Issued {
  holder: 'company' | 'agency';
  party: Party;
  from: IsoDate;
  to: IsoDate;
  opening_balance: string;
  closing_balance: string;
  total_increase: string;
  total_decrease: string;
  /** What of the closing balance is in default. */
  in_default: string;
  lines: readonly {
    date: IsoDate;
    /** What it tells of, in the document's language. */
    label: string;
    /** A ticket's number or what the bank called the payment. */
    reference: string | null;
    increase: string;
    decrease: string;
    balance: string;
  }[];
}
