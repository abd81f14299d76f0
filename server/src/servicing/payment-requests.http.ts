import type pg from 'pg';
import { addDays, riyadhDate } from '#domain/calendar.ts';
import { accountToPay } from '#domain/servicing/account-to-pay.ts';
import {
  MOST_OPEN_REQUESTS,
  MOST_REQUEST_ITEMS,
  PAYMENT_REQUEST_DAYS,
} from '#domain/servicing/payment-request.ts';
import { AppError } from '../platform/app-error.ts';
import type { PayCentre, PaymentRequest, PaymentRequestDetails } from '#api/payment-requests.ts';
import {
  callFunctionAs,
  callIdempotent,
  callParsedAs,
} from '../platform/database/call-function.ts';
import type { Payee } from '../platform/config/settings.ts';
import type { RegisterOperation } from '../platform/http/operations.ts';

/** How many payment requests a page has. */
const PAGE = 20;

/** The pay centre: what a company can pay, and its payment requests. */
export function registerPaymentRequests(
  route: RegisterOperation,
  { pool, payee }: { pool: pg.Pool; payee: Payee | undefined },
): void {
  const paidTo = (virtual_iban: string | null) => {
    const iban = accountToPay(payee?.iban ?? null, virtual_iban);
    return payee && iban ? { beneficiary: payee.name, iban } : null;
  };
  route('read_pay_centre', async (call) => {
    const { virtual_iban, ...owed }: Omit<PayCentre, 'payee'> & { virtual_iban: string | null } =
      await callParsedAs(pool, 'read_pay_centre', call, { today: riyadhDate(call.now) });
    return JSON.stringify({ ...owed, payee: paidTo(virtual_iban) } satisfies PayCentre);
  });
  route('create_payment_request', async (call) => {
    if (call.body.items.length > MOST_REQUEST_ITEMS) throw new AppError('too_many_payment_items');
    const today = riyadhDate(call.now);
    return callIdempotent(pool, 'create_payment_request', call, {
      today,
      expires_on: addDays(today, PAYMENT_REQUEST_DAYS),
      items: call.body.items,
      amount_sar: call.body.amount_sar,
      most: MOST_OPEN_REQUESTS,
    });
  });
  route('list_payment_requests', (call) =>
    callFunctionAs(pool, 'list_payment_requests', call, {
      today: riyadhDate(call.now),
      cursor: call.query.cursor,
      limit: PAGE,
    }),
  );
  route('read_payment_request', async (call) => {
    const today = riyadhDate(call.now);
    const { request, virtual_iban }: { request: PaymentRequest; virtual_iban: string | null } =
      await callParsedAs(pool, 'read_payment_request', call, { today, request_id: call.params.id });
    const read = { ...request, today, payee: paidTo(virtual_iban) } satisfies PaymentRequestDetails;
    return JSON.stringify(read);
  });
  route('withdraw_payment_request', (call) =>
    callIdempotent(pool, 'withdraw_payment_request', call, {
      today: riyadhDate(call.now),
      request_id: call.params.id,
    }),
  );
}
