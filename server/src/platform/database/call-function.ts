import { Pool, type ClientBase } from 'pg';
import type { CallContext } from '../http/operations.ts';
import { callJson } from './query.ts';
import { callerFunctions, idempotentFunctions, otherFunctions } from './sql-functions.ts';

/** What an argument of a SQL type is in TypeScript. */
interface SqlTypes {
  bigint: number | string;
  'bigint[]': readonly string[];
  boolean: boolean;
  bytea: Buffer;
  'bytea[]': readonly Buffer[];
  /** YYYY-MM-DD, or '-infinity'. */
  date: string;
  'date[]': readonly string[];
  inet: string;
  integer: number;
  /** Sent as JSON text. */
  jsonb: object;
  /** Decimal text. */
  numeric: string;
  'numeric[]': readonly string[];
  text: string;
  'text[]': readonly string[];
  timestamptz: Date;
  uuid: string;
  'uuid[]': readonly string[];
}

/**
 * The arguments of a function. Every one is named, so that none is forgotten. All but booleans may be null, because the
 * catalogue does not say which of them a function needs; undefined is sent as null.
 */
type Arguments<Parameters> = {
  [Name in keyof Parameters]: Parameters[Name] extends 'boolean'
    ? boolean
    : Parameters[Name] extends keyof SqlTypes
      ? SqlTypes[Parameters[Name]] | null | undefined
      : never;
};
/** None for a function without arguments. */
type Args<Parameters> = keyof Parameters extends never ? [] : [args: Arguments<Parameters>];

type CallerFunctions = typeof callerFunctions;
type IdempotentFunctions = typeof idempotentFunctions;
type OtherFunctions = typeof otherFunctions;
export type CallerFunction = keyof CallerFunctions;
export type IdempotentFunction = keyof IdempotentFunctions;
export type OtherFunction = keyof OtherFunctions;
export type CallerArgs<Name extends CallerFunction> = Args<CallerFunctions[Name]>;
export type IdempotentArgs<Name extends IdempotentFunction> = Args<IdempotentFunctions[Name]>;
export type OtherArgs<Name extends OtherFunction> = Args<OtherFunctions[Name]>;

interface Parameter {
  name: string;
  isJson: boolean;
}

/** The parameters of each function in their order. */
const parametersOf = new Map<string, readonly Parameter[]>(
  Object.entries({ ...callerFunctions, ...idempotentFunctions, ...otherFunctions }).map(
    ([name, parameters]) => [
      name,
      Object.entries(parameters).map(([parameter, type]) => ({
        name: parameter,
        isJson: type === 'jsonb',
      })),
    ],
  ),
);

/**
 * Appends the arguments of a function in its order.
 * @throws TypeError where one is missing: types alone do not see it of a call that may name several functions.
 */
function append(values: unknown[], functionName: string, args: object | undefined): unknown[] {
  for (const { name, isJson } of parametersOf.get(functionName)!) {
    if (!args || !(name in args)) throw new TypeError(`${functionName} needs ${name}`);
    const value = (args as Record<string, unknown>)[name] ?? null;
    values.push(isJson && value !== null ? JSON.stringify(value) : value);
  }
  return values;
}

type By = Pick<CallContext, 'caller' | 'now'>;

/**
 * Calls a SQL function as the caller. User, session and time are its first three arguments.
 * @returns the JSON text that it returns.
 * @throws AppError as callJson says.
 */
export const callFunctionAs = <Name extends CallerFunction>(
  pool: Pool,
  functionName: Name,
  { caller, now }: By,
  ...[args]: CallerArgs<Name>
): Promise<string> =>
  callJson(
    pool,
    functionName,
    append([caller.user_id, caller.session_id, now], functionName, args),
  );

/** The same, parsed. The type of the reply is the caller's promise. */
export const callParsedAs = async <Name extends CallerFunction, Reply = unknown>(
  pool: Pool,
  functionName: Name,
  call: By,
  ...args: CallerArgs<Name>
): Promise<Reply> => JSON.parse(await callFunctionAs(pool, functionName, call, ...args));

/**
 * Calls a function that writes once under its idempotency key. Key and request hash follow user, session and time.
 * @returns the JSON text that it returns.
 * @throws AppError as callJson says.
 */
export const callIdempotent = <Name extends IdempotentFunction>(
  pool: Pool,
  functionName: Name,
  call: CallContext,
  ...args: IdempotentArgs<Name>
): Promise<string> => callJson(pool, functionName, idempotentValues(functionName, call, ...args));

/** All arguments of such a call in their order. */
export function idempotentValues<Name extends IdempotentFunction>(
  functionName: Name,
  { caller, now, idempotency }: CallContext,
  ...[args]: IdempotentArgs<Name>
): unknown[] {
  const { key, request_hash } = idempotency;
  return append([caller.user_id, caller.session_id, now, key, request_hash], functionName, args);
}

/**
 * A pool on which a function runs first, in the same statement and transaction: what it sets, the called one reads. It costs no
 * round trip.
 */
interface PoolAfter {
  pool: Pool;
  before: { functionName: OtherFunction; arg: object | null };
}

/**
 * Calls a function that does not begin with the caller. On a client, which may have a transaction open, it runs once.
 * @returns the JSON that it returns, parsed; null for void. The type is the caller's promise.
 * @throws AppError as callJson says; on a client PostgreSQL's errors as they are.
 */
export async function callFunction<Name extends OtherFunction, Reply = unknown>(
  on: Pool | PoolAfter | ClientBase,
  functionName: Name,
  ...[args]: OtherArgs<Name>
): Promise<Reply> {
  const values = append([], functionName, args);
  if (on instanceof Pool) return parse(await callJson(on, functionName, values));
  if ('before' in on) {
    const arg = on.before.arg && JSON.stringify(on.before.arg);
    return parse(await callJson(on.pool, functionName, values, { ...on.before, arg }));
  }
  const places = values.map((_, index) => `$${index + 1}`).join(', ');
  const text = `select api.${functionName}(${places}) as result`;
  const { rows } = await on.query({ name: functionName, text, values });
  return rows[0].result;
}

const parse = (text: string) => (text === '' ? null : JSON.parse(text));
