import { DatabaseError, type Pool } from 'pg';

import { errorCodes, type ErrorCode } from '#domain/error-codes.ts';
import type { OverdueToPay } from '#domain/installments/lateness.ts';
import type { ReachedQuota } from '#domain/quotas.ts';

import { AppError, type FieldProblem } from '../app-error.ts';
import { JsonCall, statementOf, type Statement } from './json-query.ts';

/**
 * Calls a SQL function that returns JSON and gives its text as it is, or `'null'` for SQL null. The product calls functions
 * by the names of their arguments (call-function.ts). Here they are sent in order; the function's own parameter types decide what they become (a json parameter
 * takes `JSON.stringify(…)`). One round trip, one transaction, one prepared statement a function.
 * @throws AppError for a refusal of the function (errcode HM000), `unavailable` when the database is and nothing was
 * changed, and `outcome_unknown` when the connection was lost after the call was sent: it may have been committed.
 */
export async function callJson(
  pool: Pool,
  functionName: string,
  args: readonly unknown[],
): Promise<string> {
  const [json] = await callTexts(pool, functionName, args);
  return json ?? 'null';
}

/** As `callJson`, of a function that returns a set: the text of each row, in their order. */
export async function callTexts(
  pool: Pool,
  functionName: string,
  args: readonly unknown[],
): Promise<readonly string[]> {
  const statement = statementOf(functionName, args.length);
  return withRetries(() => answerOnce(pool, statement, args));
}

/** As `callTexts`, but `before` runs first in the same statement and transaction, with one argument. */
export async function callTextsAfter(
  pool: Pool,
  before: { functionName: string; arg: unknown },
  functionName: string,
  args: readonly unknown[],
): Promise<readonly string[]> {
  const statement = statementOf(functionName, args.length + 1, before.functionName);
  return withRetries(() => answerOnce(pool, statement, [...args, before.arg]));
}

/**
 * On one connection of the pool. `pool.query` would end it with any error; a refusal is an ordinary answer: the connection
 * goes on, with its plans and its prepared statements, and nobody pays for another.
 */
const answerOnce = (
  pool: Pool,
  statement: Statement,
  args: readonly unknown[],
): Promise<readonly string[]> =>
  new Promise((resolve, reject) => {
    // That a connection is lost while it is used is heard by the pool's own listener (pools.ts).
    pool.connect((failure, client, release) => {
      if (!client) return reject(failure);
      const fail = (error: unknown) => {
        const code = codeOf(error);
        release(code === refused || lostToAnother.has(code) ? undefined : (error as Error));
        reject(isRolledBack(error) ? error : new AppError('outcome_unknown', { cause: error }));
      };
      const succeed = (texts: readonly string[]) => {
        release();
        resolve(texts);
      };
      try {
        client.query(new JsonCall(statement, args, succeed, fail));
      } catch (error) {
        // An argument that cannot be written: the call was not sent whole, so PostgreSQL does not run it.
        release(error);
        reject(error);
      }
    });
  });

/**
 * Whether an error that a call ended with, after the call was handed to a connection, proves that nothing was committed.
 * It does when PostgreSQL answered the statement itself with an error: the transaction is then rolled back. A fatal error
 * ends the connection instead, and may come after the commit (a shutdown, a crash); so may an error of the socket, and the
 * client's own limit of time.
 */
function isRolledBack(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return neverSent.test((error as Error).message ?? '');
  return !fatalSeverity.test(error.severity ?? '') && !fatalCode.test(codeOf(error));
}

/** What pg says of a connection that it found closed before it sent anything. */
const neverSent = /is not queryable$/;
const fatalSeverity = /^(FATAL|PANIC)$/;
/** Codes of fatal errors, for a server that names the severity in another language. */
const fatalCode = /^(08...|57P0.|25P03)$/;

/**
 * Runs `attempt`, again (three times at most) when PostgreSQL rolled it back for another transaction's sake.
 * `attempt` must be one whole transaction.
 * @throws AppError as `translateDatabaseError` says.
 */
export async function withRetries<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (tries < 4 && lostToAnother.has(codeOf(error)) && isRolledBack(error)) continue;
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
 * What a database error means to the caller: a refusal raised with errcode HM000 (message: the code; detail:
 * JSON of `words`, `fields` and `quota`), `unavailable` for a database that is away, full, busy or too slow, and every
 * other error as it is: that one is a mistake of ours. An AppError stays what it is.
 */
export function translateDatabaseError(error: unknown): unknown {
  if (error instanceof AppError) return error;
  const { message = '', detail } = error as { message?: string; detail?: string };
  const code = codeOf(error);
  if (code === refused)
    return refusalOf(message, detail?.startsWith('{') ? JSON.parse(detail) : null, error);
  if (unavailableCode.test(code) || unavailableMessage.test(message)) {
    return new AppError('unavailable', { cause: error });
  }
  return error;
}

// Classes: 08 connection, 53 resources, 57 operator intervention and timeouts; 55P03 lock not to be had,
// 25006 a standby, 25P03 idle too long in a transaction; then what the operating system says of the socket.
const unavailableCode =
  /^(08...|53...|57...|55P03|25006|25P03|40001|40P01|ECONN\w+|EPIPE|ENOENT|ETIMEDOUT|EHOSTUNREACH|EAI_AGAIN|ENOTFOUND)$/;
const unavailableMessage =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error)/;

/**
 * Whether the database could not be had at all, before a call was sent or while it was under way: not for a lock, a limit
 * of time or another's sake.
 */
export const isAway = (error: unknown): boolean =>
  error instanceof AppError &&
  (error.code === 'outcome_unknown' ||
    (error.code === 'unavailable' && !late.has(codeOf(error.cause))));

/** Whether `error` says that a connection to PostgreSQL was lost or could not be had, and nothing of what was asked. */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof AppError) return isAway(error);
  const { message = '' } = (error ?? {}) as { message?: string };
  return /^(08...|57P0[123])$/.test(codeOf(error)) || unavailableMessage.test(message);
}

function codeOf(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : '';
}

/**
 * The refusal by its code from domain/error-codes.ts, raised (`cause`) or answered with.
 * @returns for any other code what was raised, else a TypeError.
 */
export function refusalOf(code: string, detail: RefusalDetail | null, cause?: unknown): unknown {
  if (isErrorCode(code)) return new AppError(code, { ...detail, cause });
  return cause ?? new TypeError(`${code} is no error code`);
}

interface RefusalDetail {
  words?: string;
  fields?: FieldProblem[];
  quota?: ReachedQuota;
  overdue?: OverdueToPay;
}

const isErrorCode = (code: string): code is ErrorCode =>
  (errorCodes as readonly string[]).includes(code);
