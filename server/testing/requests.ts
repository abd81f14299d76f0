import type { OperationId } from '#api/operations.ts';
import type { Ticket } from '#api/tickets.ts';
import { pdf } from '#server/demo/documents.ts';
import type { RawInput } from '#server/demo/product-client.ts';
import type { Actor, Product } from './product.ts';

/** Two companies, two agencies and what lies between them: what each test of all operations starts from. */
export interface World {
  company: Actor;
  otherCompany: Actor;
  /** The agency that the company's tickets are addressed to. */
  agency: Actor;
  otherAgency: Actor;
  noRole: Actor;
  agency_id: string;
  /** Of the company, to the agency: one waits, one is approved and has its payout. */
  waiting: Ticket;
  approved: Ticket;
  /** An upload of the company that nothing names yet. */
  upload_id: string;
  /** Texts that only the two parties of the tickets may see. */
  secrets: string[];
}

export async function makeWorld(product: Product): Promise<World> {
  const [company, otherCompany] = [
    await product.signUp('company'),
    await product.signUp('company'),
  ];
  const [agency, otherAgency] = [await product.signUp('agency'), await product.signUp('agency')];
  const noRole = await product.signUp(null);
  const agency_id = await nameAgency(agency, 'Sada Creative');
  await nameAgency(otherAgency, 'Noon Digital');
  const profile = await company.call('upsert_company', {
    body: { name: 'Secret Coffee Company', phone: '0555000123', address: 'secret-address' },
  });
  const request = async () =>
    company.call('create_ticket_with_installments', {
      body: {
        p_agency_id: agency_id,
        p_amount_sar: '432.10',
        p_term_months: 3,
        p_description: 'secret-description',
        p_invoice_url: (await company.upload('invoice', pdf('secret-invoice.pdf', ['Secret'])))
          .path,
      },
    });
  const [waiting, approved] = [await request(), await request()];
  await agency.call('approve_ticket', { params: { id: approved.id } });
  const upload = await company.upload('invoice', pdf('secret-upload.pdf', ['Secret']));
  return {
    company,
    otherCompany,
    agency,
    otherAgency,
    noRole,
    agency_id,
    waiting,
    approved,
    upload_id: upload.id,
    secrets: [
      'Secret Coffee Company',
      '555000123',
      'secret-',
      '432.10',
      'SA0380000000608010167519',
      company.user_id,
      company.email,
      profile.id,
      waiting.id,
      waiting.ticket_number,
      approved.id,
    ],
  };
}

async function nameAgency(agency: Actor, name: string): Promise<string> {
  const iban = name === 'Sada Creative' ? 'SA0380000000608010167519' : null;
  return (await agency.call('upsert_agency', { body: { name, iban } })).id;
}

/**
 * A right request of each operation, by whom it is meant for, about the world's own rows. An operation that is not
 * listed here does not compile, and every test of all operations covers a new one.
 */
export const requests = {
  read_user_role: { by: 'company', input: () => ({}) },
  upsert_user_role: { by: 'company', input: () => ({ body: { role: 'company' } }) },
  read_company: { by: 'company', input: () => ({}) },
  upsert_company: { by: 'company', input: () => ({ body: { contact_title: 'Founder' } }) },
  read_agency: { by: 'agency', input: () => ({}) },
  upsert_agency: { by: 'agency', input: () => ({ body: { contact_title: 'Founder' } }) },
  upload_file: { by: 'company', input: () => multipart('invoice') },
  discard_upload: { by: 'company', input: ({ upload_id }) => ({ params: { id: upload_id } }) },
  create_download_link: {
    by: 'company',
    input: ({ waiting }) => ({ body: { store: 'ticket-invoices', path: waiting.invoice_url } }),
  },
  list_agencies: { by: 'company', input: () => ({ query: { search: 'sada' } }) },
  company_dashboard: { by: 'company', input: () => ({}) },
  agency_dashboard: { by: 'agency', input: () => ({}) },
  list_tickets: {
    by: 'company',
    input: ({ approved }) => ({ query: { list: 'waiting', cursor: approved.id } }),
  },
  read_ticket: {
    by: 'company',
    input: ({ approved }) => ({ params: { ticket_number: approved.ticket_number } }),
  },
  list_agency_payouts: { by: 'agency', input: () => ({ query: { window: 'expected' } }) },
  create_ticket_with_installments: {
    by: 'company',
    input: ({ agency_id }) => ({
      body: {
        p_agency_id: agency_id,
        p_amount_sar: '10.00',
        p_term_months: 1,
        p_description: 'Campaign',
        p_invoice_url: 'none/1_invoice.pdf',
      },
    }),
  },
  cancel_ticket: { by: 'company', input: ({ waiting }) => ({ params: { id: waiting.id } }) },
  approve_ticket: { by: 'agency', input: ({ waiting }) => ({ params: { id: waiting.id } }) },
  reject_ticket: {
    by: 'agency',
    input: ({ waiting }) => ({ params: { id: waiting.id }, body: { rejection_reason: 'No' } }),
  },
  subscribe_events: { by: 'company', input: () => ({}) },
} as const satisfies Record<
  OperationId,
  { by: 'company' | 'agency'; input: (world: World) => RawInput }
>;

/** An upload as a body, so that it goes through the same way as every other request. */
function multipart(kind: string): RawInput {
  const { bytes } = pdf('invoice.pdf', ['Invoice']);
  const boundary = 'one-boundary';
  const body = [
    `--${boundary}`,
    'content-disposition: form-data; name="file"; filename="invoice.pdf"',
    'content-type: application/pdf',
    '',
    bytes.toString('latin1'),
    `--${boundary}--`,
    '',
  ].join('\r\n');
  return {
    params: { kind },
    body,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}

/** A sum of the hashes of every row that a request could have changed, by table: equal means that nothing was. */
export async function fingerprint(product: Product): Promise<string> {
  const tables = [
    'companies agencies files tickets ticket_installments agency_payouts credit_assessments events',
    'idempotency_keys user_roles auth.users',
  ]
    .join(' ')
    .split(' ');
  const sums = tables.map(
    (table) => `(select coalesce(sum(hashtextextended(t::text, 0)), 0)::text from ${table} t)`,
  );
  const [row] = await product.rows<{ hash: string }>(
    `select concat_ws(' ', ${sums.join(', ')}) as hash`,
  );
  return row!.hash;
}
