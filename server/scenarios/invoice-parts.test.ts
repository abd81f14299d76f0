import { randomUUID } from 'node:crypto';
import { toBuffer } from 'qrcode';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Ticket } from '#api/tickets.ts';
import { taxInvoiceQr } from '#domain/documents/tax-invoice-qr.ts';
import { acceptTicketDocuments } from '#server/product-client/acceptance.ts';
import { requestTicket, ticketRequest } from '#server/product-client/financing.ts';
import type { ChosenFile } from '#server/product-client/product-client.ts';
import { pdf, png } from '#server/product-client/sample-uploads.ts';
import { signUpAgency } from '../testing/parties.ts';
import { startProduct, type Actor } from '../testing/product.ts';
import { refusal } from '../testing/refusals.ts';

/** What the code on an invoice says, and what becomes of one invoice with several tickets, or that names another seller. */

let company: Actor;
let agency: Actor;
let agency_id: string;
let invoices = 0;

const product = await startProduct('2026-02-02T07:00:00Z');
const maha = await product.addStaff('Maha');
afterAll(() => product.close());
beforeEach(async () => {
  ({ agency, agency_id } = await signUpAgency(product, maha));
  company = await newCompany();
});

/** A company with a budget of SAR 100,000 that staff have confirmed. */
async function newCompany(): Promise<Actor> {
  const actor = await product.signUp('company');
  await actor.call('upsert_company', { body: { name: 'Najd Coffee Roasters' } });
  await product.settled();
  const budget = '100000.00';
  const [company_row] = await product.rows<{ id: string }>(
    'update companies set total_approval_budget = $2 where user_id = $1 returning id',
    [actor.user_id, budget],
  );
  await maha.call('decide_budget', {
    params: { id: company_row!.id },
    body: { decision: 'confirm', total_approval_budget: budget },
  });
  return actor;
}

const vat_number = '310122393500003';

/** A picture of the code of an invoice of SAR 1,150.00 with 150.00 VAT. */
const picture = async (
  issued_at: Date,
  seller = 'Sada Creative',
  width = 240,
): Promise<ChosenFile> => ({
  name: 'invoice.png',
  type: 'image/png',
  bytes: await toBuffer(
    taxInvoiceQr({ seller, vat_number, issued_at, total_amount: '1150.00', vat_amount: '150.00' }),
    { width },
  ),
});

/** Of another invoice each time. `width`: another photograph of it. */
function newInvoice() {
  invoices += 1;
  const issued_at = new Date(Date.parse('2026-02-01T09:00:00Z') + invoices * 1000);
  return (width?: number) => picture(issued_at, undefined, width);
}

const request = (amount: string, file: ChosenFile, of = company): Promise<Ticket> =>
  requestTicket({ company: of, agency_id }, amount, 1, null, file);

const send = async (amount: string, file: ChosenFile, more: object = {}) => {
  const { body } = await ticketRequest({ company, agency_id }, amount, 1, null, file);
  return company.send('create_ticket_with_installments', { body: { ...body, ...more } });
};

const refused = async (amount: string, file: ChosenFile) => {
  const { status, text } = await send(amount, file);
  const { code, message, fields } = JSON.parse(text);
  return { status, code, message, fields };
};

describe('an invoice in parts', () => {
  test('is financed up to the total of its code; what goes beyond is refused by name of the other tickets', async () => {
    const photograph = newInvoice();
    const first = await request('600.00', await photograph());
    const next = await request('500.00', await photograph(250));
    const { status, code, message, fields } = await refused('50.01', await photograph());
    expect([status, code]).toEqual([422, 'invoice_already_financed']);
    expect(message).toBe(
      `This invoice is with ${first.ticket_number} and ${next.ticket_number} already, for SAR 1,100.00, and its code says SAR 1,150.00 in all. Ask for at most SAR 50.00, or upload another invoice.`,
    );
    expect(fields).toEqual([{ field: 'p_amount_sar', message }]);
    await request('50.00', await photograph(260));
    // The budget comes before, as do SPEC's other checks.
    expect(await refusal(send('200000.00', await photograph()))).toEqual([
      422,
      'not_enough_available_budget',
    ]);
  });

  test('counts no ticket that was rejected, cancelled or closed before its payout, and every other one', async () => {
    const photograph = newInvoice();
    const rejected = await request('1150.00', await photograph());
    await agency.call('reject_ticket', { params: { id: rejected.id }, body: {} });
    const cancelled = await request('1150.00', await photograph());
    await company.call('cancel_ticket', { params: { id: cancelled.id } });
    const closed = await request('1150.00', await photograph());
    await agency.call('approve_ticket', { params: { id: closed.id } });
    const reason = 'End of the test';
    await maha.call('close_ticket', { params: { id: closed.id }, body: { reason } });
    const whole = await request('1150.00', await photograph());
    await agency.call('approve_ticket', { params: { id: whole.id } });
    // Its payout was sent, and the rest of it written off.
    await product.rows(`update agency_payouts set status = 'Sent' where ticket_id = $1`, [
      whole.id,
    ]);
    await product.rows(`update tickets set status = 'Active' where id = $1`, [whole.id]);
    await product.rows(`update tickets set status = 'Closed' where id = $1`, [whole.id]);
    expect(await refused('1.00', await photograph())).toMatchObject({
      code: 'invoice_already_financed',
      message: `This invoice is with ${whole.ticket_number} already, for SAR 1,150.00, and its code says SAR 1,150.00 in all: nothing is left of it. Upload another invoice.`,
    });
  });

  test('without a code the same file has one ticket at a time', async () => {
    const file = pdf('invoice.pdf', ['Without a code']);
    const first = await request('600.00', file);
    expect(await refused('1.00', file)).toMatchObject({
      code: 'invoice_already_financed',
      message: expect.stringContaining(
        `with ${first.ticket_number} already, for SAR 600.00, and no code on it says its total`,
      ),
    });
    await request('1.00', pdf('invoice.pdf', ['Another one']));
    await company.call('cancel_ticket', { params: { id: first.id } });
    await request('1000.00', file);
  });

  test('the total is that of any reading of the file', async () => {
    const photograph = newInvoice();
    const first = await request('600.00', await photograph());
    await product.rows('update files set invoice_code = null where path = $1', [first.invoice_url]);
    await request('550.00', await photograph());
    expect(await refused('1.00', await photograph())).toMatchObject({
      message: expect.stringContaining('SAR 1,150.00'),
    });
  });
});

describe('an invoice of two companies', () => {
  test('is told to staff alone, and holds the payment until somebody has reviewed the ticket', async () => {
    const photograph = newInvoice();
    const other = await newCompany();
    const earlier = await request('1150.00', await photograph(), other);
    const ticket = await request('1150.00', await photograph(250));
    await agency.call('approve_ticket', { params: { id: ticket.id } });
    await acceptTicketDocuments(company, ticket);
    const params = { ticket_number: ticket.ticket_number };
    const inConsole = () => maha.call('read_financed_ticket', { params });
    const { invoice, holds, reviewers_needed } = await inConsole();
    expect(invoice.other_tickets).toEqual([
      {
        ticket_number: earlier.ticket_number,
        status: 'PendingAgencyApproval',
        amount_sar: '1150.00',
        company_id: earlier.company_id,
        company_name: 'Najd Coffee Roasters',
        is_of_other_company: true,
        is_being_verified: false,
      },
    ]);
    expect(holds.map(({ code }) => code)).toEqual(['invoice_of_other_company']);
    expect(reviewers_needed).toBe(1);
    const { items } = await maha.call('list_tickets_to_review', { query: { status: 'Approved' } });
    expect(items.map((item) => item.ticket.ticket_number)).toContain(ticket.ticket_number);
    expect(await refusal(maha.send('prepare_payout_run'))).toEqual([409, 'no_payouts_due']);
    for (const party of [company, agency]) {
      const read = await party.call('read_ticket', { params });
      expect(read.holds.map(({ code }) => code)).toEqual(['payment_in_review']);
      expect(JSON.stringify(read)).not.toContain(earlier.ticket_number);
    }
    await maha.call('review_ticket', { params: { id: ticket.id } });
    expect(await inConsole()).toMatchObject({ holds: [], reviewers_needed: null });
    const { run, lines } = await maha.call('prepare_payout_run');
    expect(lines.map((line) => line.ticket_number)).toEqual([ticket.ticket_number]);
    await maha.call('discard_payout_run', { params: { id: run.id } });
  });

  test('holds nothing once the other ticket is over, and the other company’s ticket counts in no total', async () => {
    const photograph = newInvoice();
    const other = await newCompany();
    const earlier = await request('1150.00', await photograph(), other);
    const ticket = await request('1150.00', await photograph());
    await agency.call('approve_ticket', { params: { id: ticket.id } });
    const params = { ticket_number: ticket.ticket_number };
    const codes = async () =>
      (await maha.call('read_financed_ticket', { params })).holds.map(({ code }) => code);
    expect(await codes()).toContain('invoice_of_other_company');
    await other.call('cancel_ticket', { params: { id: earlier.id } });
    expect(await codes()).toEqual(['documents_not_accepted']);
  });
});

describe('the seller', () => {
  const give = (number: string) => agency.call('upsert_agency', { body: { vat_number: number } });
  const seen = async ({ ticket_number }: Ticket) => {
    const params = { ticket_number };
    return [
      (await company.call('read_ticket', { params })).invoice.seller,
      (await agency.call('read_ticket', { params })).invoice.seller,
      (await maha.call('read_financed_ticket', { params })).invoice.seller,
    ];
  };

  test('is compared where the agency has given a VAT number: the same is sent unasked', async () => {
    const unknown = await request('10.00', await newInvoice()());
    await give(' ٣١٠١٢٢٣٩٣٥ 00003 ');
    expect((await agency.call('read_agency')).vat_number).toBe(vat_number);
    const ticket = await request('10.00', await newInvoice()());
    expect(await seen(ticket)).toEqual(['same', 'same', 'same']);
    expect(await seen(unknown)).toEqual([null, null, null]);
  });

  test('that differs is asked about, and shown to the company, the agency and staff if it is sent anyway', async () => {
    await give('399999999900003');
    const photograph = newInvoice();
    const asked = await refused('2000.00', await photograph());
    expect([asked.status, asked.code]).toEqual([422, 'invoice_code_differs']);
    expect(asked.fields.map(({ field }: { field: string }) => field)).toEqual([
      'p_agency_id',
      'p_amount_sar',
    ]);
    const { status, text } = await send('2000.00', await photograph(), { p_despite_code: true });
    expect(status).toBe(200);
    expect(await seen(JSON.parse(text))).toEqual(['other', 'other', 'other']);
    // What it says later changes nothing of it.
    await give(vat_number);
    expect(await seen(JSON.parse(text))).toEqual(['other', 'other', 'other']);
  });

  test('has a VAT number of 15 digits, or is refused by name of the field', async () => {
    const { status, text } = await agency.send('upsert_agency', {
      body: { vat_number: '31012239350000' },
    });
    expect(status).toBe(422);
    expect(JSON.parse(text).fields).toEqual([
      { field: 'vat_number', message: 'must be 15 digits, the first and the last of them 3' },
    ]);
  });
});

/** From its upload to whoever reads the ticket. */
describe('the QR code on an invoice', () => {
  const code = {
    seller_name: 'Sada Creative',
    vat_number,
    issued_at: '2026-02-01T09:00:00Z',
    total_sar: '1150.00',
    vat_sar: '150.00',
  };

  const coded = (seller?: string) => picture(new Date(code.issued_at), seller);

  test('an invoice’s code is read when it is uploaded, and company, agency and staff read it with the ticket', async () => {
    const { invoice_code } = await company.upload('invoice', await coded());
    expect(invoice_code).toEqual(code);
    const { ticket_number } = await requestTicket(
      { company, agency_id },
      '1150.00',
      1,
      null,
      await coded(),
    );
    const params = { ticket_number };
    for (const party of [company, agency])
      expect((await party.call('read_ticket', { params })).invoice.code).toEqual(code);
    expect((await maha.call('read_financed_ticket', { params })).invoice.code).toEqual(code);
  });

  test('an invoice without a code, or a code on another kind of file, has none', async () => {
    expect((await company.upload('invoice', png('invoice.png'))).invoice_code).toBeNull();
    expect((await company.upload('transfer_proof', await coded())).invoice_code).toBeNull();
  });

  test('a seller’s name cannot turn the text around it, nor break the line', async () => {
    const { invoice_code } = await company.upload(
      'invoice',
      await coded('Sada\u202E evil\n\u0007x'),
    );
    expect(invoice_code?.seller_name).toBe('Sada evil x');
  });

  test('nobody says of a stored or of another one’s upload what its code is', async () => {
    const { id } = await company.upload('invoice', png('invoice.png'));
    const [unfinished] = await product.rows<{ id: string }>(
      `insert into files (owner_user_id, kind, store, path, name, size_bytes, content_type, sha256, storage_key, created_at)
       select user_id, 'invoice', 'ticket-invoices', user_id || '/x.png', 'x.png', 1, 'image/png', '', $2, $3
         from companies where user_id = $1 returning id`,
      [company.user_id, randomUUID(), product.clock.now()],
    );
    const sessionOf = async ({ user_id }: Actor) => {
      const [row] = await product.rows<{ id: string }>(
        'select id from auth.sessions where user_id = $1 limit 1',
        [user_id],
      );
      return row!.id;
    };
    for (const [actor, file] of [
      [company, id],
      [agency, unfinished!.id],
    ] as const)
      await expect(
        product.database.pools.app.query('select api.record_invoice_code($1, $2, $3, $4, $5)', [
          actor.user_id,
          await sessionOf(actor),
          product.clock.now(),
          file,
          code,
        ]),
      ).rejects.toThrow('not_found');
  });
});
