import type pg from 'pg';
import { MAX_VIRTUAL_IBAN_LIST_BYTES } from '#domain/servicing/virtual-iban-list.ts';
import { callFunctionAs } from '../platform/database/call-function.ts';
import type { Payee } from '../platform/config/settings.ts';
import type { RegisterOperation } from '../platform/http/operations.ts';
import { loadVirtualIbans } from './load-virtual-ibans.ts';
import { staffFileReceiver } from './receive-staff-file.ts';

/** How many lists a page has. */
const PAGE = 20;

/** The bank's lists of virtual IBANs, for staff. */
export function registerVirtualIbans(
  route: RegisterOperation,
  { pool, payee }: { pool: pg.Pool; payee: Payee | undefined },
): void {
  const receive = staffFileReceiver(pool, {
    bytes: MAX_VIRTUAL_IBAN_LIST_BYTES,
    refusal: 'virtual_ibans_too_large',
  });
  route('load_virtual_ibans', (call) =>
    receive(call, (file) => loadVirtualIbans(pool, call, payee, file)),
  );
  route('list_virtual_iban_lists', (call) =>
    callFunctionAs(pool, 'list_virtual_iban_lists', call, {
      cursor: call.query.cursor,
      limit: PAGE,
    }),
  );
}
