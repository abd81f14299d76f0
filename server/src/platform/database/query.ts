import { DatabaseError, type Pool } from 'pg';

import { errorCodes, type ErrorCode } from '#domain/error-codes.ts';
import type { OverdueToPay } from '#domain/installments/lateness.ts';
import type { FinancedInvoice } from '#domain/tickets/invoice-amount.ts';
import type { ReachedQuota } from '#domain/quotas.ts';

import { AppError, type FieldProblem, type HeldPayout } from '../app-error.ts';
import { telemetry } from '../telemetry.ts';
import { isWrongPassword } from './pools.ts';

/** A prepared statement: its name on the server, and its text, which a connection sends once. */
interface Statement {
  name: string;
  text: string;
}

const statements = new Map<string, Statement>();

/**
 * The statement that calls an entry point: a SQL function of the schema `api`, named without it
 * (docs/decisions/0001-one-sql-function-a-screen.md).
 * @param before an entry point that runs first in the same statement; its only argument is the last one.
 * @throws TypeError when `functionName` or `before` is not a function's name.
 */
function statementOf(functionName: string, args: number, before?: string): Statement {
  const name = before ? `${before} ${functionName}/${args}` : `${functionName}/${args}`;
  let statement = statements.get(name);
  if (!statement) {
    for (const called of before ? [functionName, before] : [functionName]) {
      if (!/^[a-z_][a-z0-9_]*$/.test(called)) {
        throw new TypeError(`${called} is no name of a function`);
      }
    }
    const own = before ? args - 1 : args;
    const places = Array.from({ length: own }, (_, index) => `$${index + 1}`).join(', ');
    // A function in FROM is evaluated before the select list.
    const first = before ? ` from api.${before}($${args})` : '';
    statement = { name, text: `select api.${functionName}(${places})::text as json${first}` };
    statements.set(name, statement);
  }
  return statement;
}

/**
 * Calls a SQL function that returns JSON. `args` are sent in order and get the types of its parameters (for json, pass
 * `JSON.stringify(…)`); the product calls functions by the names of their arguments (call-function.ts). One round trip, one
 * transaction, one prepared statement.
 * @param before a function that runs first in the same statement, with one argument.
 * @returns the JSON text unchanged, or `'null'` for SQL null.
 * @throws AppError for a refusal of the function (errcode HM000); `unavailable` when the database cannot be reached and
 * nothing was changed; `outcome_unknown` when the connection was lost after the call was sent, so that it may have been
 * committed.
 */
export async function callJson(
  pool: Pool,
  functionName: string,
  args: readonly unknown[],
  before?: { functionName: string; arg: unknown },
): Promise<string> {
  const values = before ? [...args, before.arg] : args;
  const statement = statementOf(functionName, values.length, before?.functionName);
  return withRetries(() => answerOnce(pool, statement, values));
}

/**
 * On one connection of the pool. `pool.query` would close it after any error; a refusal is an ordinary result, and the
 * connection is reused with its plans and prepared statements.
 */
function answerOnce(pool: Pool, statement: Statement, args: readonly unknown[]): Promise<string> {
  const told = telemetry();
  if (!told) return sendOnce(pool, statement, args);
  const name = `api.${statement.name.replace(/\/\d+$/, '')}`;
  const attributes = { 'db.system.name': 'postgresql', 'db.stored_procedure.name': name };
  return told.span(name, attributes, () => sendOnce(pool, statement, args));
}

const sendOnce = (pool: Pool, statement: Statement, args: readonly unknown[]): Promise<string> =>
  new Promise((resolve, reject) => {
    // The pool's own listener handles a connection lost during its use (pools.ts).
    pool.connect((failure, client, release) => {
      if (!client) return reject(failure);
      const fail = (error: unknown) => {
        const code = codeOf(error);
        release(code === refused || lostToAnother.has(code) ? undefined : (error as Error));
        reject(isRolledBack(error) ? error : new AppError('outcome_unknown', { cause: error }));
      };
      client.query<[string | null]>(
        { ...statement, values: [...args], rowMode: 'array' },
        (error: Error | undefined, result) => {
          if (error) return fail(error);
          release();
          resolve(result.rows[0]?.[0] ?? 'null');
        },
      );
    });
  });

/**
 * Whether the error of a call that was sent proves that nothing was committed. It does when PostgreSQL reports an error
 * of the statement, because that rolls back. Fatal errors (shutdown, crash), socket errors and pg's own timeout may
 * come after the commit.
 */
function isRolledBack(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return neverSent.test((error as Error).message ?? '');
  return !fatalSeverity.test(error.severity ?? '') && !fatalCode.test(codeOf(error));
}

/** pg's message for a connection that was closed before anything was sent. */
const neverSent = /is not queryable$/;
const fatalSeverity = /^(FATAL|PANIC)$/;
/** Codes of fatal errors, for servers that name the severity in another language. */
const fatalCode = /^(08...|57P0.|25P03)$/;

/**
 * Runs `attempt`, up to three times, when PostgreSQL rolled it back because of a conflict. `attempt` must be one whole
 * transaction.
 * @throws AppError as `translateDatabaseError` says.
 */
export async function withRetries<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (tries < 4 && lostToAnother.has(codeOf(error)) && isRolledBack(error)) continue;
      // Passwords change at this moment (rotate-keys.ts). Nothing was sent.
      if (tries < 2 && isWrongPassword(error)) continue;
      throw translateDatabaseError(error);
    }
  }
}

/** errcode of `refuse()`. */
const refused = 'HM000';
const serializationFailure = '40001';
const deadlockDetected = '40P01';
const lostToAnother = new Set([serializationFailure, deadlockDetected]);
const lockNotAvailable = '55P03';
const queryCanceled = '57014';
const late = new Set([...lostToAnother, lockNotAvailable, queryCanceled]);

/**
 * Translates a database error: a refusal raised with errcode HM000 (message: the code; detail: JSON of `words`,
 * `fields` and `quota`); `unavailable` for a database that is unreachable, full, busy or too slow; any other error is
 * returned unchanged, as a fault of the code. An AppError is returned unchanged.
 */
export function translateDatabaseError(error: unknown): unknown {
  if (error instanceof AppError) return error;
  const { message = '', detail } = error as { message?: string; detail?: string };
  const code = codeOf(error);
  if (code === refused && isErrorCode(message)) {
    const told: RefusalDetail = detail?.startsWith('{') ? JSON.parse(detail) : {};
    return new AppError(message, { ...told, cause: error });
  }
  if (unavailableCode.test(code) || unavailableMessage.test(message)) {
    return new AppError('unavailable', { cause: error });
  }
  return error;
}

// Classes: 08 connection, 53 resources, 57 operator intervention and timeouts; 55P03 lock not available, 25006 a
// standby, 25P03 idle too long in a transaction; then socket errors of the operating system.
const unavailableCode =
  /^(08...|53...|57...|55P03|25006|25P03|40001|40P01|ECONN\w+|EPIPE|ENOENT|ETIMEDOUT|EHOSTUNREACH|EAI_AGAIN|ENOTFOUND)$/;
const unavailableMessage =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error)/;

/** Whether `error` means only that a connection to PostgreSQL was lost or could not be opened: no lock, timeout or conflict. */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof AppError)
    return (
      error.code === 'outcome_unknown' ||
      (error.code === 'unavailable' && !late.has(codeOf(error.cause)))
    );
  const { message = '' } = (error ?? {}) as { message?: string };
  return /^(08...|57P0[123])$/.test(codeOf(error)) || unavailableMessage.test(message);
}

function codeOf(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : '';
}

interface RefusalDetail {
  words?: string;
  fields?: FieldProblem[];
  quota?: ReachedQuota;
  overdue?: OverdueToPay;
  invoice?: FinancedInvoice;
  holds?: HeldPayout[];
}

const isErrorCode = (code: string): code is ErrorCode =>
  (errorCodes as readonly string[]).includes(code);
