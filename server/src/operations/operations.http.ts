import type pg from 'pg';
import type { System } from '#api/system.ts';
import { addDays, riyadhDate, type IsoDate } from '#domain/calendar.ts';
import { decimalFromHalalas, parseSar } from '#domain/money.ts';
import { unprovenUntil } from '#domain/servicing/unproven-payment.ts';
import { overdueAges } from '#domain/servicing/overdue-age.ts';
import { payerNumberOf } from '#domain/servicing/named-number.ts';
import { ticketNumberOf } from '#domain/servicing/ticket-number.ts';
import { systemClock } from '../platform/clock.ts';
import {
  callFunctionAs,
  callIdempotent,
  callParsedAs,
} from '../platform/database/call-function.ts';
import { listOrCsv } from '../platform/http/csv.ts';
import type { RegisterOperation } from '../platform/http/operations.ts';
import { eventsFile } from './audit-csv.ts';
import { overdueFile } from './overdue-csv.ts';
import { readPortfolioTrends } from './portfolio-trends.ts';

/** A year, month by month. */
const PORTFOLIO_MONTHS = 12;

/** What staff see: what waits for them, what is owed and by whom. */
export function registerOperations(
  route: RegisterOperation,
  {
    pool,
    bankHolidays,
    release,
  }: {
    pool: pg.Pool;
    bankHolidays: readonly IsoDate[];
    /** As in package.json. */
    release: string;
  },
): void {
  route('operations_overview', (call) =>
    callFunctionAs(pool, 'operations_overview', call, {
      today: riyadhDate(call.now),
      unproven_until: unprovenUntil(riyadhDate(call.now), bankHolidays),
    }),
  );
  route('read_system', async (call) => {
    const state = await callParsedAs<'read_system', Omit<System, 'release'>>(
      pool,
      'read_system',
      call,
      { queue_now: systemClock.now() },
    );
    return JSON.stringify({ release, ...state });
  });
  route('retry_job', (call) =>
    callIdempotent(pool, 'retry_job', call, {
      id: call.params.id,
      queue_now: systemClock.now(),
    }),
  );
  route('send_mail_again', (call) =>
    callIdempotent(pool, 'send_mail_again', call, { id: call.params.id }),
  );
  route('list_overdue_installments', (call) => {
    const today = riyadhDate(call.now);
    const [least, most] = overdueAges[call.query.age];
    const from = most === null ? '-infinity' : addDays(today, -most);
    return listOrCsv(
      call,
      (cursor, limit) =>
        callFunctionAs(pool, 'list_overdue_installments', call, {
          from,
          to: addDays(today, -least),
          cursor,
          limit,
        }),
      overdueFile,
    );
  });
  route('read_financed_ticket', (call) =>
    callFunctionAs(pool, 'read_financed_ticket', call, {
      today: riyadhDate(call.now),
      ticket_number: call.params.ticket_number.toUpperCase(),
    }),
  );
  route('read_portfolio', (call) =>
    callFunctionAs(pool, 'read_portfolio', call, {
      today: riyadhDate(call.now),
      months: PORTFOLIO_MONTHS,
    }),
  );
  route('read_portfolio_trends', async (call) =>
    JSON.stringify(await readPortfolioTrends(pool, call, PORTFOLIO_MONTHS)),
  );
  route('search_desk', (call) => {
    const { text } = call.query;
    const amount = parseSar(text);
    return callFunctionAs(pool, 'search_desk', call, {
      text: payerNumberOf(text) ?? text,
      ticket_number: ticketNumberOf(text),
      amount_sar: amount === null ? null : decimalFromHalalas(amount),
    });
  });
  registerAudit(route, pool);
  route('find_companies', (call) => {
    const { search = '' } = call.query;
    return callFunctionAs(pool, 'find_companies', call, {
      search: payerNumberOf(search) ?? search,
    });
  });
}

function registerAudit(route: RegisterOperation, pool: pg.Pool): void {
  route('list_events', (call) => {
    const { actor, operation, ticket_number, subject_id, from, to } = call.query;
    const filters = { actor, operation, ticket_number, subject_id, from, to };
    return listOrCsv(
      call,
      (cursor, limit) => callFunctionAs(pool, 'list_events', call, { ...filters, cursor, limit }),
      eventsFile,
    );
  });
  route('read_audit_filters', (call) => callFunctionAs(pool, 'read_audit_filters', call));
}
