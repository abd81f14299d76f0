import type { ImportedBankStatement, BankStatementLineView } from '#api/bank-statements.ts';
import type { FinancedTicket } from '#api/operations-tickets.ts';
import type { Payment } from '#api/payments.ts';
import type { PayoutRunDetails } from '#api/payout-runs.ts';
import type { TicketDetails } from '#api/tickets.ts';
import { riyadhDate } from '#domain/calendar.ts';
import { paymentReference } from '#domain/servicing/payment-reference.ts';

import type { MovedProduct } from '../moved-clock.ts';
import { newPerson, newStaff, signInAgain, type Person } from '../people.ts';
import { upload } from './upload.ts';

/** Ids of what the console's screens open. */
export interface ConsoleIds {
  draftRun: string;
  /** One of its payouts has arrived, one is in a file for the bank and not answered. */
  releasedRun: string;
  payment: string;
  unidentified: string;
  /** There is nothing open that the payment could pay. */
  credit: string;
  /** Its refund waits for another person. */
  refunding: string;
  reversed: string;
  report: string;
  turnedDownReport: string;
  statement: string;
  company: string;
  /** Its budget was suspended, is no more, and was adjusted. */
  decidedCompany: string;
  /** Has given nothing yet. */
  newCompany: string;
  agency: string;
  newAgency: string;
}

const consolePath = '/api/operations';

/** Something of everything that waits for staff or was decided, and staff at each step of their second factor. */
export async function fillConsole(
  product: MovedProduct,
  people: Record<
    'busyCompany' | 'readyCompany' | 'newCompany' | 'busyAgency' | 'newAgency',
    Person
  >,
  tickets: Record<'active' | 'sent', string>,
) {
  const [maha, faisal] = [await newStaff(product), await newStaff(product)];
  const today = riyadhDate(product.now());
  const { run } = await faisal.api<PayoutRunDetails>('POST', `${consolePath}/payout-runs`);
  const { items: runs } = await maha.api<{ items: PayoutRunDetails['run'][] }>(
    'GET',
    `${consolePath}/payout-runs`,
  );
  const releasedRun = runs.find(({ status }) => status === 'Released')!.id;
  const idOf = async (person: Person, path: string) =>
    (await person.api<{ id: string }>('GET', path)).id;
  const [decidedCompany, newCompany, newAgency] = [
    await idOf(people.readyCompany, '/api/company'),
    await idOf(people.newCompany, '/api/company'),
    await idOf(people.newAgency, '/api/agency'),
  ];
  const { ticket } = await maha.api<FinancedTicket>(
    'GET',
    `${consolePath}/tickets/${tickets.active}`,
  );
  await decide(maha, { company: decidedCompany, agency: ticket.agency_id });
  await people.readyCompany.api('POST', '/api/company/refund-account', {
    iban: 'SA4420000001234567891234',
  });
  await product.endIbanPauses();
  // The agency's change waits.
  const { items: changes } = await maha.call('list_iban_changes', { query: { list: 'pending' } });
  const { id } = changes.find(({ company_id }) => company_id === decidedCompany)!;
  await maha.call('approve_iban_change', { params: { id } });
  const payments = await receivePayments(maha, today, decidedCompany, tickets.active);
  await askForRefunds([maha, faisal], payments, tickets.active);
  const reports = await reportTransfers(maha, people.busyCompany, tickets, today);
  const statement = await importBankStatement(maha, today, tickets);
  return {
    consoleIds: {
      draftRun: run.id,
      releasedRun,
      ...payments,
      ...reports,
      statement,
      company: ticket.company_id,
      decidedCompany,
      newCompany,
      agency: ticket.agency_id,
      newAgency,
    } satisfies ConsoleIds,
    staff: await staffAtEachStep(product, maha),
  };
}

async function staffAtEachStep(product: MovedProduct, maha: Person) {
  const person = await newPerson(product.url, null);
  await product.addStaff(person.email);
  // A new session, because the person has become staff.
  const fresh = await signInAgain(product.url, person);
  const half = await signInAgain(product.url, await newStaff(product));
  const kept = ({ email, session }: Person) => ({ email, session });
  return { staff: kept(maha), newStaff: kept(fresh), halfStaff: kept(half) };
}

/** An agency that was suspended for a while, and a budget that was and has been adjusted since. */
async function decide(maha: Person, ids: { company: string; agency: string }): Promise<void> {
  const agency = `${consolePath}/agencies/${ids.agency}`;
  await maha.api('POST', `${agency}/verify`);
  await maha.api('POST', `${agency}/suspend`, { reason: 'رخصة النشاط الإعلاني منتهية' });
  await maha.api('POST', `${agency}/lift-suspension`, { reason: 'The licence is renewed' });
  const budget = `${consolePath}/companies/${ids.company}/budget`;
  const reason = 'Two of the bank statements name another company; we have asked for new ones.';
  await maha.api('POST', budget, { decision: 'suspend', reason });
  await maha.api('POST', budget, { decision: 'lift', reason: 'وصلت كشوف الحساب الصحيحة' });
  await maha.api('POST', budget, {
    decision: 'adjust',
    total_approval_budget: '85000.00',
    reason: 'As agreed with the founder',
  });
}

/** One that pays a ticket, one of nobody, one that is all credit; another was reversed weeks ago. */
async function receivePayments(
  maha: Person,
  value_date: string,
  company_id: string,
  ticket_number: string,
) {
  const receive = async (values: object) =>
    (
      await maha.api<{ id: string }>('POST', `${consolePath}/payments`, {
        value_date,
        reason: 'Paid ahead of its next campaign',
        ...values,
      })
    ).id;
  const ids = {
    payment: await receive({
      amount_sar: '12.00',
      bank_reference: 'FT26325000123',
      ticket_number,
    }),
    unidentified: await receive({ amount_sar: '75.50', bank_reference: 'حوالة بلا مرجع' }),
    credit: await receive({ amount_sar: '640.25', company_id }),
    refunding: await receive({ amount_sar: '310.00', company_id }),
    declined: await receive({ amount_sar: '90.00', company_id }),
  };
  const { items } = await maha.api<{ items: Payment[] }>('GET', `${consolePath}/payments?list=all`);
  return { ...ids, reversed: items.find(({ reversed_at }) => reversed_at !== null)!.id };
}

/** One of the reader's own and one of another's wait, one was declined; and a write-off that was withdrawn. */
async function askForRefunds(
  [maha, faisal]: [Person, Person],
  payments: Record<'payment' | 'credit' | 'refunding' | 'declined', string>,
  ticket_number: string,
): Promise<void> {
  const ask = (by: Person, payment: string, amount_sar: string, reason: string) =>
    by.api<{ id: string }>('POST', `${consolePath}/payments/${payment}/refund`, {
      amount_sar,
      to: 'company',
      reason,
    });
  // Maha recorded them; another person has seen that they came.
  for (const payment of new Set([payments.declined, payments.refunding, payments.credit]))
    await faisal.api('POST', `${consolePath}/payments/${payment}/confirm`);
  const declined = await ask(faisal, payments.declined, '90.00', 'Another campaign is planned');
  await maha.api('POST', `${consolePath}/approvals/${declined.id}/decline`, {
    reason: 'The company asked us to keep it for its next campaign.',
  });
  await ask(maha, payments.declined, '40.00', 'الشركة طلبت ردّ المبلغ');
  await ask(faisal, payments.refunding, '310.00', 'Paid twice, as its accountant says');
  // Of another payment one that the bank has, and one that waits for a file.
  const released = await ask(maha, payments.credit, '120.00', 'Paid twice');
  await faisal.api('POST', `${consolePath}/approvals/${released.id}/approve`);
  await faisal.api('POST', `${consolePath}/refund-files`);
  const waiting = await ask(maha, payments.credit, '80.00', 'الشركة طلبت ردّ المبلغ');
  await faisal.api('POST', `${consolePath}/approvals/${waiting.id}/approve`);
  const { ticket } = await maha.api<FinancedTicket>(
    'GET',
    `${consolePath}/tickets/${ticket_number}`,
  );
  const { id } = await maha.api<{ id: string }>(
    'POST',
    `${consolePath}/tickets/${ticket.id}/write-off`,
    {
      reason: 'The company is insolvent',
    },
  );
  await maha.api('POST', `${consolePath}/approvals/${id}/withdraw`);
}

/** One to check, and one that was turned down. */
async function reportTransfers(
  maha: Person,
  company: Person,
  tickets: Record<'active' | 'sent', string>,
  transferred_on: string,
) {
  const report = async (ticket_number: string, amount_sar: string) => {
    const { ticket } = await company.api<TicketDetails>('GET', `/api/tickets/${ticket_number}`);
    const proof_file = await upload(company, 'transfer_proof', 'Transfer');
    const body = { amount_sar, transferred_on, proof_file };
    return company.api<{ id: string }>('POST', `/api/tickets/${ticket.id}/transfer-reports`, body);
  };
  const turnedDown = await report(tickets.sent, '400.00');
  const reason = 'The proof shows a transfer to another account.';
  await maha.api('POST', `${consolePath}/transfer-reports/${turnedDown.id}/turn-down`, { reason });
  const { id } = await report(tickets.active, '1250.00');
  return { report: id, turnedDownReport: turnedDown.id };
}

/** A statement with a line of every kind, of which one is confirmed and one set aside. */
async function importBankStatement(
  maha: Person,
  day: string,
  tickets: Record<'active' | 'sent', string>,
): Promise<string> {
  const statements = `${consolePath}/bank-statements`;
  const form = statementForm(day, tickets);
  const { statement } = await maha.api<ImportedBankStatement>('POST', statements, form);
  const lineOf = async (list: string, reference: string) => {
    const { items } = await maha.api<{ items: BankStatementLineView[] }>(
      'GET',
      `${statements}/${statement.id}/lines?list=${list}`,
    );
    return items.find(({ bank_reference }) => bank_reference === reference)!;
  };
  const line = await lineOf('certain', 'FT26325000205');
  await maha.api('POST', `${consolePath}/bank-statement-lines/${line.id}/confirm`, {
    payment_id: null,
    company_id: null,
    ticket_number: tickets.sent,
  });
  const reversal = await lineOf('reversals', 'FT26325000209');
  await maha.api('POST', `${consolePath}/bank-statement-lines/${reversal.id}/confirm`, {
    line_id: reversal.proposed!.credit_line!.id,
    reason: 'The payer’s bank recalled it',
  });
  const { id } = await lineOf('unclear', 'FT26325000206');
  const reason = 'Interest of the bank';
  await maha.api('POST', `${consolePath}/bank-statement-lines/${id}/set-aside`, { reason });
  return statement.id;
}

/** Lines that name a ticket, one that was reported, one of nobody, interest, a debit, one in dollars, and what was taken back. */
function statementForm(day: string, tickets: Record<'active' | 'sent', string>): FormData {
  const company = 'شركة محمصة نجد للقهوة المختصة';
  const rows = [
    'date,payer,details,currency,credit,debit,bank reference',
    `${day},${company},سداد ${paymentReference(tickets.active)},SAR,100.00,,FT26325000200`,
    `${day},,حوالة واردة,SAR,1250.00,,FT26325000201`,
    `${day},Unknown sender,thank you,SAR,999.99,,FT26325000202`,
    `${day},Bank,Monthly fee,SAR,,57.50,FT26325000203`,
    `${day},Gulf Traders,deposit,USD,200.00,,FT26325000204`,
    `${day},${company},${paymentReference(tickets.sent)},SAR,50.00,,FT26325000205`,
    `${day},Bank,Interest,SAR,3.10,,FT26325000206`,
    `${day},${company},${paymentReference(tickets.active)},SAR,310.00,,FT26325000207`,
    `${day},${company},Reversal ${paymentReference(tickets.active)},SAR,-310.00,,FT26325000207`,
    `${day},Unknown sender,Storno,SAR,-42.00,,FT26325000208`,
    `${day},${company},حوالة,SAR,77.00,,FT26325000209`,
    `${day},${company},عكس حوالة,SAR,-77.00,,FT26325000209`,
  ];
  const form = new FormData();
  form.append('file', new File([rows.join('\n')], 'statement.csv', { type: 'text/csv' }));
  return form;
}
