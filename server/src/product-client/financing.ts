import { randomUUID } from 'node:crypto';
import type { ImportedBankStatement } from '#api/bank-statements.ts';
import type { PayoutRunDetails } from '#api/payout-runs.ts';
import type { Ticket } from '#api/tickets.ts';
import type { TransferReport } from '#api/transfer-reports.ts';
import type { FileKind } from '#domain/files/file-rules.ts';
import { latinName, needsTransliteration } from '#domain/payouts/transliteration.ts';
import type { TermMonths } from '#domain/tickets/repayment-term.ts';
import { acceptTicketDocuments, type ApiCaller, type Signer } from './acceptance.ts';
import {
  textFile,
  type ApiResponse,
  type CallInput,
  type ChosenFile,
  type RawInput,
} from './product-client.ts';
import { pdf } from './sample-uploads.ts';

/** The way of a ticket from its request to its payout, as companies, agencies and staff go it. */

/** A company that is signed in. */
export interface Requester extends Signer {
  upload(kind: FileKind, file: ChosenFile, index?: number): Promise<{ path: string }>;
}

/** One prepares and records, the other releases. */
export type TwoStaff = readonly [ApiCaller, ApiCaller];

/** A company, and the agency that it asks for. */
interface Parties {
  company: Requester;
  agency: ApiCaller;
  agency_id: string;
}

/** Uploads an invoice, another one each time. @returns what a ticket for it is requested with. */
export async function ticketRequest(
  { company, agency_id }: Pick<Parties, 'company' | 'agency_id'>,
  amount_sar: string,
  p_term_months: TermMonths,
  p_description?: string | null,
  file: ChosenFile = pdf('invoice.pdf', [`SAR ${amount_sar}`, randomUUID()]),
): Promise<CallInput<'create_ticket_with_installments'>> {
  const invoice = await company.upload('invoice', file);
  return {
    body: {
      p_agency_id: agency_id,
      p_amount_sar: amount_sar,
      p_term_months,
      p_invoice_url: invoice.path,
      ...(p_description !== undefined && { p_description }),
    },
  };
}

/** Uploads an invoice and requests a ticket for it. */
export const requestTicket = async (
  ...request: Parameters<typeof ticketRequest>
): Promise<Ticket> =>
  request[0].company.call('create_ticket_with_installments', await ticketRequest(...request));

/** Uploads a proof and reports the transfer. */
export async function reportTransfer(
  company: Requester,
  ticket: { id: string },
  amount_sar: string,
  transferred_on: string,
  bank_reference: string | null = null,
): Promise<TransferReport> {
  const proof = await company.upload(
    'transfer_proof',
    pdf('Transfer.pdf', ['Transfer to Hamla', `SAR ${amount_sar}`]),
  );
  return company.call('report_transfer', {
    params: { id: ticket.id },
    body: { amount_sar, transferred_on, bank_reference, proof_file: proof.path },
  });
}

/** Staff import a file of the bank's. @throws Error with the refusal. */
export async function importStatement(
  staff: { send(id: 'import_bank_statement', input: RawInput): Promise<ApiResponse> },
  text: string,
  name = 'statement.csv',
): Promise<ImportedBankStatement> {
  const answer = await staff.send('import_bank_statement', textFile(name, text));
  if (answer.status !== 200) throw new Error(answer.text);
  return JSON.parse(answer.text) as ImportedBankStatement;
}

/** One of staff imports a file of the bank's, and the other compares it with the bank. @throws Error with the refusal. */
export async function importCompared(
  [imports, compares]: readonly [Parameters<typeof importStatement>[0], ApiCaller],
  ...file: [text: string, name?: string]
): Promise<ImportedBankStatement> {
  const imported = await importStatement(imports, ...file);
  await compares.call('compare_bank_statement', { params: { id: imported.statement.id } });
  return imported;
}

/** Staff approve the IBANs that agencies have asked for and whose pause is over. */
export async function approvePendingIbans(staff: ApiCaller): Promise<void> {
  const { items } = await staff.call('list_iban_changes', { query: { list: 'pending' } });
  for (const { id } of items) await staff.call('approve_iban_change', { params: { id } });
}

/**
 * What stands between an approved ticket and its payout besides its agency's IBAN: the company accepts its documents, and
 * staff review the ticket with them, which a company without a confirmed budget needs.
 */
export async function makePayable(
  { staff, company }: { staff: ApiCaller; company: Signer },
  ticket: { id: string; ticket_number: string },
): Promise<void> {
  await acceptTicketDocuments(company, ticket);
  await staff.call('review_ticket', { params: { id: ticket.id } });
}

/** A ticket that was requested, approved and accepted: its payout is due once its agency has an IBAN. */
export async function requestPayable(
  staff: ApiCaller,
  parties: Parties,
  amount_sar: string,
  term_months: TermMonths,
): Promise<Ticket> {
  const { company, agency } = parties;
  const ticket = await requestTicket(parties, amount_sar, term_months);
  await agency.call('approve_ticket', { params: { id: ticket.id } });
  await makePayable({ staff, company }, ticket);
  return ticket;
}

/** A run of all payouts that are due. Names with Arabic letters are confirmed as they are proposed. */
export async function releaseRun([prepares, releases]: TwoStaff): Promise<PayoutRunDetails> {
  const details = await prepares.call('prepare_payout_run');
  for (const { payout_id, beneficiary, latin_name } of details.lines) {
    if (latin_name !== null || !needsTransliteration(beneficiary)) continue;
    await prepares.call('correct_latin_name', {
      params: { id: details.run.id, payout_id },
      body: { latin_name: latinName(beneficiary) },
    });
  }
  await releases.call('release_payout_run', { params: { id: details.run.id } });
  return details;
}

/**
 * The bank has paid: what no file of the released run carries yet is handed to it, then one of staff says that these payouts
 * arrived.
 */
export async function confirmPaid(
  staff: ApiCaller,
  id: string,
  payout_ids: string[],
): Promise<void> {
  const { next_file } = await staff.call('read_payout_run', { params: { id } });
  if (next_file.count > 0) await staff.call('make_payout_file', { params: { id } });
  for (const payout_id of payout_ids)
    await staff.call('confirm_payout_line', { params: { id, payout_id } });
}

/** All payouts that are due are sent and arrive. */
export async function payOutDue(staff: TwoStaff): Promise<void> {
  const { run, lines } = await releaseRun(staff);
  await confirmPaid(
    staff[0],
    run.id,
    lines.map(({ payout_id }) => payout_id),
  );
}

/** A ticket whose agency, whose IBAN is approved already, has been paid and whose bank says so. */
export async function financeTicket(
  staff: TwoStaff,
  parties: Parties,
  amount_sar: string,
  term_months: TermMonths,
): Promise<Ticket> {
  const ticket = await requestPayable(staff[0], parties, amount_sar, term_months);
  await payOutDue(staff);
  return ticket;
}
