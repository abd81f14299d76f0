import { randomUUID } from 'node:crypto';
import { toBuffer } from 'qrcode';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { taxInvoiceQr } from '#domain/documents/tax-invoice-qr.ts';
import { requestTicket } from '#server/product-client/financing.ts';
import { png } from '#server/product-client/sample-uploads.ts';
import { signUpParties } from '../testing/parties.ts';
import { startProduct, type Actor, type Product } from '../testing/product.ts';

/** What the QR code on an invoice says, from its upload to whoever reads the ticket. */

let product: Product;
let staff: Actor;
let company: Actor;
let agency: Actor;
let agency_id: string;

beforeAll(async () => {
  product = await startProduct('2026-02-02T07:00:00Z');
  staff = await product.addStaff('Maha');
  ({ company, agency, agency_id } = await signUpParties(product, staff));
});
afterAll(() => product.close());

const code = {
  seller_name: 'Sada Creative',
  vat_number: '310122393500003',
  issued_at: '2026-02-01T09:00:00Z',
  total_sar: '1150.00',
  vat_sar: '150.00',
};

const coded = async (seller = code.seller_name) => ({
  name: 'invoice.png',
  type: 'image/png',
  bytes: await toBuffer(
    taxInvoiceQr({
      seller,
      vat_number: code.vat_number,
      issued_at: new Date(code.issued_at),
      total_amount: code.total_sar,
      vat_amount: code.vat_sar,
    }),
    { width: 240 },
  ),
});

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
  expect((await staff.call('read_financed_ticket', { params })).invoice.code).toEqual(code);
});

test('an invoice without a code, or a code on another kind of file, has none', async () => {
  expect((await company.upload('invoice', png('invoice.png'))).invoice_code).toBeNull();
  expect((await company.upload('transfer_proof', await coded())).invoice_code).toBeNull();
});

test('a seller’s name cannot turn the text around it, nor break the line', async () => {
  const { invoice_code } = await company.upload('invoice', await coded('Sada\u202E evil\n\u0007x'));
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
