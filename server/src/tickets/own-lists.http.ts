import type pg from 'pg';
import { decimalFromHalalas, parseSar } from '#domain/money.ts';
import { callFunctionAs } from '../platform/database/call-function.ts';
import { listOrCsv } from '../platform/http/csv.ts';
import type { RegisterOperation } from '../platform/http/operations.ts';
import { foundBy } from './found-by.ts';
import {
  ownDocumentsFile,
  ownPaymentsFile,
  ownPayoutsFile,
  ownTicketsFile,
} from './own-lists-csv.ts';

/** What a company or an agency reads of its own: lists that it narrows and sorts, on the screen or as a file. */
export function registerOwnLists(route: RegisterOperation, { pool }: { pool: pg.Pool }): void {
  route('list_own_tickets', (call) => {
    const { text } = call.query;
    const found = { ...foundBy(text), amount: amountOf(text), ...narrowedTo(call.query) };
    return listOrCsv(
      call,
      (cursor, limit) =>
        callFunctionAs(pool, 'list_own_tickets', call, { ...found, cursor, limit }),
      ownTicketsFile,
    );
  });
  route('list_own_payments', (call) => {
    const { text } = call.query;
    const found = { ...foundBy(text), amount: amountOf(text), ...narrowedTo(call.query) };
    return listOrCsv(
      call,
      (cursor, limit) =>
        callFunctionAs(pool, 'list_own_payments', call, { ...found, cursor, limit }),
      ownPaymentsFile,
    );
  });
  route('list_own_payouts', (call) => {
    const { text } = call.query;
    const found = { ...foundBy(text), amount: amountOf(text), ...narrowedTo(call.query) };
    return listOrCsv(
      call,
      (cursor, limit) =>
        callFunctionAs(pool, 'list_own_payouts', call, { ...found, cursor, limit }),
      ownPayoutsFile,
    );
  });
  route('list_own_documents', (call) => {
    const { status: kind, ...rest } = narrowedTo(call.query);
    const found = { ...foundBy(call.query.text), kind, ...rest };
    return listOrCsv(
      call,
      (cursor, limit) =>
        callFunctionAs(pool, 'list_own_documents', call, { ...found, cursor, limit }),
      ownDocumentsFile,
    );
  });
  route('search_own', (call) => {
    const { text } = call.query;
    return callFunctionAs(pool, 'search_own', call, { ...foundBy(text), amount: amountOf(text) });
  });
}

/** What was typed, as an amount. */
function amountOf(text: string | undefined): string | null {
  const amount = text === undefined ? null : parseSar(text);
  return amount === null ? null : decimalFromHalalas(amount);
}

/** The status, the period and the order of a list. */
function narrowedTo({ status, from, to, order }: Narrowing) {
  return { status, from, to, order };
}

interface Narrowing {
  status?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  order: string;
}
