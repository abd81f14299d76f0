import { createHash } from 'node:crypto';
import { unzipSync } from 'fflate';
import { afterAll, describe, expect, test } from 'vitest';
import type { AccountStatement } from '#api/documents.ts';
import { operations, type OperationId } from '#api/operations.ts';
import { groupedAmount } from '#domain/amount-format.ts';
import { pdf as samplePdf } from '#server/product-client/sample-uploads.ts';
import { renderDocument } from '#server/documents/render-document.ts';
import { financeTicket, releaseRun, requestPayable } from '#server/product-client/financing.ts';
import { recordProven, refund } from '../testing/approvals.ts';
import { approveIbans } from '../testing/ibans.ts';
import { readPdf, type ReadPdf } from '../testing/pdf-text.ts';
import { startProduct, type Actor } from '../testing/product.ts';

/**
 * One ticket of SAR 1,000.00 over two months. Its payout is sent on 2 March, comes back on the 3rd, is sent again on the
 * 4th and arrives. On the 5th the company pays 1,200.00; on the 6th 200.00 are refunded.
 * The fee is 50.00, of which VAT 50 × 15 / 115 = 6.52; the agency nets 950.00.
 */
const product = await startProduct('2026-03-02T08:00:00Z');
const company = await product.signUp('company');
const agency = await product.signUp('agency');
const staff = await product.addStaff('Maha');
const other = await product.addStaff('Faisal');
await company.call('upsert_company', {
  body: { name: 'نخيل الوادي للتجارة', address: 'الرياض' },
});
const { id: agency_id } = await agency.call('upsert_agency', {
  body: { name: 'Blue #Dune* Media', address: 'Jeddah', iban: 'SA0380000000608010167519' },
});
await product.settled();
await approveIbans(product, staff);
const ticket = await requestPayable(staff, { company, agency, agency_id }, '1000.00', 2);
const send = async () => {
  const { run, lines } = await releaseRun([other, staff]);
  return { id: run.id, payout_id: lines[0]!.payout_id };
};
const first = await send();
await staff.call('make_payout_file', { params: { id: first.id } });
product.clock.moveDays(1);
await staff.call('fail_payout_line', { params: first, body: { reason: 'Account closed' } });
product.clock.moveDays(1);
const second = await send();
// It is in no file for the bank, so that two people confirm it.
const reason = 'Paid at the bank by hand';
const doubtful = await staff.call('confirm_doubtful_payout', { params: second, body: { reason } });
await other.call('approve_request', { params: { id: doubtful.id } });
product.clock.moveDays(1);
const payment = await recordProven([staff, other], {
  amount_sar: '1200.00',
  value_date: '2026-03-05',
  bank_reference: 'FT-778',
  ticket_number: ticket.ticket_number,
});
product.clock.moveDays(1);
await refund(product, [staff, other], payment, '200.00');
afterAll(() => product.close());

/** The answer of an operation that sends a file. */
async function take(
  actor: Actor,
  id: OperationId,
  { params = {}, query = {} }: { params?: Record<string, string>; query?: Record<string, string> },
): Promise<Response> {
  const path = operations[id].path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '');
  const headers = { authorization: `Bearer ${await actor.token()}` };
  return fetch(`${product.url}${path}?${new URLSearchParams(query)}`, { headers });
}

const takeZip = (actor: Actor, query: Record<string, string>) =>
  take(actor, 'download_own_documents', { query: { ...march, language: 'en', ...query } });

async function takePdf(
  actor: Actor,
  id: OperationId,
  input: {
    params?: Record<string, string>;
    query: { language: 'en' | 'ar' } & Record<string, string>;
  },
): Promise<ReadPdf & { bytes: Uint8Array }> {
  const response = await take(actor, id, input);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  const bytes = new Uint8Array(await response.arrayBuffer());
  return { ...(await readPdf(bytes, input.query.language)), bytes };
}

/** What the ledger says of an account, in SAR, debit above zero. */
async function ledger(accounts: string[]): Promise<string> {
  const [row] = await product.rows<{ sum: string }>(
    'select coalesce(sum(amount_sar), 0)::numeric(14,2)::text as sum from journal_lines where account = any ($1)',
    [accounts],
  );
  return row!.sum;
}

const taxInvoices = async () =>
  (await agency.call('read_ticket', { params: { ticket_number: ticket.ticket_number } }))
    .tax_invoices!;
const march = { from: '2026-03-01', to: '2026-03-31' };

describe('the tax invoice of a payout', () => {
  test('a tax invoice is issued when the payout is sent, cancelled when it comes back, and numbered without a gap', async () => {
    expect((await taxInvoices()).map(({ id: _id, ...invoice }) => Object.values(invoice))).toEqual([
      ['invoice', 'HTI-000001', '2026-03-02', '6.52', '50.00'],
      ['credit_note', 'HCN-000001', '2026-03-03', '6.52', '50.00'],
      ['invoice', 'HTI-000002', '2026-03-04', '6.52', '50.00'],
    ]);
  });

  test("all tax invoices together state the ledger's fee and VAT, entry by entry", async () => {
    const differing = await product.rows(
      `select i.id from tax_invoices i full join (
          select e.id, sum(l.amount_sar) filter (where l.account = 'vat_payable') as vat,
                 sum(l.amount_sar) filter (where l.account = 'fee_income') as net
            from journal_entries e join journal_lines l on l.entry_id = e.id
           where l.account in ('vat_payable', 'fee_income') group by e.id) e on e.id = i.entry_id
        where (i.type = 'invoice' and (-e.vat, -e.net) is distinct from (i.vat_amount, i.net_amount))
           or (i.type = 'credit_note' and (e.vat, e.net) is distinct from (i.vat_amount, i.net_amount))
           or i.id is null or e.id is null`,
    );
    expect(differing).toEqual([]);
    // Two invoices less one credit note.
    expect(await ledger(['fee_income', 'vat_payable'])).toBe('-50.00');
  });

  test('a release that fails uses no invoice number', async () => {
    const failed = product.rows(
      `insert into tax_invoices (type, series_number, payout_id, ticket_id, agency_id, entry_id, issued_at, issued_on,
         base_amount, net_amount, vat_amount, total_amount, seller_id)
       select type, take_series_number(type), payout_id, ticket_id, agency_id, entry_id, issued_at, issued_on,
         base_amount, net_amount, vat_amount, total_amount, seller_id from tax_invoices limit 1`,
    );
    await expect(failed).rejects.toThrow(/tax_invoices_entry_id_key/);
    const [series] = await product.rows<{ last_number: number }>(
      `select last_number from tax_invoice_series where type = 'invoice'`,
    );
    expect(series).toEqual({ last_number: 2 });
  });

  test('a tax invoice is never changed or deleted', async () => {
    for (const rewrite of ['update tax_invoices set vat_amount = 0', 'delete from tax_invoices']) {
      await expect(product.rows(rewrite)).rejects.toThrow('tax_invoices is append-only');
    }
  });

  test('a tax invoice as PDF has the seller, the buyer, the amounts and its number, and keeps its bytes', async () => {
    const [invoice, note] = await taxInvoices();
    const request = { params: { id: invoice!.id }, query: { language: 'en' } } as const;
    const { lines, title, bytes, fonts } = await takePdf(agency, 'tax_invoice_file', request);
    const text = lines.join('\n');
    expect(title).toBe('Tax invoice HTI-000001');
    for (const part of [
      'فاتورة',
      '399999999900003',
      '1010000000',
      'Blue #Dune* Media',
      'HTI-000001',
    ]) {
      expect(text).toContain(part);
    }
    expect(text).toContain('43.48 15% 6.52 50.00');
    expect(text).toContain('SAR 50.00');
    expect(fonts.every(({ isEmbedded }) => isEmbedded)).toBe(true);
    // Whoever asks, whenever: also staff, a day later.
    const again = await takePdf(staff, 'staff_tax_invoice_file', request);
    expect(sha256(again.bytes)).toBe(sha256(bytes));
    const arabic = await takePdf(agency, 'tax_invoice_file', {
      params: { id: note!.id },
      query: { language: 'ar' },
    });
    expect(arabic.title).toBe('إشعار دائن HCN-000001');
    expect(arabic.lines.join('\n')).toContain('عن الفاتورة السبب');
    expect(arabic.lines.join('\n')).toContain('HTI-000001 لم تصل المستحقات أو أعيدت بعد وصولها');
  });

  test('PDFs of one organisation, those of a ZIP among them, are made two at once and ten wait; more get 429, and nobody else is delayed', async () => {
    const [invoice] = await taxInvoices();
    const query = { language: 'en' };
    const asked: Promise<unknown>[] = [];
    const answers: number[] = [];
    await product.rows('begin');
    try {
      await product.rows('lock table platform_identities in access exclusive mode');
      for (let i = 0; i < 14; i += 1) {
        const answer = take(agency, 'tax_invoice_file', { params: { id: invoice!.id }, query });
        asked.push(answer.then(({ status }) => answers.push(status)));
      }
      await expect.poll(() => answers).toEqual([429, 429]);
      expect((await takeZip(agency, { status: 'tax_invoice' })).status).toBe(429);
      const params = { ticket_number: ticket.ticket_number };
      expect((await take(company, 'settlement_letter', { params, query })).status).toBe(200);
    } finally {
      await product.rows('rollback');
    }
    await Promise.all(asked);
    expect(answers.slice(2)).toEqual(Array.from({ length: 12 }, () => 200));
  });

  test('only its agency and staff read a tax invoice', async () => {
    const [invoice] = await taxInvoices();
    const stranger = await product.signUp('agency');
    const input = { params: { id: invoice!.id }, query: { language: 'en' } };
    expect((await take(stranger, 'tax_invoice_file', input)).status).toBe(404);
    expect((await take(company, 'tax_invoice_file', input)).status).toBe(403);
  });
});

describe('the documents of a period as one ZIP', () => {
  const filesOf = async (answer: Response) => {
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
    return unzipSync(new Uint8Array(await answer.arrayBuffer()));
  };
  const number = ticket.ticket_number;
  const financing = (language: string) =>
    ['financing-agreement', 'promissory-note-1', 'promissory-note-2'].map(
      (kind) => `${number}-${kind}-v1-${language}.pdf`,
    );

  test('a ZIP holds each document as it is downloaded by itself, in the language asked for, and of one kind where that is chosen', async () => {
    const files = await filesOf(await takeZip(agency, {}));
    expect(Object.keys(files).toSorted()).toEqual([
      'HCN-000001-credit-note-en.pdf',
      `${number}-invoice.pdf`,
      `${number}-remittance-advice-en.pdf`,
      'HTI-000001-tax-invoice-en.pdf',
      'HTI-000002-tax-invoice-en.pdf',
    ]);
    const [invoice] = await taxInvoices();
    const alone = await takePdf(agency, 'tax_invoice_file', {
      params: { id: invoice!.id },
      query: { language: 'en' },
    });
    expect(sha256(files['HTI-000001-tax-invoice-en.pdf']!)).toBe(sha256(alone.bytes));
    const { items } = await agency.call('list_own_documents', { query: { status: 'invoice' } });
    const link = await agency.call('create_download_link', {
      body: { store: 'ticket-invoices', path: items[0]!.invoice_path! },
    });
    const uploaded = new Uint8Array(await (await fetch(product.url + link.url)).arrayBuffer());
    expect(sha256(files[`${number}-invoice.pdf`]!)).toBe(sha256(uploaded));
    const narrowed = { status: 'tax_invoice', language: 'ar', to: '2026-03-03' };
    expect(Object.keys(await filesOf(await takeZip(agency, narrowed)))).toEqual([
      'HTI-000001-tax-invoice-ar.pdf',
    ]);
  });

  test("a company's ZIP has the financing documents in Arabic too, with their certificates, because the Arabic ones count", async () => {
    const english = await filesOf(await takeZip(company, {}));
    const letter = `${number}-settlement-letter-en.pdf`;
    expect(Object.keys(english).toSorted()).toEqual(
      [...financing('ar'), ...financing('en'), letter, `${number}-invoice.pdf`].toSorted(),
    );
    const copy = await readPdf(english[financing('ar')[0]!]!, 'ar');
    expect(copy.lines.join('\n')).toContain('HM-');
    expect(Object.keys(await filesOf(await takeZip(company, { language: 'ar' })))).toHaveLength(5);
  });

  test('nobody gets a ZIP of documents of others, or of none', async () => {
    expect((await takeZip(await product.signUp('agency'), {})).status).toBe(404);
    expect((await takeZip(await product.signUp('company'), {})).status).toBe(404);
    expect((await takeZip(staff, {})).status).toBe(403);
  });

  test('an organisation has one ZIP made at a time', async () => {
    const answers: number[] = [];
    await product.rows('begin');
    const asked = [1, 2].map(async () => {
      const answer = await takeZip(agency, {});
      answers.push(answer.status);
      await answer.arrayBuffer();
    });
    try {
      await product.rows('lock table platform_identities in access exclusive mode');
      await expect.poll(() => answers).toEqual([429]);
    } finally {
      await product.rows('rollback');
    }
    await Promise.all(asked);
    expect(answers).toEqual([429, 200]);
  });

  test('a ZIP breaks off where the bytes of a document are missing, and never looks whole', async () => {
    await product.rows(
      `insert into ticket_documents (set_id, company_id, kind, seq, language, size_bytes, sha256, storage_key)
       select s.id, s.company_id, 'promissory_note', 3, 'ar', 1, sha256('gone'), 'gone' from document_sets s
        where s.ticket_id = $1`,
      [ticket.id],
    );
    const answer = await takeZip(company, { status: 'financing_documents' });
    expect(answer.status).toBe(200);
    await expect(answer.arrayBuffer()).rejects.toThrow('terminated');
  });

  test('a ZIP holds 500 documents, and one of more is refused with what to do', async () => {
    const busy = await product.signUp('company');
    await busy.call('upsert_company', { body: { name: 'Busy' } });
    // Two hundred and fifty versions of two notes on the 10th, and one note more on the 11th. Their bytes are nowhere.
    await product.rows(
      `with made as (
         insert into tickets (company_id, agency_id, status, amount_sar, repayment_term, invoice_url, created_at,
           created_local_date, updated_at)
         select c.id, $2, 'Approved', 100, 'OneMonth', 'many-' || n, '2026-03-10'::timestamptz + n * interval '1 second',
                '2026-03-10', '2026-03-10'
           from companies c, generate_series(1, 251) n where c.user_id = $1
         returning id, company_id, invoice_url),
       issued as (
         insert into document_sets (ticket_id, company_id, version, schedule_start, ordered_at, issued_at)
         select id, company_id, 1, '2026-03-10', '2026-03-10',
                case invoice_url when 'many-251' then '2026-03-11'::timestamptz else '2026-03-10' end from made
         returning id, company_id, issued_at)
       insert into ticket_documents (set_id, company_id, kind, seq, language, size_bytes, sha256, storage_key)
       select i.id, i.company_id, 'promissory_note', n, 'ar', 1, sha256('none'), i.id || '/' || n
         from issued i, generate_series(1, case when i.issued_at = '2026-03-10' then 2 else 1 end) n`,
      [busy.user_id, agency_id],
    );
    const code = async (answer: Promise<Response>) =>
      ((await (await answer).json()) as { code: string }).code;
    const notes = { status: 'financing_documents' };
    expect(await code(takeZip(busy, notes))).toBe('documents_too_many');
    expect(await code(takeZip(busy, { ...notes, to: '2026-03-10' }))).toBe('not_found');
  });
});

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe('a settlement letter', () => {
  const params = () => ({ ticket_number: ticket.ticket_number });

  test('a settlement letter states in both languages that everything is repaid, and what was paid when', async () => {
    const details = await company.call('read_ticket', { params: params() });
    expect([details.ticket.status, details.settled_on]).toEqual(['Completed', '2026-03-05']);
    const arabic = await takePdf(company, 'settlement_letter', {
      params: params(),
      query: { language: 'ar' },
    });
    expect(arabic.lines).toContain('خطاب مخالصة');
    expect(arabic.lines.join(' ')).toContain('وأن ذمتها برئت منه ولم يبق عليها شيء');
    expect(arabic.lines).toContain('الإجمالي 1,000.00');
    const english = await takePdf(company, 'settlement_letter', {
      params: params(),
      query: { language: 'en' },
    });
    expect(english.lines).toContain('2 2 May 2026 5 March 2026 500.00');
    expect(english.lines).toContain('SAR 1,000.00');
  });

  test('a settlement letter is read by its company and staff, and does not exist for a ticket that is not completed', async () => {
    const query = { language: 'en' };
    expect((await take(staff, 'staff_settlement_letter', { params: params(), query })).status).toBe(
      200,
    );
    const stranger = await product.signUp('company');
    expect((await take(stranger, 'settlement_letter', { params: params(), query })).status).toBe(
      404,
    );
    const waiting = { ticket_number: 'HM-000000' };
    expect((await take(company, 'settlement_letter', { params: waiting, query })).status).toBe(404);
  });
});

describe('a remittance advice', () => {
  const params = () => ({ ticket_number: ticket.ticket_number });

  test('a remittance advice states what was sent to which account, its reference, and the invoice of the fee', async () => {
    const { lines } = await takePdf(agency, 'remittance_advice', {
      params: params(),
      query: { language: 'en' },
    });
    const text = lines.join(' ');
    expect(text).toContain('SAR 950.00');
    expect(text).toContain('SA03 8000 0000 6080 1016 7519');
    expect(text).toContain('Blue #Dune* Media');
    // The second attempt: the first one failed, with its invoice.
    const [sent] = await product.rows<{ payout_id: string; invoice: string }>(
      `select p.id as payout_id, tax_invoice_number('invoice', 2) as invoice from agency_payouts p`,
    );
    expect(text).toContain(sent!.invoice);
    expect(text).not.toContain('HTI-000001');
    const { items } = await staff.call('list_payout_runs', { query: {} });
    const run = items.find(({ status }) => status === 'Completed')!;
    expect(run.count).toBe(1);
    // In no file for the bank: neither its day nor its reference is known.
    expect(text).not.toContain('Bank reference');
  });

  test('only its agency and staff read a remittance advice, while the payout is sent or has arrived', async () => {
    const query = { language: 'ar' as const };
    expect((await take(staff, 'staff_remittance_advice', { params: params(), query })).status).toBe(
      200,
    );
    const stranger = await product.signUp('agency');
    for (const [actor, status] of [
      [stranger, 404],
      [company, 403],
    ] as const)
      expect((await take(actor, 'remittance_advice', { params: params(), query })).status).toBe(
        status,
      );
    const unknown = { ticket_number: 'HM-000000' };
    expect((await take(agency, 'remittance_advice', { params: unknown, query })).status).toBe(404);
  });
});

describe('the remittances of a period', () => {
  const days = (from: string, to: string) => ({ query: { from, to } });

  test('list each payout that was sent in it and did not come back, with fee, VAT, net and totals', async () => {
    const { items, totals, next_cursor } = await agency.call('list_remittances', { query: march });
    expect(items.map(({ id: _id, ...item }) => item)).toEqual([
      {
        sent_on: '2026-03-04',
        execution_date: null,
        ticket_number: ticket.ticket_number,
        company_name: 'نخيل الوادي للتجارة',
        iban: 'SA0380000000608010167519',
        bank_reference: null,
        invoice_number: 'HTI-000002',
        gross_amount: '1000.00',
        fee_amount: '50.00',
        fee_vat_amount: '6.52',
        net_amount: '950.00',
      },
    ]);
    const sums = {
      gross_amount: '1000.00',
      fee_amount: '50.00',
      fee_vat_amount: '6.52',
      net_amount: '950.00',
    };
    expect({ totals, next_cursor }).toEqual({ totals: { count: 1, ...sums }, next_cursor: null });
    // The day counts on which it was sent for good, in Riyadh.
    for (const [from, to, count] of [
      ['2026-03-01', '2026-03-03', 0],
      ['2026-03-04', '2026-03-04', 1],
      ['2026-03-05', '2026-03-31', 0],
    ] as const)
      expect((await agency.call('list_remittances', days(from, to))).totals.count).toBe(count);
  });

  test('are the same in the file and on paper', async () => {
    const csv = await (
      await take(agency, 'list_remittances', { query: { ...march, format: 'csv' } })
    ).text();
    expect(csv.trim().split(/\r?\n/).at(-1)).toBe(
      `2026-03-04,,${ticket.ticket_number},نخيل الوادي للتجارة,HTI-000002,,SA0380000000608010167519,1000.00,50.00,6.52,950.00`,
    );
    for (const language of ['en', 'ar'] as const) {
      const { lines } = await takePdf(agency, 'list_remittances', {
        query: { ...march, format: 'pdf', language },
      });
      const text = lines.join(' ');
      for (const said of ['HTI-000002', ticket.ticket_number, '950.00', '6.52'])
        expect(text).toContain(said);
      expect(text).not.toContain('HTI-000001');
    }
  });

  test("are nobody's but the agency's own", async () => {
    const stranger = await product.signUp('agency');
    await stranger.call('upsert_agency', { body: { name: 'Stranger' } });
    expect((await stranger.call('list_remittances', { query: march })).totals.count).toBe(0);
    expect((await take(company, 'list_remittances', { query: march })).status).toBe(403);
    const backwards = { from: '2026-03-31', to: '2026-03-01' };
    expect((await take(agency, 'list_remittances', { query: backwards })).status).toBe(422);
  });
});

/** What the ledger says of each figure that a document can bear, as it is written: "1,000.00". */
async function ledgerFigures() {
  const [row] = await product.rows<Record<'financed' | 'fee' | 'vat' | 'net' | 'payout', string>>(
    `with of_invoice as (
       select sum(-l.amount_sar) filter (where l.account = 'fee_income') as net,
              sum(-l.amount_sar) filter (where l.account = 'vat_payable') as vat
         from tax_invoices i join journal_lines l on l.entry_id = i.entry_id
        where i.type = 'invoice' and i.series_number = 2)
     select (select max(l.amount_sar) from (
               select sum(amount_sar) as amount_sar from journal_lines l join journal_entries e on e.id = l.entry_id
                where e.event = 'ticket_financed' and l.account = 'receivable' group by e.id) l)::text as financed,
            (select max(-l.amount_sar) from journal_lines l join journal_entries e on e.id = l.entry_id
              where e.event = 'payout_sent' and l.account = 'bank')::text as payout,
            net::text, vat::text, (net + vat)::text as fee from of_invoice`,
  );
  return row!;
}

/** Sums of what an account's statement of March shows, from the journal alone. */
async function ledgerTotals(accounts: string[]) {
  const [row] = await product.rows<{ up: string; down: string; rest: string }>(
    `select coalesce(sum(sum) filter (where sum > 0), 0)::text as up,
            coalesce(-sum(sum) filter (where sum < 0), 0)::text as down, coalesce(sum(sum), 0)::text as rest
       from (select sum(l.amount_sar) from journal_lines l where l.account = any ($1) group by l.entry_id) e`,
    [accounts],
  );
  return row!;
}

/** Each kind of document: how it is taken, a phrase of each language in its order, and the figures it must bear. */
const kinds = {
  'a financing agreement': {
    take: (language) => takeFinancing('financing_agreement', language),
    en: 'no more and no less, in the installments of the schedule',
    ar: 'دون زيادة أو نقصان، على الأقساط المبينة في الجدول',
    figures: async () => {
      const { financed, fee, vat, payout } = await ledgerFigures();
      return [financed, fee, vat, payout];
    },
  },
  'a promissory note': {
    take: (language) => takeFinancing('promissory_note', language),
    en: 'promises, unconditionally, to pay to the order of',
    ar: 'تعهدا غير معلق على شرط بأن تدفع لأمر',
    figures: async () => {
      const owed = await product.rows<{ amount: string }>(
        `select l.amount_sar::text as amount from journal_lines l
           join ticket_installments i on i.id = l.installment_id where i.seq = 1 and l.amount_sar > 0`,
      );
      return owed.map(({ amount }) => amount);
    },
  },
  'a tax invoice': {
    take: (language) => takeInvoice('invoice', language),
    en: 'The fee was deducted from the payout and is paid.',
    ar: 'استقطعت الرسوم من المستحقات، وهي مدفوعة.',
    figures: async () => {
      const { fee, vat, net, financed } = await ledgerFigures();
      return [fee, vat, net, financed];
    },
  },
  'a credit note': {
    take: (language) => takeInvoice('credit_note', language),
    en: 'The payout did not arrive, or was returned later',
    ar: 'ويلغي هذا الإشعار الفاتورة بكاملها',
    figures: async () => {
      const { fee, vat, net } = await ledgerFigures();
      return [fee, vat, net];
    },
  },
  'a remittance advice': {
    take: (language) =>
      takePdf(agency, 'remittance_advice', {
        params: { ticket_number: ticket.ticket_number },
        query: { language },
      }),
    en: 'less the service fee',
    ar: 'بعد خصم رسوم الخدمة',
    figures: async () => {
      const { financed, fee, vat, payout } = await ledgerFigures();
      return [financed, fee, vat, payout];
    },
  },
  'a settlement letter': {
    take: (language) =>
      takePdf(company, 'settlement_letter', {
        params: { ticket_number: ticket.ticket_number },
        query: { language },
      }),
    en: 'in full, and that nothing more is owed for it',
    ar: 'وأن ذمتها برئت منه ولم يبق عليها شيء',
    figures: async () => {
      const paid = await product.rows<{ amount: string }>(
        `select sum(-l.amount_sar)::text as amount from journal_lines l join journal_entries e on e.id = l.entry_id
          where e.event = 'payment_allocated' and l.account = 'receivable'`,
      );
      return paid.map(({ amount }) => amount);
    },
  },
  "a company's statement": {
    take: (language) =>
      takePdf(company, 'company_statement', { query: { ...march, format: 'pdf', language } }),
    en: 'Amounts in SAR. The balance is what the company owes the platform',
    ar: 'وما دون الصفر رصيد للشركة',
    figures: async () => Object.values(await ledgerTotals(['receivable', 'company_credit'])),
  },
  "an agency's statement": {
    take: (language) =>
      takePdf(agency, 'agency_statement', { query: { ...march, format: 'pdf', language } }),
    en: 'The balance is what the platform owes the agency.',
    ar: 'والرصيد هو ما للوكالة على المنصة',
    figures: async () => [(await ledgerTotals(['agency_payable'])).rest],
  },
} satisfies Record<
  string,
  {
    take: (language: 'en' | 'ar') => Promise<ReadPdf>;
    en: string;
    ar: string;
    figures: () => Promise<string[]>;
  }
>;

async function takeInvoice(type: 'invoice' | 'credit_note', language: 'en' | 'ar') {
  const invoice = (await taxInvoices()).findLast((one) => one.type === type)!;
  return takePdf(agency, 'tax_invoice_file', { params: { id: invoice.id }, query: { language } });
}

/** What the company accepted, by a link. The test's server stores the data of a document in its place: set here. */
async function takeFinancing(
  kind: 'financing_agreement' | 'promissory_note',
  language: 'en' | 'ar',
): Promise<ReadPdf> {
  const params = { ticket_number: ticket.ticket_number };
  const { document_sets } = await company.call('read_ticket', { params });
  const { id } = document_sets!
    .find(({ accepted_at }) => accepted_at !== null)!
    .documents.find((one) => one.kind === kind && one.language === language)!;
  const { url } = await company.call('create_document_link', {
    params: { id },
    query: { original: 'true' },
  });
  const stored = await (await fetch(`${product.url}${url}`)).text();
  const data = JSON.parse(stored.slice(stored.indexOf('{'), stored.lastIndexOf('}') + 1));
  return readPdf(await renderDocument({ kind, language, data }), language);
}

test.each(
  (Object.keys(kinds) as (keyof typeof kinds)[]).flatMap((kind) =>
    (['en', 'ar'] as const).map((language) => [kind, language] as const),
  ),
)(
  "%s in %s reads in its order, embeds its fonts, and every total is the ledger's",
  async (kind, language) => {
    const { take: takeIt, figures, ...phrases } = kinds[kind];
    const { lines, fonts } = await takeIt(language);
    expect(lines.join(' ')).toContain(phrases[language]);
    expect(fonts.length).toBeGreaterThan(0);
    expect(
      fonts.filter(({ name, isEmbedded }) => !isEmbedded || !name.startsWith('IBMPlex')),
    ).toEqual([]);
    const said = Array.from(lines.join(' ').matchAll(/[\d,]+\.\d{2}/g), ([amount]) => amount);
    for (const figure of await figures()) expect(said).toContain(groupedAmount(figure));
  },
);

describe('a statement of account', () => {
  const short = ({ items }: AccountStatement) =>
    items.map(({ date, event, undoes, increase, decrease, balance }) =>
      [date.slice(8), undoes ? `${event} (${undoes})` : event, increase, decrease, balance].join(
        ' ',
      ),
    );

  test("a company's statement is what it owes less its credit, line by line, and ends with the ledger's balance", async () => {
    const statement = await company.call('company_statement', { query: march });
    expect(short(statement)).toEqual([
      '02 ticket_financed 1000.00 0.00 1000.00',
      '03 payout_failed (ticket_financed) 0.00 1000.00 0.00',
      '04 ticket_financed 1000.00 0.00 1000.00',
      '05 payment_received 0.00 1200.00 -200.00',
      '06 credit_refunded 200.00 0.00 0.00',
    ]);
    expect(statement.totals).toMatchObject({
      opening_balance: '0.00',
      total_increase: '2200.00',
      total_decrease: '2200.00',
      closing_balance: await ledger(['receivable', 'company_credit']),
    });
  });

  test("an agency's statement is what it earned, was charged and was paid", async () => {
    const statement = await agency.call('agency_statement', { query: march });
    expect(short(statement)).toEqual([
      '02 ticket_financed 1000.00 0.00 1000.00',
      '02 fee_earned 0.00 50.00 950.00',
      '02 payout_sent 0.00 950.00 0.00',
      '03 payout_failed (payout_sent) 950.00 0.00 950.00',
      '03 payout_failed (fee_earned) 50.00 0.00 1000.00',
      '03 payout_failed (ticket_financed) 0.00 1000.00 0.00',
      '04 ticket_financed 1000.00 0.00 1000.00',
      '04 fee_earned 0.00 50.00 950.00',
      '04 payout_sent 0.00 950.00 0.00',
    ]);
    expect(statement.totals?.closing_balance).toBe(await ledger(['agency_payable']));
  });

  test('a statement of one ticket shows what is owed for it up to each payment, and belongs to its parties alone', async () => {
    const query = { ...march, ticket_number: ticket.ticket_number.toLowerCase() };
    const statement = await company.call('company_statement', { query });
    expect(short(statement)).toEqual([
      '02 ticket_financed 1000.00 0.00 1000.00',
      '03 payout_failed (ticket_financed) 0.00 1000.00 0.00',
      '04 ticket_financed 1000.00 0.00 1000.00',
      // Of the 1,200.00 that were received; the rest was refunded.
      '05 payment_allocated 0.00 1000.00 0.00',
    ]);
    expect(short(await agency.call('agency_statement', { query }))).toHaveLength(9);
    const csv = await take(company, 'company_statement', { query: { ...query, format: 'csv' } });
    expect((await csv.text()).split('\r\n')[5]).toMatch(
      /^2026-03-05,2026-03-05,Paid from a payment,/,
    );
    const pdf = await take(company, 'company_statement', { query: { ...query, format: 'pdf' } });
    expect(pdf.status).toBe(422);
    const stranger = await product.signUp('company');
    expect((await take(stranger, 'company_statement', { query })).status).toBe(404);
  });

  test('a statement of any period begins where the one before it ended', async () => {
    const days = ['01', '02', '03', '04', '05', '06', '07'].map((day) => `2026-03-${day}`);
    let before = '0.00';
    for (const day of days) {
      const query = { from: day, to: day };
      const statement = await company.call('company_statement', { query });
      expect([day, statement.totals?.opening_balance]).toEqual([day, before]);
      before = statement.totals!.closing_balance;
    }
    const backwards = company.call('company_statement', {
      query: { from: '2026-03-02', to: '2026-03-01' },
    });
    await expect(backwards).rejects.toThrow(/422/);
  });

  test('a statement read by page is the same, with its totals on the first page', async () => {
    const pages = async (of: string, limit: number) => {
      const found: AccountStatement[] = [];
      for (let cursor: string | null = null; found.length === 0 || cursor !== null;) {
        const read: { page: AccountStatement }[] = await product.rows(
          `select account_statement_json(${of}, null, '2026-03-04', '2026-03-02', '2026-03-04', $1, $2) as page`,
          [cursor, limit],
        );
        found.push(read[0]!.page);
        cursor = read[0]!.page.next_cursor;
      }
      return found;
    };
    for (const of of [
      `null, (select agency_id from tickets where id = '${ticket.id}')`,
      `(select company_id from tickets where id = '${ticket.id}'), null`,
    ]) {
      const [whole] = await pages(of, 100);
      expect(whole!.items.length).toBeGreaterThan(2);
      expect(whole!.items.at(-1)?.balance).toBe(whole!.totals?.closing_balance);
      expect(whole!.position !== null).toBe(of.endsWith('null'));
      for (const limit of [1, 2, whole!.items.length]) {
        const parts = await pages(of, limit);
        expect(parts.flatMap(({ items }) => items)).toEqual(whole!.items);
        expect(parts.map(({ totals }) => totals)).toEqual(
          parts.map((_, place) => (place === 0 ? whole!.totals : null)),
        );
        expect(parts.map(({ position }) => position)).toEqual(
          parts.map((_, place) => (place === 0 ? whole!.position : null)),
        );
      }
    }
  });

  test("a statement's cursor of another party or an invalid one is refused", async () => {
    const { items } = await agency.call('agency_statement', { query: march });
    const stranger = await product.signUp('agency');
    const after = { ...march, cursor: `${items[0]!.id}:5.00` };
    expect((await stranger.call('agency_statement', { query: after })).items).toEqual([]);
    expect((await agency.call('agency_statement', { query: after })).items).toHaveLength(8);
    const made = stranger.call('agency_statement', { query: { ...march, cursor: items[0]!.id } });
    await expect(made).rejects.toThrow(/422/);
  });

  test("a statement as CSV has its balances before the first line and after the last, in the reader's language", async () => {
    const query = { ...march, format: 'csv', language: 'ar' };
    const response = await take(company, 'company_statement', { query });
    const rows = (await response.text()).trim().split('\r\n');
    expect(response.headers.get('content-type')).toContain('text/csv');
    expect(rows).toHaveLength(8);
    expect(rows[1]).toBe('2026-03-01,,الرصيد الافتتاحي,,,,,0.00');
    expect(rows[5]).toBe('2026-03-05,2026-03-05,استلام دفعة,,FT-778,0.00,1200.00,-200.00');
    expect(rows[7]).toBe('2026-03-31,,الرصيد الختامي,,,,,0.00');
  });

  test('a statement as PDF states what the screen states, in both languages', async () => {
    const english = await take(agency, 'agency_statement', {
      query: { ...march, format: 'pdf', language: 'en' },
    });
    const { lines } = await readPdf(new Uint8Array(await english.arrayBuffer()), 'en');
    expect(lines).toContain('Statement of account');
    expect(lines).toContain('2026-03-31 Closing balance 3,000.00 3,000.00 0.00');
    const arabic = await take(staff, 'staff_statement', {
      query: { ...march, format: 'pdf', language: 'ar', company_id: ticket.company_id },
    });
    const { lines: arabicLines } = await readPdf(new Uint8Array(await arabic.arrayBuffer()), 'ar');
    expect(arabicLines).toContain('كشف حساب');
    expect(arabicLines).toContain('2026-03-05 FT-778 1,200.00 −200.00');
    expect(arabicLines).toContain('تاريخ القيمة 2026-03-05');
  });

  test('a company reads only its own side of an entry, and staff name whose statement they want', async () => {
    const stranger = await product.signUp('company');
    const { items, totals } = await stranger.call('company_statement', { query: march });
    expect([items, totals?.closing_balance]).toEqual([[], '0.00']);
    for (const query of [
      march,
      { ...march, company_id: ticket.company_id, agency_id: ticket.agency_id },
    ]) {
      await expect(staff.call('staff_statement', { query })).rejects.toThrow(/422/);
    }
  });
});

describe('a statement of a company that owes something', () => {
  test("a statement as PDF breaks down a company's balance on the day as the screen does", async () => {
    product.clock.set('2026-04-01T08:00:00Z');
    const parties = { company, agency, agency_id };
    const { id } = await financeTicket([staff, other], parties, '900.00', 3);
    // The first installment is two days late, the second is due in four weeks.
    product.clock.set('2026-05-03T08:00:00Z');
    const query = { from: '2026-03-01', to: '2026-05-31' };
    const { position } = await company.call('company_statement', { query });
    expect(position).toMatchObject({ overdue_sar: '300.00', later_sar: '600.00' });
    const proof = await company.upload('transfer_proof', samplePdf('proof.pdf', ['120.00']));
    const body = { amount_sar: '120.00', transferred_on: '2026-05-02', proof_file: proof.path };
    await company.call('report_transfer', { params: { id }, body });
    const read = (language: 'en' | 'ar', period: Record<string, string>) =>
      takePdf(company, 'company_statement', { query: { ...period, format: 'pdf', language } });
    const { lines } = await read('en', query);
    const at = lines.indexOf('What the company owes on the day of issue');
    expect(lines.slice(at + 1, at + 4)).toEqual([
      'Overdue 300.00',
      'Due later 600.00',
      'Of this, 120.00 is reported as transferred and being checked.',
    ]);
    expect((await read('ar', query)).lines).toContain('ما على الشركة يوم الإصدار');
    // Of a period that has ended the parts of its balance are not known.
    const ended = await read('en', { from: '2026-03-01', to: '2026-04-30' });
    expect(ended.lines).not.toContain('What the company owes on the day of issue');
  });
});
