import type { Ticket } from '#api/tickets.ts';
import { pdf } from '#server/product-client/sample-uploads.ts';
import { confirmPaid } from './paid-payouts.ts';
import { makePayable } from './payable.ts';
import type { Actor } from './product.ts';

/**
 * A ticket of `company` whose agency has been paid and says so: requested, approved, accepted; one of `staff` prepares the
 * payout run, the other one releases it. The agency's IBAN is approved already.
 */
export async function financeTicket(
  staff: readonly [Actor, Actor],
  { company, agency, agency_id }: { company: Actor; agency: Actor; agency_id: string },
  amount_sar: string,
  p_term_months: 1 | 2 | 3,
): Promise<Ticket> {
  const [prepares, releases] = staff;
  const invoice = await company.upload('invoice', pdf('Invoice.pdf', [`SAR ${amount_sar}`]));
  const ticket = await company.call('create_ticket_with_installments', {
    body: {
      p_agency_id: agency_id,
      p_amount_sar: amount_sar,
      p_term_months,
      p_invoice_url: invoice.path,
    },
  });
  await agency.call('approve_ticket', { params: { id: ticket.id } });
  await makePayable({ staff: prepares, company }, ticket);
  const { run, lines } = await prepares.call('prepare_payout_run');
  await releases.call('release_payout_run', { params: { id: run.id } });
  await confirmPaid(
    prepares,
    run.id,
    lines.map(({ payout_id }) => payout_id),
  );
  return ticket;
}
