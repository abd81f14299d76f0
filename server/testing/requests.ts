import { randomUUID } from 'node:crypto';
import type { ImportedBankStatement } from '#api/bank-statements.ts';
import type { LoadedVirtualIbans } from '#api/virtual-ibans.ts';
import type { OperationId } from '#api/operations.ts';
import type { DocumentSet } from '#api/financing-documents.ts';
import type { Ticket } from '#api/tickets.ts';
import { decimalFromHalalas, sumHalalas } from '#domain/money.ts';
import { toPay } from '#domain/servicing/payment-request.ts';
import { sampleIdentityNumber } from '#server/product-client/acceptance.ts';
import { makePayable, releaseRun } from '#server/product-client/financing.ts';
import { pdf } from '#server/product-client/sample-uploads.ts';
import { textFile, type RawInput } from '#server/product-client/product-client.ts';
import { refund } from './approvals.ts';
import { planPolicy, usualPolicy } from './credit-policies.ts';
import { approveIbans, endIbanPauses, saudiIban } from './ibans.ts';
import { password, type Actor, type Product } from './product.ts';

/** Two companies, two agencies, two of staff, and what lies between them: what each test of all operations starts from. */
export interface Fixture {
  company: Actor;
  otherCompany: Actor;
  /** The agency that the company's tickets are addressed to. */
  agency: Actor;
  otherAgency: Actor;
  noRole: Actor;
  staff: Actor;
  /** Prepared what `staff` releases. */
  otherStaff: Actor;
  agency_id: string;
  /** Of the company, to the agency: one waits, one is approved and has its payout, the payout of one is sent. */
  waiting: Ticket;
  approved: Ticket;
  active: Ticket;
  /** Of `approved`, accepted. */
  documents: DocumentSet;
  /** A run that is not released, of `approved`; and the one that sent the payout of `active`. */
  draft_run_id: string;
  sent_run_id: string;
  sent_payout_id: string;
  draft_payout_id: string;
  /** A payment whose payer is not known, and one with something left. */
  unidentified_id: string;
  payment_id: string;
  /** A part of it that a file for the bank carries. */
  refund_id: string;
  /** A transfer of the company's for `active` that is being checked. */
  report_id: string;
  /** A payment request of the company's for an installment of `active`. */
  payment_request_id: string;
  payment_request_number: string;
  /** The invoice of `active`, as staff open it. */
  document_id: string;
  /** A statement of the bank's, and a line of it that is open. */
  statement_id: string;
  line_id: string;
  /** A claim on `agency`. */
  claim_id: string;
  /** A list of virtual IBANs that waits. */
  virtual_iban_list_id: string;
  /** The tax invoice of the payout that was sent. */
  tax_invoice_id: string;
  /** A credit policy that two people have activated, and that does not count yet. */
  planned_policy_id: string;
  /** An upload of the company that nothing names yet. */
  upload_id: string;
  /** An end of the sessions of a third member of staff's, which `otherStaff` asked for. */
  measure_id: string;
  /** A restore that two others have confirmed. */
  restore_id: string;
  /** A person whose second factor `otherStaff` asked to remove, and that removal. */
  factor_removal: { id: string; user_id: string };
  /** What `otherStaff` asked for about `active`, and `staff` about `approved`. */
  person_export_id: string;
  approval_id: string;
  own_approval_id: string;
  /** An IBAN that the agency has asked for, which can be approved now. */
  iban_change_id: string;
  help_message_id: string;
  /** A job and a mail that were given up. */
  failed_job_id: string;
  failed_mail_id: string;
  /** A request of the company's for a higher budget that staff decide. */
  budget_request_id: string;
  /** A notification of the company's. */
  notification_id: string;
  /** Texts that only the two parties of the tickets may see. */
  secrets: string[];
}

/** A job and a mail that were given up; nobody takes them before they are retried. */
export async function failedWork(
  product: Product,
  company: Actor,
): Promise<{ failed_job_id: string; failed_mail_id: string }> {
  const [job] = await product.rows<{ id: string }>(
    `select (graphile_worker.add_job('purge_idempotency_keys', run_at => '2100-01-01')).id::text as id`,
  );
  await product.rows(
    `update graphile_worker._private_jobs set attempts = max_attempts, last_error = $2 where id = $1`,
    [job!.id, 'no answer for layla@example.sa\n    at line 1'],
  );
  return { failed_job_id: job!.id, failed_mail_id: await failedMail(product, company) };
}

/** A mail to the company that was given up. @returns its id. */
export async function failedMail(product: Product, company: Actor): Promise<string> {
  const [mail] = await product.rows<{ id: string }>(
    `insert into mails (kind, company_id, day, queued_at, due_at, attempts, settled_at, outcome)
     select 'reminder', c.id, '2026-01-01', '2026-01-01', '2026-01-01', 25, '2026-01-05', 'Failed'
       from companies c where c.user_id = $1 returning id`,
    [company.user_id],
  );
  return mail!.id;
}

export async function makeFixture(product: Product): Promise<Fixture> {
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
        p_invoice_url: (
          await company.upload('invoice', pdf('secret-invoice.pdf', ['Secret', randomUUID()]))
        ).path,
      },
    });
  const [waiting, approved, active] = [await request(), await request(), await request()];
  const [staff, otherStaff] = [await product.addStaff('Maha'), await product.addStaff('Faisal')];
  await approveIbans(product, staff);
  await agency.call('approve_ticket', { params: { id: active.id } });
  await makePayable({ staff, company }, active);
  const sent = await releaseRun([otherStaff, staff]);
  await staff.call('make_payout_file', { params: { id: sent.run.id } });
  const { items: payable } = await company.call('read_pay_centre');
  const payment_request = await company.call('create_payment_request', {
    body: {
      items: payable.map(({ kind, id }) => ({ kind, id })),
      amount_sar: decimalFromHalalas(sumHalalas(payable.map(toPay))),
    },
  });
  await agency.call('approve_ticket', { params: { id: approved.id } });
  await makePayable({ staff, company }, approved);
  const draft = await otherStaff.call('prepare_payout_run');
  const value_date = '2026-03-10';
  const unidentified = await staff.call('record_payment', {
    body: { amount_sar: '50.00', value_date, bank_reference: 'secret-reference' },
  });
  const payment = await staff.call('record_payment', {
    body: { amount_sar: '500.00', value_date, ticket_number: active.ticket_number },
  });
  await refund(product, [staff, otherStaff], payment, '1.00');
  await staff.call('make_refund_file');
  const { refunds } = await staff.call('read_payment', { params: { id: payment.id } });
  const proof = await company.upload('transfer_proof', pdf('secret-proof.pdf', ['Secret']));
  const report = await company.call('report_transfer', {
    params: { id: active.id },
    body: { amount_sar: '77.70', transferred_on: value_date, proof_file: proof.path },
  });
  const { invoice } = await staff.call('read_financed_ticket', {
    params: { ticket_number: active.ticket_number },
  });
  const imported = await staff.send(
    'import_bank_statement',
    textFile('secret.csv', 'date,amount,details\n2026-03-10,5.50,secret-line\n'),
  );
  const { statement } = JSON.parse(imported.text) as ImportedBankStatement;
  const loaded = await staff.send('load_virtual_ibans', textFile('list.csv', saudiIban(1)));
  const { list } = JSON.parse(loaded.text) as LoadedVirtualIbans;
  const { items } = await staff.call('list_bank_statement_lines', {
    params: { id: statement.id },
    query: { list: 'unclear' },
  });
  const { document_sets } = await company.call('read_ticket', {
    params: { ticket_number: approved.ticket_number },
  });
  const upload = await company.upload('invoice', pdf('secret-upload.pdf', ['Secret']));
  const iban_change_id = await askForIban(product, agency, staff);
  const help = await company.call('send_help_message', {
    body: { message: 'secret-message', ticket_number: approved.ticket_number },
  });
  const failed = await failedWork(product, company);
  const third = await product.addStaff('Noura');
  const [restored] = await product.rows<{ id: string }>(
    `with made as (insert into restores (restored_at, restored_to) values (now(), now()) returning id),
          confirmed as (insert into restore_confirmations (restore_id, confirmed_by, confirmed_at)
            select m.id, s.user_id::uuid, now() from made m, unnest($1::text[]) as s(user_id))
     select id from made`,
    [[otherStaff.user_id, third.user_id]],
  );
  const { waiting: measure } = await otherStaff.call('take_account_measure', {
    params: { id: third.user_id },
    body: { measure: 'end_sessions', reason: 'secret-measure' },
  });
  const { user_id: loser } = await product.signUp('company');
  await product.rows(
    `insert into auth.factors (user_id, friendly_name, secret_sealed, status, created_at, updated_at)
     values ($1, 'Phone', '', 'verified', $2, $2)`,
    [loser, product.clock.now()],
  );
  const { factor_removal } = await otherStaff.call('ask_factor_removal', {
    params: { id: loser },
    body: { reason: 'secret-removal' },
  });
  await planPolicy([otherStaff, staff], {}, '2099-01-01');
  const { planned } = await staff.call('read_credit_policies');
  const approvals = await product.rows<{ id: string }>(
    `insert into approval_requests (kind, subject_type, subject_id, company_id, figures, details, reason, requested_by,
       requested_at, expires_at)
     select 'write_off_ticket', 'ticket', x.ticket_id, $5, '{}', '{}', 'secret-approval', x.requested_by, $6,
            $6::timestamptz + interval '7 days'
       from (values (1, $1::uuid, $2::uuid), (2, $3, $4)) as x(n, ticket_id, requested_by) order by x.n returning id`,
    [
      active.id,
      otherStaff.user_id,
      approved.id,
      staff.user_id,
      active.company_id,
      product.clock.now(),
    ],
  );
  const person_exports = await product.rows<{ id: string }>(
    `insert into approval_requests (kind, subject_type, subject_id, figures, details, reason, requested_by, requested_at,
       expires_at, outcome, decided_by, decided_at)
     values ('export_person', 'account', $1, '{}', '{"identified": "x"}', 'secret-export', $2, $4, $4::timestamptz + interval '7 days',
       'Approved', $3, $4) returning id`,
    [noRole.user_id, staff.user_id, otherStaff.user_id, product.clock.now()],
  );
  const budget_requests = await product.rows<{ id: string }>(
    `insert into budget_requests (company_id, asked_at, amount_sar, total_then_sar, reason, documents)
     values ($1, $2, 500, 100, 'secret-need', '{none}') returning id`,
    [active.company_id, product.clock.now()],
  );
  const claims = await product.rows<{ id: string }>(
    // A part is paid back: the claim stays, whatever becomes of the payout.
    `insert into agency_claims (agency_id, payout_id, payout_run_id, line_id, amount_sar, settled_amount, entry_id,
       booked_at)
     select $1, $2, $3, $4, 410.50, 0.50, min(e.id), $5 from journal_entries e returning id`,
    [agency_id, sent.lines[0]!.payout_id, sent.run.id, items[0]!.id, product.clock.now()],
  );
  const paid = await agency.call('read_ticket', {
    params: { ticket_number: active.ticket_number },
  });
  return {
    company,
    otherCompany,
    agency,
    otherAgency,
    noRole,
    staff,
    otherStaff,
    agency_id,
    waiting,
    approved,
    active,
    documents: document_sets![0]!,
    draft_run_id: draft.run.id,
    sent_run_id: sent.run.id,
    sent_payout_id: sent.lines[0]!.payout_id,
    draft_payout_id: draft.lines[0]!.payout_id,
    unidentified_id: unidentified.id,
    payment_id: payment.id,
    refund_id: refunds[0]!.id,
    report_id: report.id,
    payment_request_id: payment_request.id,
    payment_request_number: payment_request.request_number,
    document_id: invoice.id,
    statement_id: statement.id,
    line_id: items[0]!.id,
    claim_id: claims[0]!.id,
    virtual_iban_list_id: list.id,
    tax_invoice_id: paid.tax_invoices![0]!.id,
    planned_policy_id: planned!.policy.id,
    upload_id: upload.id,
    measure_id: measure!.id,
    restore_id: restored!.id,
    factor_removal: { id: factor_removal!.id, user_id: loser },
    person_export_id: person_exports[0]!.id,
    approval_id: approvals[0]!.id,
    own_approval_id: approvals[1]!.id,
    iban_change_id,
    help_message_id: help.id,
    ...failed,
    budget_request_id: budget_requests[0]!.id,
    notification_id: (await company.call('list_notifications', { query: {} })).items[0]!.id,
    secrets: [
      'Secret Coffee Company',
      '555000123',
      'secret-',
      '432.10',
      'SA0380000000608010167519',
      'SA4420000001234567891234',
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

/** Another IBAN, which waits; the pause is over. */
async function askForIban(product: Product, agency: Actor, staff: Actor): Promise<string> {
  await agency.call('upsert_agency', { body: { iban: 'SA4420000001234567891234' } });
  await endIbanPauses(product);
  const { items } = await staff.call('list_iban_changes', { query: { list: 'pending' } });
  return items[0]!.id;
}

const period = { from: '2026-01-01', to: '2026-12-31' };
const taxInvoiceInput = ({ tax_invoice_id }: Fixture) => ({
  params: { id: tax_invoice_id },
  query: { language: 'en' },
});
const signingRecordInput = ({ approved, documents }: Fixture): RawInput => ({
  params: { id: approved.id, version: documents.version },
  query: { language: 'en' },
});
const letterInput = ({ active }: Fixture) => ({
  params: { ticket_number: active.ticket_number },
  query: { language: 'ar' },
});

/**
 * A right request of each operation, by whom it is meant for, about the fixture's own rows. An operation that is not
 * listed here does not compile, and every test of all operations covers a new one.
 */
export const requests = {
  read_user_role: { by: 'company', input: () => ({}) },
  upsert_user_role: { by: 'company', input: () => ({ body: { role: 'company' } }) },
  read_company: { by: 'company', input: () => ({}) },
  upsert_company: { by: 'company', input: () => ({ body: { contact_title: 'Founder' } }) },
  read_agency: { by: 'agency', input: () => ({}) },
  upsert_agency: { by: 'agency', input: () => ({ body: { contact_title: 'Founder' } }) },
  withdraw_iban_change: { by: 'agency', input: () => ({}) },
  read_refund_account: { by: 'company', input: () => ({}) },
  ask_for_refund_iban: {
    by: 'company',
    input: () => ({ body: { iban: 'SA2380ABC000608010167519' } }),
  },
  withdraw_refund_iban: { by: 'company', input: () => ({}) },
  upload_file: { by: 'company', input: () => invoiceUpload() },
  list_files: { by: 'company', input: () => ({ params: { store: 'ticket-invoices' } }) },
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
  list_own_tickets: {
    by: 'company',
    input: ({ approved }) => ({ query: { text: 'hm', status: 'Approved', cursor: approved.id } }),
  },
  list_own_payments: { by: 'company', input: () => ({ query: { status: 'counted' } }) },
  list_own_documents: { by: 'company', input: () => ({ query: { status: 'settlement_letter' } }) },
  download_own_documents: {
    by: 'agency',
    input: () => ({ query: { ...period, status: 'tax_invoice', language: 'ar' } }),
  },
  search_own: { by: 'agency', input: () => ({ query: { text: 'sada' } }) },
  read_help: { by: 'company', input: () => ({}) },
  send_help_message: {
    by: 'agency',
    input: ({ approved }) => ({
      body: { message: 'When is it paid?', ticket_number: approved.ticket_number },
    }),
  },
  list_help_messages: { by: 'staff', input: () => ({ query: { list: 'waiting' } }) },
  answer_help_message: {
    by: 'staff',
    input: ({ help_message_id }) => ({
      params: { id: help_message_id },
      body: { answer: 'Within a week.' },
    }),
  },
  read_privacy: { by: 'staff', input: () => ({}) },
  find_person: {
    by: 'staff',
    input: ({ noRole }) => ({ query: { email: noRole.email } }),
  },
  export_person: {
    by: 'staff',
    input: ({ noRole }) => ({
      params: { id: noRole.user_id },
      body: { identified: 'By a call', reason: 'They asked' },
    }),
  },
  person_export_file: {
    by: 'staff',
    input: ({ person_export_id: id }) => ({ params: { id } }),
  },
  erase_person: {
    by: 'staff',
    input: ({ noRole }) => ({
      params: { id: noRole.user_id },
      body: { identified: 'By a call', reason: 'They asked' },
    }),
  },
  count_past_retention: {
    by: 'staff',
    input: () => ({ params: { kind: 'help_messages' }, query: { months: 12 } }),
  },
  change_retention: {
    by: 'staff',
    input: () => ({
      params: { kind: 'help_messages' },
      body: { months: 12, source: 'A ruling', reason: 'Ruled so' },
    }),
  },
  read_system: { by: 'staff', input: () => ({}) },
  retry_job: { by: 'staff', input: ({ failed_job_id }) => ({ params: { id: failed_job_id } }) },
  send_mail_again: {
    by: 'staff',
    input: ({ failed_mail_id }) => ({ params: { id: failed_mail_id } }),
  },
  list_notifications: { by: 'company', input: () => ({ query: { unread: 'true' } }) },
  mark_notification_read: {
    by: 'company',
    input: ({ notification_id }) => ({ params: { id: notification_id } }),
  },
  mark_notifications_read: {
    by: 'company',
    input: ({ notification_id }) => ({ body: { up_to: notification_id } }),
  },
  read_notification_settings: { by: 'company', input: () => ({}) },
  choose_notification_delivery: {
    by: 'company',
    input: () => ({ body: { kind: 'ticket_approved', delivery: 'daily' } }),
  },
  list_own_payouts: { by: 'agency', input: () => ({ query: { order: 'largest' } }) },
  read_ticket: {
    by: 'company',
    input: ({ approved }) => ({ params: { ticket_number: approved.ticket_number } }),
  },
  list_agency_payouts: { by: 'agency', input: () => ({ query: { window: 'expected' } }) },
  read_payments_by_month: { by: 'company', input: () => ({}) },
  read_payouts_by_month: { by: 'agency', input: () => ({}) },
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
  renew_documents: { by: 'company', input: ({ approved }) => ({ params: { id: approved.id } }) },
  accept_documents: {
    by: 'company',
    input: ({ approved, documents }) => ({
      params: { id: approved.id },
      body: {
        version: documents.version,
        sha256: documents.documents.map(({ sha256 }) => sha256),
        language: 'en',
        name: 'Layla Al-Harbi',
        capacity: 'General Manager',
        identity_number: sampleIdentityNumber,
        password,
      },
    }),
  },
  read_documents: { by: 'company', input: ({ approved }) => ({ params: { id: approved.id } }) },
  // The tests' servers send no mail: the password proves who accepts.
  send_signing_code: {
    by: 'company',
    input: ({ approved, documents }) => ({
      params: { id: approved.id },
      body: { version: documents.version },
    }),
  },
  signing_record_file: { by: 'company', input: signingRecordInput },
  staff_signing_record_file: { by: 'staff', input: signingRecordInput },
  create_document_link: {
    by: 'company',
    input: ({ documents }) => ({ params: { id: documents.documents[0]!.id } }),
  },
  inspect_document: {
    by: 'staff',
    input: ({ documents }) => ({ params: { id: documents.documents[0]!.id } }),
  },
  list_sessions: { by: 'company', input: () => ({}) },
  end_session: {
    by: 'company',
    input: ({ otherCompany }) => ({ params: { id: otherCompany.user_id } }),
  },
  list_security_events: { by: 'company', input: () => ({ query: {} }) },
  inspect_account: {
    by: 'staff',
    input: ({ company }) => ({ params: { id: company.user_id }, body: {} }),
  },
  read_account_standing: {
    by: 'staff',
    input: ({ company }) => ({ params: { id: company.user_id } }),
  },
  take_account_measure: {
    by: 'staff',
    input: ({ otherCompany }) => ({
      params: { id: otherCompany.user_id },
      body: { measure: 'block', reason: 'Reported by the owner' },
    }),
  },
  confirm_account_measure: {
    by: 'staff',
    input: ({ measure_id: id }) => ({ params: { id } }),
  },
  withdraw_account_measure: {
    by: 'staff',
    input: ({ measure_id: id }) => ({ params: { id } }),
  },
  ask_factor_removal: {
    by: 'staff',
    input: ({ factor_removal }) => ({
      params: { id: factor_removal.user_id },
      body: { reason: 'Seen with an identity card' },
    }),
  },
  confirm_factor_removal: {
    by: 'staff',
    input: ({ factor_removal: { id } }) => ({ params: { id } }),
  },
  withdraw_factor_removal: {
    by: 'staff',
    input: ({ factor_removal: { id } }) => ({ params: { id } }),
  },
  list_staff: { by: 'staff', input: () => ({}) },
  operations_overview: { by: 'staff', input: () => ({}) },
  list_overdue_installments: {
    by: 'staff',
    input: ({ upload_id }) => ({ query: { age: 'days_8_30', cursor: upload_id } }),
  },
  read_financed_ticket: {
    by: 'staff',
    input: ({ active }) => ({ params: { ticket_number: active.ticket_number } }),
  },
  find_companies: { by: 'staff', input: () => ({ query: { search: 'secret' } }) },
  list_approval_requests: {
    by: 'staff',
    input: ({ approval_id }) => ({ query: { list: 'open', cursor: approval_id } }),
  },
  approve_request: { by: 'staff', input: ({ approval_id: id }) => ({ params: { id } }) },
  decline_request: {
    by: 'staff',
    input: ({ approval_id: id }) => ({ params: { id }, body: { reason: 'Not yet' } }),
  },
  withdraw_request: { by: 'staff', input: ({ own_approval_id: id }) => ({ params: { id } }) },
  list_iban_changes: {
    by: 'staff',
    input: ({ iban_change_id }) => ({ query: { list: 'ended', cursor: iban_change_id } }),
  },
  approve_iban_change: { by: 'staff', input: ({ iban_change_id: id }) => ({ params: { id } }) },
  reject_iban_change: {
    by: 'staff',
    input: ({ iban_change_id: id }) => ({
      params: { id },
      body: { reason: "It is not the agency's own account" },
    }),
  },
  prepare_payout_run: { by: 'staff', input: () => ({}) },
  preview_payout_run: { by: 'staff', input: () => ({}) },
  list_payout_runs: {
    by: 'staff',
    input: ({ draft_run_id }) => ({ query: { cursor: draft_run_id } }),
  },
  read_payout_run: { by: 'staff', input: ({ draft_run_id: id }) => ({ params: { id } }) },
  make_payout_file: { by: 'staff', input: ({ sent_run_id: id }) => ({ params: { id } }) },
  correct_latin_name: {
    by: 'staff',
    input: ({ draft_run_id: id, draft_payout_id: payout_id }) => ({
      params: { id, payout_id },
      body: { latin_name: 'Sada Creative' },
    }),
  },
  download_payout_file: {
    by: 'staff',
    input: ({ sent_run_id: id }) => ({
      params: { id, file_no: 1 },
      query: { format: 'pain.001.001.12' },
    }),
  },
  release_payout_run: { by: 'staff', input: ({ draft_run_id: id }) => ({ params: { id } }) },
  discard_payout_run: { by: 'staff', input: ({ draft_run_id: id }) => ({ params: { id } }) },
  confirm_payout_line: {
    by: 'staff',
    input: ({ sent_run_id: id, sent_payout_id: payout_id }) => ({ params: { id, payout_id } }),
  },
  confirm_doubtful_payout: {
    by: 'staff',
    input: ({ sent_run_id: id, sent_payout_id: payout_id }) => ({
      params: { id, payout_id },
      body: { reason: 'The bank says that it was paid' },
    }),
  },
  fail_payout_line: {
    by: 'staff',
    input: ({ sent_run_id: id, sent_payout_id: payout_id }) => ({
      params: { id, payout_id },
      body: { reason: 'Account closed' },
    }),
  },
  return_payout_line: {
    by: 'staff',
    input: ({ sent_run_id: id, sent_payout_id: payout_id }) => ({
      params: { id, payout_id },
      body: { reason: 'Account closed' },
    }),
  },
  record_payment: {
    by: 'staff',
    input: ({ active }) => ({
      body: {
        amount_sar: '1.00',
        value_date: '2026-03-10',
        bank_reference: 'FT26069',
        company_id: active.company_id,
        ticket_number: active.ticket_number,
      },
    }),
  },
  list_payments: {
    by: 'staff',
    input: ({ active, payment_id }) => ({
      query: { list: 'all', company_id: active.company_id, cursor: payment_id },
    }),
  },
  read_payment: { by: 'staff', input: ({ payment_id: id }) => ({ params: { id } }) },
  confirm_payment: {
    by: 'staff',
    input: ({ payment_id: id }) => ({ params: { id } }),
  },
  identify_payment: {
    by: 'staff',
    input: ({ unidentified_id: id, active }) => ({
      params: { id },
      body: { company_id: active.company_id, ticket_number: active.ticket_number },
    }),
  },
  refund_credit: {
    by: 'staff',
    input: ({ payment_id: id }) => ({
      params: { id },
      body: {
        amount_sar: '0.01',
        to: 'company',
        reason: 'secret-refund',
        despite_report: true,
      },
    }),
  },
  write_off_refund: {
    by: 'staff',
    input: ({ payment_id: id }) => ({ params: { id }, body: { reason: 'It never came back' } }),
  },
  send_back_payment: {
    by: 'staff',
    input: ({ payment_id: id }) => ({ params: { id }, body: { reason: 'Nobody knows the payer' } }),
  },
  list_refunds: { by: 'staff', input: () => ({ query: { list: 'waiting' } }) },
  confirm_refund: { by: 'staff', input: ({ refund_id: id }) => ({ params: { id } }) },
  confirm_doubtful_refund: {
    by: 'staff',
    input: ({ refund_id: id }) => ({ params: { id }, body: { reason: 'secret-confirmation' } }),
  },
  fail_refund: {
    by: 'staff',
    input: ({ refund_id: id }) => ({ params: { id }, body: { reason: 'secret-failure' } }),
  },
  return_refund: {
    by: 'staff',
    input: ({ refund_id: id }) => ({ params: { id }, body: { reason: 'secret-return' } }),
  },
  correct_refund_name: {
    by: 'staff',
    input: ({ refund_id: id }) => ({ params: { id }, body: { latin_name: 'Secret Coffee' } }),
  },
  make_refund_file: { by: 'staff', input: () => ({}) },
  list_refund_files: { by: 'staff', input: () => ({ query: {} }) },
  download_refund_file: { by: 'staff', input: () => ({ params: { file_no: 1 } }) },
  move_payment: {
    by: 'staff',
    input: ({ payment_id: id, active: { company_id } }) => ({
      params: { id },
      body: { company_id, reason: 'Another company paid' },
    }),
  },
  reverse_payment: {
    by: 'staff',
    input: ({ payment_id: id }) => ({ params: { id }, body: { reason: 'Recalled by the bank' } }),
  },
  import_bank_statement: {
    by: 'staff',
    input: () => textFile('march.csv', 'date,amount\n2026-03-09,12.00\n'),
  },
  load_virtual_ibans: {
    by: 'staff',
    input: () => textFile('virtual-ibans.csv', saudiIban(2)),
  },
  list_virtual_iban_lists: {
    by: 'staff',
    input: ({ virtual_iban_list_id: cursor }) => ({ query: { cursor } }),
  },
  list_bank_statements: {
    by: 'staff',
    input: ({ statement_id: cursor }) => ({ query: { cursor } }),
  },
  read_bank_statement: { by: 'staff', input: ({ statement_id: id }) => ({ params: { id } }) },
  list_bank_statement_lines: {
    by: 'staff',
    input: ({ statement_id: id, line_id: cursor }) => ({
      params: { id },
      query: { list: 'unclear', cursor },
    }),
  },
  match_bank_statement_lines: {
    by: 'staff',
    input: ({ statement_id: id }) => ({ params: { id } }),
  },
  read_bank_statement_again: {
    by: 'staff',
    input: ({ statement_id: id }) => ({ params: { id } }),
  },
  compare_bank_statement: {
    by: 'staff',
    input: ({ statement_id: id }) => ({ params: { id } }),
  },
  confirm_certain_lines: {
    by: 'staff',
    input: ({ statement_id: id }) => ({ params: { id }, body: { count: 1 } }),
  },
  confirm_bank_statement_line: {
    by: 'staff',
    input: ({ line_id: id, active, payment_id }) => ({
      params: { id },
      body: {
        company_id: active.company_id,
        ticket_number: active.ticket_number,
        payment_id,
      },
    }),
  },
  set_aside_bank_statement_line: {
    by: 'staff',
    input: ({ line_id: id }) => ({ params: { id }, body: { reason: 'Interest' } }),
  },
  set_aside_own_transfer_line: {
    by: 'staff',
    input: ({ line_id: id }) => ({ params: { id }, body: { reason: 'Not ours' } }),
  },
  settle_return_charges: {
    by: 'staff',
    input: ({ line_id: id }) => ({ params: { id }, body: { reason: 'The bank kept it' } }),
  },
  reject_bank_statement: {
    by: 'staff',
    input: ({ statement_id: id }) => ({ params: { id }, body: { reason: 'Not the bank’s' } }),
  },
  accept_bank_statement: {
    by: 'staff',
    input: ({ statement_id: id }) => ({ params: { id }, body: { reason: 'Read at noon' } }),
  },
  settle_agency_claim: {
    by: 'staff',
    input: ({ claim_id: id }) => ({ params: { id }, body: { reason: 'secret-claim' } }),
  },
  reopen_bank_statement_line: { by: 'staff', input: ({ line_id: id }) => ({ params: { id } }) },
  find_payment_request: {
    by: 'staff',
    input: ({ payment_request_number: request_number }) => ({ params: { request_number } }),
  },
  read_due_date_feed: { by: 'company', input: () => ({}) },
  give_bureau_consent: {
    by: 'company',
    input: () => ({ body: { bureau: 'sandbox', words_version: 1, language: 'en' } }),
  },
  withdraw_bureau_consent: { by: 'company', input: () => ({}) },
  renew_due_date_feed: { by: 'company', input: () => ({}) },
  read_pay_centre: { by: 'company', input: () => ({}) },
  promise_payment: {
    by: 'company',
    input: () => ({ body: { amount_sar: '1.00', promised_for: '2026-03-10' } }),
  },
  create_payment_request: {
    by: 'company',
    input: () => ({
      body: {
        items: [{ kind: 'installment', id: '018f6b0e-0000-7000-8000-000000000001' }],
        amount_sar: '1.00',
      },
    }),
  },
  list_payment_requests: {
    by: 'company',
    input: ({ payment_request_id }) => ({ query: { cursor: payment_request_id } }),
  },
  read_payment_request: {
    by: 'company',
    input: ({ payment_request_id: id }) => ({ params: { id } }),
  },
  withdraw_payment_request: {
    by: 'company',
    input: ({ payment_request_id: id }) => ({ params: { id } }),
  },
  report_request_transfer: {
    by: 'company',
    input: ({ payment_request_id }) => ({
      params: { id: payment_request_id },
      body: {
        amount_sar: '1.00',
        transferred_on: '2026-03-10',
        bank_reference: 'FT26069',
        proof_file: 'none/transfer_1.pdf',
      },
    }),
  },
  report_company_transfer: {
    by: 'company',
    input: () => ({
      body: {
        amount_sar: '1.00',
        transferred_on: '2026-03-10',
        bank_reference: 'FT26069',
        proof_file: 'none/transfer_1.pdf',
      },
    }),
  },
  report_transfer: {
    by: 'company',
    input: ({ active }) => ({
      params: { id: active.id },
      body: {
        amount_sar: '1.00',
        transferred_on: '2026-03-10',
        bank_reference: 'FT26069',
        proof_file: 'none/transfer_1.pdf',
      },
    }),
  },
  withdraw_transfer_report: {
    by: 'company',
    input: ({ report_id: id }) => ({ params: { id } }),
  },
  list_transfer_reports: {
    by: 'staff',
    input: ({ report_id }) => ({ query: { list: 'checking', cursor: report_id } }),
  },
  read_transfer_report: { by: 'staff', input: ({ report_id: id }) => ({ params: { id } }) },
  open_transfer_proof: { by: 'staff', input: ({ report_id: id }) => ({ params: { id } }) },
  match_transfer_report: {
    by: 'staff',
    input: ({ report_id: id, payment_id }) => ({ params: { id }, body: { payment_id } }),
  },
  record_reported_transfer: {
    by: 'staff',
    input: ({ report_id: id }) => ({ params: { id }, body: { value_date: '2026-03-10' } }),
  },
  turn_down_transfer_report: {
    by: 'staff',
    input: ({ report_id: id }) => ({ params: { id }, body: { reason: 'Nothing arrived' } }),
  },
  list_companies: {
    by: 'staff',
    input: ({ upload_id }) => ({
      query: { search: 'secret', budget: 'to_decide', cursor: upload_id },
    }),
  },
  read_company_assessment: {
    by: 'staff',
    input: ({ active }) => ({ params: { id: active.company_id } }),
  },
  list_tickets_to_review: {
    by: 'staff',
    input: ({ upload_id }) => ({ query: { status: 'Approved', cursor: upload_id } }),
  },
  list_stopped_payouts: {
    by: 'staff',
    input: ({ upload_id }) => ({ query: { cursor: upload_id } }),
  },
  open_document: { by: 'staff', input: ({ document_id: id }) => ({ params: { id } }) },
  list_agencies_desk: {
    by: 'staff',
    input: ({ upload_id }) => ({
      query: { search: 'sada', standing: 'unverified', cursor: upload_id },
    }),
  },
  read_agency_desk: { by: 'staff', input: ({ agency_id: id }) => ({ params: { id } }) },
  verify_agency: { by: 'staff', input: ({ agency_id: id }) => ({ params: { id } }) },
  accept_agency_name: {
    by: 'staff',
    input: ({ agency_id: id }) => ({ params: { id }, body: { name: 'Sada Creative' } }),
  },
  suspend_agency: {
    by: 'staff',
    input: ({ agency_id: id }) => ({ params: { id }, body: { reason: 'No campaign was run' } }),
  },
  lift_agency_suspension: {
    by: 'staff',
    input: ({ agency_id: id }) => ({ params: { id }, body: { reason: 'It was run' } }),
  },
  decide_budget: {
    by: 'staff',
    input: ({ active }) => ({
      params: { id: active.company_id },
      body: { decision: 'suspend', reason: 'Accounts out of date' },
    }),
  },
  list_budget_requests: { by: 'staff', input: () => ({ query: {} }) },
  decide_budget_request: {
    by: 'staff',
    input: ({ budget_request_id }) => ({
      params: { id: budget_request_id },
      body: { decision: 'decline', reason: 'The statements show less' },
    }),
  },
  read_budget_requests: { by: 'company', input: () => ({}) },
  ask_for_budget: {
    by: 'company',
    input: () => ({
      body: { amount_sar: '900.00', reason: 'A season', documents: ['none/request_1.pdf'] },
    }),
  },
  answer_budget_offer: {
    by: 'company',
    input: ({ budget_request_id, help_message_id }) => ({
      params: { id: budget_request_id },
      body: { decision_id: help_message_id, accepts: true },
    }),
  },
  withdraw_budget_request: {
    by: 'company',
    input: ({ budget_request_id }) => ({ params: { id: budget_request_id } }),
  },
  appeal_budget_decision: {
    by: 'company',
    input: ({ budget_request_id }) => ({
      params: { id: budget_request_id },
      body: { reason: 'The statements show more' },
    }),
  },
  add_budget_statement: {
    by: 'company',
    input: ({ budget_request_id }) => ({
      params: { id: budget_request_id },
      ...textFile('bank.csv', 'date,amount\n2026-02-03,5.50\n'),
    }),
  },
  prove_revenue: {
    by: 'staff',
    input: ({ budget_request_id }) => ({
      params: { id: budget_request_id },
      body: { added_at: '2026-03-01T06:00:00Z' },
    }),
  },
  read_restore_hold: { by: 'staff', input: () => ({}) },
  confirm_restore: { by: 'staff', input: ({ restore_id: id }) => ({ params: { id } }) },
  lift_suspension: {
    by: 'staff',
    input: ({ active }) => ({
      params: { id: active.company_id },
      body: { reason: 'The loss has come back' },
    }),
  },
  review_ticket: { by: 'staff', input: ({ waiting }) => ({ params: { id: waiting.id } }) },
  close_ticket: {
    by: 'staff',
    input: ({ approved }) => ({
      params: { id: approved.id },
      body: { reason: 'Fraud', despite_report: true },
    }),
  },
  write_off_ticket: {
    by: 'staff',
    input: ({ active }) => ({
      params: { id: active.id },
      body: { reason: 'Insolvent', despite_report: true },
    }),
  },
  pay_stopped_payout: {
    by: 'staff',
    input: ({ approved }) => ({ params: { id: approved.id }, body: { reason: 'Paid on Sunday' } }),
  },
  read_credit_policies: { by: 'staff', input: () => ({}) },
  back_test_credit_policy: { by: 'staff', input: () => ({ body: usualPolicy }) },
  propose_credit_policy: {
    by: 'staff',
    input: () => ({ body: { ...usualPolicy, applies_from: '2099-01-01', reason: 'Careful' } }),
  },
  cancel_credit_policy: {
    by: 'staff',
    input: ({ planned_policy_id: id }) => ({ params: { id }, body: { reason: 'Too early' } }),
  },
  pay_without_budget: {
    by: 'staff',
    input: ({ approved }) => ({ params: { id: approved.id }, body: { reason: 'Known for years' } }),
  },
  end_stopped_ticket: {
    by: 'staff',
    input: ({ approved }) => ({
      params: { id: approved.id },
      body: { reason: 'Never paid', despite_report: true },
    }),
  },
  end_returned_payout: {
    by: 'staff',
    input: ({ active }) => ({
      params: { id: active.id },
      body: { reason: 'The account is closed' },
    }),
  },
  settle_bank_charges: {
    by: 'staff',
    input: ({ active }) => ({
      params: { id: active.id },
      body: { amount_sar: '1.15', reason: 'The bank kept it' },
    }),
  },
  settle_further_bank_charges: {
    by: 'staff',
    input: ({ active }) => ({ params: { id: active.id }, body: { reason: 'The bank kept it' } }),
  },
  list_small_rests: {
    by: 'staff',
    input: ({ upload_id }) => ({ query: { cursor: upload_id } }),
  },
  list_journal_entries: {
    by: 'staff',
    input: ({ active, agency_id, payment_id }) => ({
      query: {
        account: 'receivable',
        company_id: active.company_id,
        agency_id,
        ticket_number: active.ticket_number,
        payment_id,
        cursor: '1000',
      },
    }),
  },
  read_portfolio: { by: 'staff', input: () => ({}) },
  read_portfolio_trends: { by: 'staff', input: () => ({}) },
  list_events: {
    by: 'staff',
    input: ({ staff, active }) => ({
      query: {
        actor: staff.user_id,
        operation: 'release_payout_run',
        ticket_number: active.ticket_number,
        subject_id: active.id,
        from: '2026-03-01',
        to: '2026-03-31',
        cursor: '1000',
      },
    }),
  },
  read_audit_filters: { by: 'staff', input: () => ({}) },
  search_desk: { by: 'staff', input: () => ({ query: { text: 'secret' } }) },
  tax_invoice_file: { by: 'agency', input: taxInvoiceInput },
  staff_tax_invoice_file: { by: 'staff', input: taxInvoiceInput },
  remittance_advice: { by: 'agency', input: letterInput },
  settlement_letter: { by: 'company', input: letterInput },
  list_remittances: { by: 'agency', input: () => ({ query: period }) },
  staff_remittance_advice: { by: 'staff', input: letterInput },
  staff_settlement_letter: { by: 'staff', input: letterInput },
  company_statement: { by: 'company', input: () => ({ query: period }) },
  agency_statement: { by: 'agency', input: () => ({ query: period }) },
  staff_statement: {
    by: 'staff',
    input: ({ agency_id }) => ({ query: { ...period, agency_id } }),
  },
  subscribe_events: { by: 'company', input: () => ({}) },
} as const satisfies Record<
  OperationId,
  { by: 'company' | 'agency' | 'staff'; input: (fixture: Fixture) => RawInput }
>;

/** An upload as a body, so that it goes through the same way as every other request. */
const invoiceUpload = (): RawInput => ({
  params: { kind: 'invoice' },
  ...textFile('invoice.pdf', pdf('invoice.pdf', ['Invoice']).bytes.toString('latin1')),
});

/** Products whose database has the statement of {@link fingerprint}: planning 37 tables takes longer than reading them. */
const prepared = new WeakSet<Product>();

/** A sum of the hashes of every row that a request could have changed, by table: equal means that nothing was. */
export async function fingerprint(product: Product): Promise<string> {
  if (!prepared.has(product)) await prepareFingerprint(product);
  const [row] = await product.rows<{ hash: string }>('execute fingerprint');
  return row!.hash;
}

async function prepareFingerprint(product: Product): Promise<void> {
  prepared.add(product);
  const tables = [
    'companies agencies files tickets ticket_installments agency_payouts credit_assessments events',
    'idempotency_keys user_roles auth.users staff payments payment_allocations payment_refunds payout_runs',
    'payout_run_lines journal_entries journal_lines transfer_reports bank_statements bank_statement_lines',
    'payout_files payout_file_lines refund_files refund_file_lines iban_changes approval_requests tax_invoices tax_invoice_series platform_identities',
    'document_sets ticket_documents signing_codes signing_records',
  ]
    .join(' ')
    .split(' ');
  const sums = tables.map(
    (table) => `(select coalesce(sum(hashtextextended(t::text, 0)), 0)::text from ${table} t)`,
  );
  await product.rows(`prepare fingerprint as select concat_ws(' ', ${sums.join(', ')}) as hash`);
}
