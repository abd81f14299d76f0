import type pg from 'pg';
import { riyadhDate } from '#domain/calendar.ts';
import { owed } from '#domain/installments/owed.ts';
import { decimalFromHalalas, halalasFromDecimal, type Halalas } from '#domain/money.ts';
import { accountToPay } from '#domain/servicing/account-to-pay.ts';
import { paymentReference } from '#domain/servicing/payment-reference.ts';
import type { TicketDetails } from '#api/tickets.ts';
import { callParsedAs } from '../platform/database/call-function.ts';
import type { CallContext } from '../platform/http/operations.ts';
import type { Payee } from '../platform/config/settings.ts';

/** One of the caller's tickets by its number, with how to pay it where it can be paid; its JSON. */
export async function readTicket(
  pool: pg.Pool,
  call: Pick<CallContext, 'caller' | 'now'>,
  payee: Payee | undefined,
  ticket_number: string,
): Promise<string> {
  const {
    virtual_iban,
    ...details
  }: Omit<TicketDetails, 'how_to_pay'> & {
    virtual_iban: string | null;
  } = await callParsedAs(pool, 'read_ticket', call, { today: riyadhDate(call.now), ticket_number });
  const iban = accountToPay(payee?.iban ?? null, virtual_iban);
  const how_to_pay = payee && iban ? howToPay(details, { name: payee.name, iban }) : null;
  return JSON.stringify({ ...details, how_to_pay } satisfies TicketDetails);
}

/** Null where nothing is owed: to the agency, before it has been paid, after the ticket has ended and nothing is in default. */
function howToPay(
  details: Omit<TicketDetails, 'how_to_pay'>,
  { name, iban }: Payee,
): TicketDetails['how_to_pay'] {
  const { ticket } = details;
  const reported = halalasFromDecimal(details.being_checked_sar ?? '0.00');
  const { all_halalas: debt } = toPay(details, 0);
  if (debt === 0) return null;
  const { now_halalas, all_halalas } = toPay(details, reported);
  return {
    beneficiary: name,
    iban,
    reference: paymentReference(ticket.ticket_number),
    amount_sar: decimalFromHalalas(now_halalas),
    rest_sar: decimalFromHalalas(all_halalas),
    being_checked_sar: decimalFromHalalas(debt - all_halalas),
  };
}

/** What is to be paid for a ticket, now and in all: of one that was written off what is in default, at once. */
function toPay(
  { ticket, today, installments, loss }: Omit<TicketDetails, 'how_to_pay'>,
  being_checked: Halalas,
) {
  if (loss) {
    const rest = Math.max(0, halalasFromDecimal(loss.unrecovered_amount) - being_checked);
    return { now_halalas: rest, all_halalas: rest };
  }
  if (ticket.status !== 'Active' || !installments) return { now_halalas: 0, all_halalas: 0 };
  return owed(
    installments.map(({ due_date, amount_sar, paid_amount }) => ({
      due_date,
      amount_halalas: halalasFromDecimal(amount_sar),
      paid_halalas: halalasFromDecimal(paid_amount),
    })),
    today,
    being_checked,
  );
}
