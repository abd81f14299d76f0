import type pg from 'pg';
import { riyadhDate } from '#domain/calendar.ts';
import { MAX_BANK_STATEMENT_BYTES } from '#domain/servicing/bank-statement-line.ts';
import { callFunctionAs, callIdempotent } from '../platform/database/call-function.ts';
import { listOrCsv } from '../platform/http/csv.ts';
import type { RegisterOperation } from '../platform/http/operations.ts';
import type { Settings } from '../platform/config/settings.ts';
import {
  importBankStatement,
  matchBankStatement,
  readBankStatementAgain,
} from './import-bank-statement.ts';
import { bankStatementLinesFile, bankStatementsFile } from './lists-csv.ts';
import { staffFileReceiver } from './receive-staff-file.ts';

/** The most lines that one call confirms, within a statement's time; the caller asks again for what is left. */
const CONFIRMED_AT_ONCE = 500;

/** The bank's statements, for staff. */
export function registerBankStatements(
  route: RegisterOperation,
  pool: pg.Pool,
  { payee, bankFiles: { bankHolidays } }: Pick<Settings, 'payee' | 'bankFiles'>,
): void {
  const receive = staffFileReceiver(pool, {
    bytes: MAX_BANK_STATEMENT_BYTES,
    refusal: 'bank_statement_too_large',
  });
  route('import_bank_statement', (call) =>
    receive(call, (file) =>
      importBankStatement(pool, call, { payee, bankHolidays }, file, call.query),
    ),
  );
  route('read_bank_statement_again', (call) =>
    readBankStatementAgain(pool, call, { payee, bankHolidays }, call.params.id),
  );
  route('list_bank_statements', (call) =>
    listOrCsv(
      call,
      (cursor, limit) => callFunctionAs(pool, 'list_bank_statements', call, { cursor, limit }),
      bankStatementsFile,
    ),
  );
  route('read_bank_statement', (call) =>
    callFunctionAs(pool, 'read_bank_statement', call, { statement_id: call.params.id }),
  );
  route('list_bank_statement_lines', (call) => {
    const { id } = call.params;
    const { list } = call.query;
    return listOrCsv(
      call,
      (cursor, limit) =>
        callFunctionAs(pool, 'list_bank_statement_lines', call, {
          statement_id: id,
          list,
          cursor,
          limit,
        }),
      bankStatementLinesFile,
    );
  });
  route('match_bank_statement_lines', (call) => matchBankStatement(pool, call, call.params.id));
  registerDecisions(route, pool);
}

function registerDecisions(route: RegisterOperation, pool: pg.Pool): void {
  route('compare_bank_statement', (call) =>
    callIdempotent(pool, 'compare_bank_statement', call, { statement_id: call.params.id }),
  );
  route('confirm_certain_lines', (call) =>
    callIdempotent(pool, 'confirm_certain_lines', call, {
      today: riyadhDate(call.now),
      statement_id: call.params.id,
      count: call.body.count,
      most: CONFIRMED_AT_ONCE,
    }),
  );
  route('confirm_bank_statement_line', (call) =>
    callIdempotent(pool, 'confirm_bank_statement_line', call, {
      today: riyadhDate(call.now),
      line_id: call.params.id,
      company_id: call.body.company_id,
      ticket_number: call.body.ticket_number,
      request_number: call.body.request_number,
      payment_id: call.body.payment_id,
      is_another: call.body.is_another ?? false,
      credit_line_id: call.body.line_id,
      reason: call.body.reason,
      bank_charges: call.body.bank_charges_sar,
    }),
  );
  route('set_aside_bank_statement_line', (call) =>
    callIdempotent(pool, 'set_aside_bank_statement_line', call, {
      line_id: call.params.id,
      reason: call.body.reason,
    }),
  );
  route('reopen_bank_statement_line', (call) =>
    callIdempotent(pool, 'reopen_bank_statement_line', call, { line_id: call.params.id }),
  );
}
