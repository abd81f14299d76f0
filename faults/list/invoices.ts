import type { Fault } from '../fault.ts';

const parts = 'server/scenarios/invoice-parts.test.ts';

/** One invoice with several tickets, and what its code says of the seller. */
export const invoices: Fault[] = [
  {
    id: 'invoice-parts-not-summed',
    file: 'server/src/tickets/tickets.sql',
    search:
      "if v_detail is not null then perform refuse('invoice_already_financed', v_detail::text); end if;",
    replace: '',
    test: parts,
    breaks: 'A company finances one invoice twice.',
  },
  {
    id: 'invoice-code-not-compared',
    file: 'server/src/tickets/invoices.sql',
    search: "and f.invoice_code ->> 'vat_number' = p_file.invoice_code ->> 'vat_number'",
    replace: 'and false',
    test: parts,
    breaks: 'Another photograph of an invoice is another invoice.',
  },
  {
    id: 'invoice-digest-not-compared',
    file: 'server/src/tickets/invoices.sql',
    search: 'and f.sha256 = p_file.sha256',
    replace: 'and false',
    test: parts,
    breaks: 'A file without a code is financed twice.',
  },
  {
    id: 'invoice-of-closed-ticket-free',
    file: 'server/src/tickets/invoices.sql',
    search: "or t.status = 'Closed' and exists (",
    replace: 'or false and exists (',
    test: parts,
    breaks: 'An invoice that was paid out and written off is financed again.',
  },
  {
    id: 'invoice-of-other-company-not-reviewed',
    file: 'server/src/operations/reviews.sql',
    search: 'or is_invoice_of_other_company(t) end',
    replace: 'end',
    test: parts,
    breaks: 'None of the staff hears that two companies finance one invoice.',
  },
  {
    id: 'invoice-of-other-company-paid',
    file: 'server/src/payouts/payouts.sql',
    search: 'case when t.reviewed_at is null and is_invoice_of_other_company(t) then',
    replace: 'case when false then',
    test: parts,
    breaks: 'An agency is paid twice for one invoice before anybody has looked.',
  },
  {
    id: 'invoice-of-other-company-told',
    file: 'server/src/payouts/payouts.sql',
    search:
      "case when h.code = 'invoice_of_other_company' then 'payment_in_review' else h.code end",
    replace: 'h.code',
    test: parts,
    breaks: 'A company learns that another one has the same invoice.',
  },
  {
    id: 'invoice-seller-of-today',
    file: 'server/src/tickets/tickets.sql',
    search: 't.available_budget_before, t.agency_vat_number, t.created_at,',
    replace: 't.available_budget_before, null, t.created_at,',
    test: parts,
    breaks: 'Nobody sees whether the code names the agency.',
  },
  {
    id: 'invoice-difference-not-asked',
    file: 'server/src/tickets/tickets.sql',
    search: 'if not p_despite_code then',
    replace: 'if false then',
    test: parts,
    breaks: 'A ticket is sent unasked although its invoice names another seller.',
  },
  {
    id: 'missing-thread-starts',
    file: 'server/src/platform/concurrency/thread-reader.ts',
    search: "if (module.protocol === 'file:' && !existsSync(module))",
    replace: 'if (module.protocol === null)',
    test: 'server/src/platform/concurrency/thread-reader.test.ts',
    breaks: 'A server without its reader of codes reads every invoice as one without a code.',
  },
];
