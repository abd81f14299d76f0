import type pg from 'pg';
import { riyadhDate } from '#domain/calendar.ts';
import { payerNumberOf } from '#domain/servicing/named-number.ts';
import { ticketNumberOf } from '#domain/servicing/ticket-number.ts';
import { linkToFile } from '../files/open-file.ts';
import {
  callFunctionAs,
  callIdempotent,
  callParsedAs,
} from '../platform/database/call-function.ts';
import { listOrCsv } from '../platform/http/csv.ts';
import type { RegisterOperation } from '../platform/http/operations.ts';
import type { Secrets } from '../platform/config/secrets.ts';
import { agenciesFile, companiesFile, reviewsFile, stoppedPayoutsFile } from './companies-csv.ts';

/** Companies, agencies, their documents and the tickets to review, as staff read them, and what they say of an agency. */
export function registerConsoleCompanies(
  route: RegisterOperation,
  { pool, secrets }: { pool: pg.Pool; secrets: Secrets },
): void {
  route('list_companies', (call) => {
    const { budget = null } = call.query;
    const search = searchOf(call.query.search);
    return listOrCsv(
      call,
      (cursor, limit) =>
        callFunctionAs(pool, 'list_companies', call, { search, budget, cursor, limit }),
      companiesFile,
    );
  });
  route('read_company_assessment', (call) =>
    callFunctionAs(pool, 'read_company_assessment', call, { company_id: call.params.id }),
  );
  route('list_tickets_to_review', (call) =>
    listOrCsv(
      call,
      (cursor, limit) =>
        callFunctionAs(pool, 'list_tickets_to_review', call, {
          status: call.query.status,
          cursor,
          limit,
        }),
      reviewsFile,
    ),
  );
  route('list_stopped_payouts', (call) =>
    listOrCsv(
      call,
      (cursor, limit) =>
        callFunctionAs(pool, 'list_stopped_payouts', call, {
          today: riyadhDate(call.now),
          cursor,
          limit,
        }),
      stoppedPayoutsFile,
    ),
  );
  route('open_document', async (call) =>
    linkToFile(
      secrets,
      await callParsedAs(pool, 'open_document', call, { file_id: call.params.id }),
      call.now,
    ),
  );
  registerConsoleAgencies(route, pool);
}

/** The number of a ticket or a company as it is kept, however it was typed; a part of a name or an address as it is. */
const searchOf = (typed: string | undefined): string | null =>
  typed === undefined ? null : (ticketNumberOf(typed) ?? payerNumberOf(typed) ?? typed);

function registerConsoleAgencies(route: RegisterOperation, pool: pg.Pool): void {
  route('list_agencies_desk', (call) => {
    const { standing = null } = call.query;
    const search = searchOf(call.query.search);
    return listOrCsv(
      call,
      (cursor, limit) =>
        callFunctionAs(pool, 'list_agencies_desk', call, { search, standing, cursor, limit }),
      agenciesFile,
    );
  });
  route('read_agency_desk', (call) =>
    callFunctionAs(pool, 'read_agency_desk', call, { agency_id: call.params.id }),
  );
  route('verify_agency', (call) =>
    callIdempotent(pool, 'verify_agency', call, { agency_id: call.params.id }),
  );
  route('accept_agency_name', (call) =>
    callIdempotent(pool, 'accept_agency_name', call, {
      agency_id: call.params.id,
      name: call.body.name,
    }),
  );
  route('suspend_agency', (call) =>
    callIdempotent(pool, 'suspend_agency', call, {
      agency_id: call.params.id,
      suspends: true,
      reason: call.body.reason,
    }),
  );
  route('lift_agency_suspension', (call) =>
    callIdempotent(pool, 'suspend_agency', call, {
      agency_id: call.params.id,
      suspends: false,
      reason: call.body.reason,
    }),
  );
}
