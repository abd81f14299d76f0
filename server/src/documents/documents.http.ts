import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { makeZip } from 'client-zip';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Language } from '#domain/languages.ts';
import type pg from 'pg';
import { AppError } from '../platform/app-error.ts';
import {
  createKeyedLimiter,
  createLimiter,
  type RunLimited,
} from '../platform/concurrency/limiter.ts';
import { callParsedAs } from '../platform/database/call-function.ts';
import { STATEMENT_ROWS, listOrCsv } from '../platform/http/csv.ts';
import { languageOf } from '../platform/http/language.ts';
import type { Caller, RegisterOperation } from '../platform/http/operations.ts';
import type { PlatformIdentity } from '../platform/config/settings.ts';
import { foundBy } from '../tickets/found-by.ts';
import type { CopyDeps } from './certified-copy.ts';
import { ownDocumentEntries, type ZipEntry } from './own-documents-zip.ts';
import { remittanceAdvicePdf, type FoundRemittance } from './remittance-advice.ts';
import {
  remittancesFile,
  remittancesOf,
  remittancesPdf,
  type FoundRemittances,
} from './remittances.ts';
import { settlementLetterPdf, type FoundSettlement } from './settlement-letter.ts';
import {
  sendPdf,
  accountStatementCsv,
  accountStatementPdf,
  withBalances,
  type FoundAccountStatement,
} from './account-statement-files.ts';
import { taxInvoicePdf, type FoundTaxInvoice } from './tax-invoice.ts';

interface DocumentDeps extends CopyDeps {
  pool: pg.Pool;
  staffPool: pg.Pool;
}

/** ZIPs of an organisation, and of all, in a server process at once: each holds one file while its client takes it. */
const ZIPS = { ofOne: 1, ofAll: 8 };
/** A ZIP that takes longer is cut off; the page waits as long. */
const ZIP_MS = 600_000;

/** Tax invoices, remittance advices, settlement letters and statements, for their party and for staff. */
export function registerDocuments(route: RegisterOperation, deps: DocumentDeps): void {
  const { pool, staffPool, platform, limitDocuments } = deps;
  const slotOf =
    ({ caller }: { caller: Caller }): RunLimited =>
    (work) =>
      limitDocuments(caller.user_id, work);
  route('tax_invoice_file', (call) =>
    slotOf(call)(() =>
      taxInvoice(call, callParsedAs(pool, 'read_tax_invoice', call, { id: call.params.id })),
    ),
  );
  route('staff_tax_invoice_file', (call) =>
    slotOf(call)(() =>
      taxInvoice(
        call,
        callParsedAs(staffPool, 'read_staff_tax_invoice', call, { id: call.params.id }),
      ),
    ),
  );
  route('settlement_letter', (call) =>
    slotOf(call)(() =>
      letter(
        call,
        platform,
        callParsedAs(pool, 'read_settlement', call, { ticket_number: ticketNumber(call) }),
      ),
    ),
  );
  route('staff_settlement_letter', (call) =>
    slotOf(call)(() =>
      letter(
        call,
        platform,
        callParsedAs(staffPool, 'read_staff_settlement', call, {
          ticket_number: ticketNumber(call),
        }),
      ),
    ),
  );
  route('remittance_advice', (call) =>
    slotOf(call)(() =>
      advice(
        call,
        callParsedAs(pool, 'read_remittance_advice', call, { ticket_number: ticketNumber(call) }),
      ),
    ),
  );
  route('list_remittances', (call) => {
    const { from, to } = call.query;
    return remittances(call, platform, slotOf(call), (cursor, limit) =>
      callParsedAs(pool, 'list_remittances', call, { from, to, cursor, limit }),
    );
  });
  const inZipSlot = createLimiter({ maxConcurrent: ZIPS.ofAll, maxWaiting: 0 });
  const inOwnZipSlot = createKeyedLimiter({
    maxConcurrent: ZIPS.ofOne,
    maxWaiting: 0,
    refusal: () => new AppError('too_many_requests', { retryAfterSeconds: 30 }),
  });
  route('download_own_documents', (call) =>
    inOwnZipSlot(call.caller.user_id, () =>
      inZipSlot(async () => {
        const { text, status: kind, from, to, language } = call.query;
        const narrowed = { ...foundBy(text), kind, from, to };
        const entries = ownDocumentEntries(deps, call, narrowed, language);
        await sendZip(call.reply, `documents-${from}-${to}`, entries);
        return call.reply;
      }),
    ),
  );
  route('staff_remittance_advice', (call) =>
    slotOf(call)(() =>
      advice(
        call,
        callParsedAs(staffPool, 'read_staff_remittance_advice', call, {
          ticket_number: ticketNumber(call),
        }),
      ),
    ),
  );
  for (const id of ['company_statement', 'agency_statement'] as const) {
    route(id, (call) => {
      const { from, to } = call.query;
      const ticket_number = call.query.ticket_number?.toUpperCase();
      return statement(call, platform, slotOf(call), (cursor, limit) =>
        callParsedAs(pool, id, call, { ticket_number, from, to, cursor, limit }),
      );
    });
  }
  route('staff_statement', (call) => {
    const { company_id, agency_id, from, to } = call.query;
    return statement(call, platform, slotOf(call), (cursor, limit) =>
      callParsedAs(staffPool, 'staff_statement', call, {
        company_id,
        agency_id,
        from,
        to,
        cursor,
        limit,
      }),
    );
  });
}

/** Sends a ZIP file by file, until its client has it or has left. One that fails on its way is cut off, so that it looks like none. */
async function sendZip(
  reply: FastifyReply,
  name: string,
  entries: AsyncGenerator<ZipEntry, void>,
): Promise<void> {
  // Before anything is sent, so that a refusal is one.
  const first = await entries.next();
  async function* all() {
    if (!first.done) yield first.value;
    yield* entries;
  }
  void reply
    .type('application/zip')
    .header('content-disposition', `attachment; filename="${name}.zip"`)
    .send(Readable.fromWeb(makeZip(all()) as WebStream));
  const signal = AbortSignal.timeout(ZIP_MS);
  await finished(reply.raw, { signal }).catch(() => reply.raw.destroy());
}

const ticketNumber = ({ params }: { params: { ticket_number: string } }) =>
  params.ticket_number.toUpperCase();

interface FileCall {
  query: { language: Language };
  reply: FastifyReply;
}

async function taxInvoice(
  { query, reply }: FileCall,
  found: Promise<FoundTaxInvoice>,
): Promise<FastifyReply> {
  const invoice = await found;
  return sendPdf(reply, invoice.invoice_number, await taxInvoicePdf(invoice, query.language));
}

async function letter(
  { query, reply }: FileCall,
  platform: PlatformIdentity,
  found: Promise<FoundSettlement>,
): Promise<FastifyReply> {
  const settlement = await found;
  const pdf = await settlementLetterPdf(settlement, platform, query.language);
  return sendPdf(reply, `settlement-${settlement.ticket_number}`, pdf);
}

async function advice(
  { query, reply }: FileCall,
  found: Promise<FoundRemittance>,
): Promise<FastifyReply> {
  const remittance = await found;
  const pdf = await remittanceAdvicePdf(remittance, query.language);
  return sendPdf(reply, `remittance-${remittance.ticket_number}`, pdf);
}

/** Lines of a statement read at once for a PDF. */
const PDF_ROWS = 1000;

interface PeriodCall {
  query: {
    from: string;
    to: string;
    cursor?: string | undefined;
    format?: 'csv' | 'pdf' | undefined;
    language?: Language | undefined;
  };
  request: FastifyRequest;
  reply: FastifyReply;
  now: Date;
}

/** A page of a statement as JSON, or the whole period as a file. */
async function statement(
  call: PeriodCall,
  platform: PlatformIdentity,
  runLimited: RunLimited,
  page: (cursor: string | null, limit: number) => Promise<FoundAccountStatement>,
): Promise<string | FastifyReply> {
  const { from, to, cursor, format } = call.query;
  const language = call.query.language ?? languageOf(call.request);
  if (format === 'pdf') {
    const pdf = await runLimited(() =>
      accountStatementPdf((after) => page(after, PDF_ROWS), platform, call.now, language),
    );
    return sendPdf(call.reply, `statement-${from}-${to}`, pdf);
  }
  if (format === undefined) {
    return JSON.stringify((await page(cursor ?? null, STATEMENT_ROWS)).statement);
  }
  const asItems = async (after: string | null, limit: number) => {
    const found = await page(after, limit);
    const items = withBalances(found);
    return JSON.stringify({ items, next_cursor: found.statement.next_cursor });
  };
  return listOrCsv(
    // Without the cursor, because a file is always complete.
    { ...call, query: { format } },
    asItems,
    accountStatementCsv(language),
  );
}

/** A page of what was sent to an agency as JSON, or the whole period as a file. */
async function remittances(
  call: PeriodCall,
  platform: PlatformIdentity,
  runLimited: RunLimited,
  page: (cursor: string | null, limit: number) => Promise<FoundRemittances>,
): Promise<string | FastifyReply> {
  const { from, to, cursor, format } = call.query;
  if (format === 'pdf') {
    const language = call.query.language ?? languageOf(call.request);
    const pdf = await runLimited(() =>
      remittancesPdf((after) => page(after, PDF_ROWS), platform, call.now, language),
    );
    return sendPdf(call.reply, `remittances-${from}-${to}`, pdf);
  }
  return listOrCsv(
    // A file is always complete.
    { ...call, query: format === 'csv' ? { format } : { cursor } },
    async (after, limit) => JSON.stringify(remittancesOf(await page(after, limit))),
    remittancesFile,
  );
}
