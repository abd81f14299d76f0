import { riyadhDate } from '#domain/calendar.ts';
import { decimalFromHalalas, halalasFromDecimal } from '#domain/money.ts';
import { groupedReference, paymentReference } from '#domain/servicing/payment-reference.ts';
import type { ImportedBankStatement, LineList } from '#api/bank-statements.ts';
import type { StaffVisitors, Step } from './money.ts';
import { importCompared, importStatement, reportTransfer } from '../product-client/financing.ts';
import type { Visitor } from './visitor.ts';

const HOUR_MS = 3_600_000;
/** What payers and banks write. */
const REPAYMENT = 'سداد';
const INCOMING = 'حوالة واردة';

/** A ticket for which something is owed, and whose it is. */
interface Owing {
  id: string;
  ticket_number: string;
  company_name: string;
  /** What is left of its next installment. */
  amount_sar: string;
  company: Visitor;
}

/** A ticket that was requested, by its number, and whose it is. */
interface Requested {
  ticket_number: string;
  company: Visitor;
}

/**
 * The last day before the present: companies report transfers, one of which is turned down, one withdrawn and one found
 * on a statement, and the bank's statements come, the second of which repeats the first. Some lines are confirmed, one is set aside, the others wait.
 */
export function bankStatementSteps(
  { maha, faisal }: StaffVisitors,
  requested: () => Requested[],
): Step[] {
  let owing: Owing[] = [];
  let first = '';
  return [
    {
      before_ms: 30 * HOUR_MS,
      run: async (now) => {
        owing = await owingTickets(maha(), requested());
        const [reported, refused, found, withdrawn] = owing;
        if (reported) await report(reported, now);
        if (found) await report(found, now);
        if (withdrawn) {
          const { id } = await report(withdrawn, now);
          await withdrawn.company.call('withdraw_transfer_report', { params: { id } });
        }
        if (!refused) return;
        const { id } = await report(refused, now);
        const body = { reason: 'The proof is of a transfer to another account.' };
        await maha().call('turn_down_transfer_report', { params: { id }, body });
      },
    },
    {
      before_ms: 28 * HOUR_MS,
      run: async (now) => {
        first = statementOf(owing.slice(2, 4).map((one) => certainRow(one, now)));
        const { statement, counts } = await importCompared(
          [maha(), faisal()],
          first,
          'statement-1.csv',
        );
        const { count } = counts.certain;
        if (count === 0) return;
        const params = { id: statement.id };
        await maha().call('confirm_certain_lines', { params, body: { count } });
      },
    },
    {
      before_ms: 5 * HOUR_MS,
      run: async (now) => {
        const rows = [...first.split('\n').slice(1), ...newRows(owing, now)];
        const imported = await importStatement(maha(), statementOf(rows), 'statement-2.csv');
        await settle(maha(), imported);
      },
    },
  ];
}

async function owingTickets(maha: Visitor, requested: readonly Requested[]): Promise<Owing[]> {
  const found = new Map<string, Owing>();
  for (const { ticket_number, company } of requested) {
    if (found.size === 7) break;
    const params = { ticket_number };
    const { ticket, installments } = await maha.call('read_financed_ticket', { params });
    const next = installments.find(({ status }) => status !== 'Paid');
    if (ticket.status !== 'Active' || !next || found.has(ticket.company_id)) continue;
    const rest = halalasFromDecimal(next.amount_sar) - halalasFromDecimal(next.paid_amount);
    found.set(ticket.company_id, {
      id: ticket.id,
      ticket_number,
      company_name: ticket.company_name ?? '',
      amount_sar: decimalFromHalalas(rest),
      company,
    });
  }
  return [...found.values()];
}

const report = (owing: Owing, now: Date) =>
  reportTransfer(owing.company, owing, owing.amount_sar, riyadhDate(now));

const statementOf = (rows: readonly string[]) =>
  ['Date,Payer,Details,Currency,Credit,Debit,Bank reference', ...rows].join('\n');

const certainRow = ({ ticket_number, company_name, amount_sar }: Owing, now: Date) => {
  const reference = groupedReference(paymentReference(ticket_number)).toLowerCase();
  return `${riyadhDate(now)},"${company_name}",${REPAYMENT} ${reference},SAR,${amount_sar},,FT${ticket_number}`;
};

/** A line of each kind that a statement can hold. */
function newRows(owing: readonly Owing[], now: Date): string[] {
  const day = riyadhDate(now);
  const [reported, , , , certain, named, other] = owing;
  return [
    ...(certain ? [certainRow(certain, now)] : []),
    ...(reported ? [`${day},,${INCOMING},SAR,${reported.amount_sar},,FT90001`] : []),
    ...(named
      ? [`${day},"${named.company_name}",invoice 5567,SAR,${named.amount_sar},,FT90002`]
      : []),
    ...(other ? [`${day},,HM ${other.ticket_number.slice(3)},SAR,10.00,,FT90003`] : []),
    `${day},Unknown sender,thank you,SAR,999.99,,FT90004`,
    `${day},Bank,Interest,SAR,1.25,,FT90005`,
    `${day},Bank,Monthly fee,SAR,,57.50,FT90006`,
    `${day},Gulf Traders,deposit,USD,200.00,,FT90007`,
    `${day},Gulf Traders,rent,SAR,4800.00,,FT90008`,
    `${day},Gulf Traders,Reversal of rent,SAR,,4800.00,FT90008`,
  ];
}

/** The bank’s interest is set aside, and a credit that the bank took back settled with what takes it back. */
async function settle(maha: Visitor, { statement }: ImportedBankStatement) {
  const lines = async (list: LineList) =>
    (
      await maha.call('list_bank_statement_lines', {
        params: { id: statement.id },
        query: { list },
      })
    ).items;
  const interest = (await lines('unclear')).find(({ amount }) => amount === '1.25');
  if (interest)
    await maha.call('set_aside_bank_statement_line', {
      params: { id: interest.id },
      body: { reason: 'Interest of the bank' },
    });
  for (const { id, proposed } of await lines('reversals'))
    if (proposed?.credit_line)
      await maha.call('confirm_bank_statement_line', {
        params: { id },
        body: { line_id: proposed.credit_line.id, reason: 'Sent to us by mistake' },
      });
}
