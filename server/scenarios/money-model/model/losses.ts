import { postings, type InstallmentPart } from '#domain/reference/postings.ts';
import {
  partsOf,
  type Books,
  type ModelCompany,
  type ModelPayment,
  type ModelTicket,
} from './books.ts';

/** The part of a write-off (of a ticket or of a refund) that was not recovered. */
export const lossOf = ({ loss }: Pick<ModelTicket, 'loss'>): number =>
  loss.writtenOff - loss.recovered;

export const unrecoveredLoss = ({ tickets, payments }: Books, company: ModelCompany): number =>
  [...tickets, ...payments].reduce(
    (sum, one) => (one.company === company ? sum + lossOf(one) : sum),
    0,
  );

/** Changes a loss. A loss that grows suspends the company's budget. */
export function changeLoss(
  books: Books,
  of: ModelTicket | ModelPayment,
  writtenOff: number,
  recovered: number,
): void {
  const { loss, company } = of;
  loss.writtenOff += writtenOff;
  loss.recovered += recovered;
  if (loss.writtenOff > 0) loss.on ??= books.today;
  else loss.on = null;
  if (company === null || writtenOff <= recovered || company.suspendedFor !== null) return;
  company.budget_status = 'Suspended';
  company.suspendedFor = of;
  company.decided_at = books.now;
}

/** Posts the write-off of everything that is unpaid of a ticket. */
export function postWriteOff(books: Books, ticket: ModelTicket): void {
  writeOffParts(
    books,
    ticket,
    partsOf(ticket, ({ amount, paid }) => amount - paid),
  );
}

/** Posts a write-off of parts of a ticket; it uses the allowance first. */
export function writeOffParts(
  books: Books,
  ticket: ModelTicket,
  parts: readonly InstallmentPart[],
): void {
  const lines = postings.written_off(parts, books.allowance);
  books.post(lines);
  if (lines.some(({ account }) => account === 'loss_allowance')) books.count('allowance used');
  ticket.writeOffs.push(lines);
  changeLoss(
    books,
    ticket,
    parts.reduce((sum, { amount_halalas }) => sum + amount_halalas, 0),
    0,
  );
}
