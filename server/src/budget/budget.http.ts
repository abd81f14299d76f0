import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { StaffBudgetRequest } from '#api/budget-requests.ts';
import { incomingByMonth } from '#domain/budget/revenue-statement.ts';
import { revenueMonths, riyadhDate } from '#domain/calendar.ts';
import { decimalFromHalalas } from '#domain/money.ts';
import type { Quotas } from '#domain/quotas.ts';
import type { KnownOfDays } from '#domain/servicing/bank-statement-csv.ts';
import { lineText, type BankStatementFile } from '#domain/servicing/bank-statement-line.ts';
import type { ReceiveFile } from '../files/receive-file.ts';
import { createLimiter } from '../platform/concurrency/limiter.ts';
import { callFunctionAs, callIdempotent } from '../platform/database/call-function.ts';
import { momentColumn, listOrCsv, rowsFile } from '../platform/http/csv.ts';
import type { RegisterOperation } from '../platform/http/operations.ts';

interface BudgetDeps {
  /** Pool of the role hamla_app. */
  pool: pg.Pool;
  staffPool: pg.Pool;
  /** Null: no quota is checked. */
  quotas: Quotas | null;
  receive: ReceiveFile;
  /** The statement that a file of a bank's holds, read apart from the server's thread. */
  readStatement: (bytes: Buffer, known: KnownOfDays) => Promise<BankStatementFile>;
}

/** What staff decide about a company's budget, and what companies ask for beyond it. */
export function registerBudget(
  route: RegisterOperation,
  { pool, staffPool, quotas, receive, readStatement }: BudgetDeps,
): void {
  const inReaderSlot = createLimiter({ maxConcurrent: 1, maxWaiting: 5 });
  route('decide_budget', (call) => {
    const { body } = call;
    return callIdempotent(staffPool, 'decide_budget', call, {
      company_id: call.params.id,
      decision: body.decision,
      total: 'total_approval_budget' in body ? body.total_approval_budget : null,
      reason: 'reason' in body ? body.reason : null,
    });
  });
  route('read_budget_requests', (call) => callFunctionAs(pool, 'read_budget_requests', call));
  route('ask_for_budget', (call) => callIdempotent(pool, 'ask_for_budget', call, call.body));
  route('answer_budget_offer', (call) =>
    callIdempotent(pool, 'answer_budget_offer', call, { id: call.params.id, ...call.body }),
  );
  route('withdraw_budget_request', (call) =>
    callIdempotent(pool, 'withdraw_budget_request', call, { id: call.params.id }),
  );
  route('appeal_budget_decision', (call) =>
    callIdempotent(pool, 'appeal_budget_decision', call, { id: call.params.id, ...call.body }),
  );
  route('add_budget_statement', (call) =>
    receive(call, async (receiveFile) => {
      await callFunctionAs(pool, 'count_upload', call, { role: 'company', quota: quotas?.uploads });
      const file = await receiveFile();
      const today = riyadhDate(call.now);
      const { lines, format } = await inReaderSlot(() => readStatement(file.bytes, { today }));
      const months = revenueMonths(today);
      return callFunctionAs(pool, 'add_budget_statement', call, {
        id: call.params.id,
        name: lineText(file.name, 255) ?? format,
        sha256: createHash('sha256').update(file.bytes).digest(),
        months,
        incoming: incomingByMonth(lines, months).map(decimalFromHalalas),
      });
    }),
  );
  route('prove_revenue', (call) =>
    callIdempotent(staffPool, 'prove_revenue', call, {
      id: call.params.id,
      added_at: new Date(call.body.added_at),
    }),
  );
  route('list_budget_requests', (call) =>
    listOrCsv(
      call,
      (cursor, limit) => callFunctionAs(staffPool, 'list_budget_requests', call, { cursor, limit }),
      budgetRequestsFile,
    ),
  );
  route('decide_budget_request', (call) => {
    const { body } = call;
    const condition = (body.decision === 'counter' && body.condition) || null;
    const value =
      condition?.kind === 'paid_on_time'
        ? condition.installments
        : condition?.kind === 'max_term'
          ? condition.months
          : null;
    return callIdempotent(staffPool, 'decide_budget_request', call, {
      id: call.params.id,
      decision: body.decision,
      amount_sar: body.decision === 'counter' ? body.amount_sar : null,
      condition: condition?.kind ?? null,
      condition_value: value,
      reason: body.reason,
      total: body.decision === 'decline' ? null : body.total_approval_budget,
    });
  });
}

const budgetRequestsFile = rowsFile<StaffBudgetRequest>('budget-requests', [
  { name: { en: 'Company', ar: 'الشركة' }, cell: (r) => r.company_name },
  momentColumn({ en: 'Requested', ar: 'تاريخ الطلب' }, (r) => r.asked_at),
  {
    name: { en: 'Approval budget (SAR)', ar: 'ميزانية التمويل المعتمدة (ريال)' },
    cell: (r) => r.total_approval_budget,
  },
  { name: { en: 'Asked for (SAR)', ar: 'المطلوبة (ريال)' }, cell: (r) => r.amount_sar },
  { name: { en: 'Status', ar: 'الحالة' }, cell: (r) => r.status },
  { name: { en: 'Reason', ar: 'السبب' }, cell: (r) => r.reason },
  { name: { en: 'Id', ar: 'المعرّف' }, cell: (r) => r.id },
]);
