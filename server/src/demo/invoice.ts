import { toString as drawQr } from 'qrcode';
import type { IsoDate } from '#domain/calendar.ts';
import { formatIsoDate } from '#domain/date-format.ts';
import { taxInvoiceQr } from '#domain/documents/tax-invoice-qr.ts';
import { decimalFromHalalas, halalasFromDecimal } from '#domain/money.ts';
import { typeset } from '../documents/typeset.ts';
import type { ChosenFile } from '../product-client/product-client.ts';
import {
  demoAgencies,
  demoCompanies,
  inventedCrNumber,
  inventedVatNumber,
  invoiceLines,
  languageOf,
} from './people.ts';
import type { PlannedTicket } from './plan.ts';

/** The shares of the first lines of an invoice, in percent; the last line is the rest. */
const SHARES = [60, 25] as const;
/** Lines are whole SAR 50, but for the last. */
const LINE_STEP_HALALAS = 5_000;

interface InvoiceAmounts {
  lines: { text: string; amount: string }[];
  net_amount: string;
  vat_amount: string;
  total_amount: string;
}

/** The lines of an invoice whose total, with 15% VAT, is the ticket's amount. */
export function invoiceAmounts(total_amount: string, texts: readonly string[]): InvoiceAmounts {
  const total = halalasFromDecimal(total_amount);
  const net = Math.round((total * 100) / 115);
  const amounts: number[] = SHARES.map(
    (percent) => Math.floor((net * percent) / 100 / LINE_STEP_HALALAS) * LINE_STEP_HALALAS,
  );
  amounts.push(net - amounts.reduce((sum, amount) => sum + amount, 0));
  return {
    lines: amounts.flatMap((amount, index) =>
      amount > 0 ? [{ text: texts[index]!, amount: decimalFromHalalas(amount) }] : [],
    ),
    net_amount: decimalFromHalalas(net),
    vat_amount: decimalFromHalalas(total - net),
    total_amount,
  };
}

/** The agency's tax invoice for a campaign, in the company's language, as a PDF. */
export async function renderInvoice(
  { agency, company, buys, description }: PlannedTicket,
  { place, amount_sar, issued_on }: { place: number; amount_sar: string; issued_on: IsoDate },
): Promise<ChosenFile> {
  const [seller, buyer] = [demoAgencies[agency]!, demoCompanies[company]!];
  const language = languageOf(buyer);
  const party = ({ name, city, email }: { name: string; city: string; email: string }) => ({
    name,
    name_ar: null,
    address: city,
    email,
    cr_number: inventedCrNumber(email),
    vat_number: inventedVatNumber(email),
  });
  const amounts = invoiceAmounts(amount_sar, invoiceLines[buys][language]);
  const number = `INV-${issued_on.slice(0, 4)}-${String(1_000 + place)}`;
  const data = {
    ...amounts,
    number,
    issued_on: formatIsoDate(issued_on, language, 'long'),
    issued_at: `${issued_on}T09:00:00Z`,
    platform: party(seller),
    buyer: { ...party(buyer), cr_number: buyer.cr_number },
    description,
    // Each agency has a colour of its own.
    hue: agency * 60,
  };
  const qr = taxInvoiceQr({
    seller: seller.name,
    vat_number: data.platform.vat_number,
    issued_at: new Date(data.issued_at),
    total_amount: amount_sar,
    vat_amount: amounts.vat_amount,
  });
  const drawn = await drawQr(qr, { type: 'svg', margin: 0, errorCorrectionLevel: 'L' });
  const bytes = await typeset('demo/invoice', JSON.stringify({ language, data, qr: drawn }));
  return { name: `${number}.pdf`, type: 'application/pdf', bytes: Buffer.from(bytes) };
}
