import { MAX_DOCUMENTS_IN_ZIP, type OwnDocumentKind } from '#domain/own-lists.ts';
import { endingOf } from '#domain/files/file-rules.ts';
import type { Language } from '#domain/languages.ts';
import type pg from 'pg';
import { AppError } from '../platform/app-error.ts';
import { callParsedAs, type CallerArgs } from '../platform/database/call-function.ts';
import type { CallContext } from '../platform/http/operations.ts';
import { bytesOf, type LinkedFile } from '../files/open-file.ts';
import { fileToOpen, storedDocument, type CopyDeps } from './certified-copy.ts';
import { remittanceAdvicePdf } from './remittance-advice.ts';
import { settlementLetterPdf } from './settlement-letter.ts';
import { taxInvoicePdf } from './tax-invoice.ts';

/** A document as SQL lists it for a ZIP. */
interface DocumentToDownload {
  /** As in the list; of financing documents each one's own. */
  id: string;
  kind: OwnDocumentKind;
  ticket_number: string;
  invoice_number: string | null;
  invoice_path: string | null;
}

/** A file of the ZIP as client-zip takes it. */
export interface ZipEntry {
  name: string;
  input: Uint8Array;
}

interface ZipDeps extends CopyDeps {
  /** Pool of the role hamla_app. */
  pool: pg.Pool;
}

type Narrowed = Omit<CallerArgs<'own_documents_to_download'>[0], 'languages' | 'limit'>;

/**
 * The entries of a ZIP of the caller's documents, each read by its own short call and held alone, so that their number takes
 * neither memory nor a connection. Each is allowed, rendered and limited as when it is downloaded by itself.
 * @throws AppError `documents_too_many`; `not_found` when the bytes of one are missing, or there is none.
 */
export async function* ownDocumentEntries(
  deps: ZipDeps,
  call: Pick<CallContext, 'caller' | 'now'>,
  narrowed: Narrowed,
  language: Language,
): AsyncGenerator<ZipEntry, void, undefined> {
  const documents = await callParsedAs<'own_documents_to_download', DocumentToDownload[]>(
    deps.pool,
    'own_documents_to_download',
    call,
    { ...narrowed, languages: ['ar', language], limit: MAX_DOCUMENTS_IN_ZIP },
  );
  if (documents.length > MAX_DOCUMENTS_IN_ZIP) throw new AppError('documents_too_many');
  if (documents.length === 0) throw new AppError('not_found');
  for (const document of documents) yield entryOf(deps, call, document, language);
}

async function entryOf(
  { pool, ...deps }: ZipDeps,
  call: Pick<CallContext, 'caller' | 'now'>,
  { id, kind, ticket_number, invoice_number, invoice_path }: DocumentToDownload,
  language: Language,
): Promise<ZipEntry> {
  if (kind === 'financing_documents') {
    const found = await callParsedAs(pool, 'document_to_open', call, { document_id: id });
    const file = await fileToOpen(deps, storedDocument.parse(found));
    return { name: file.name, input: await bytesOf(deps.store, file) };
  }
  if (kind === 'invoice') {
    const wanted = { store: 'ticket-invoices', path: invoice_path };
    const file = await callParsedAs<'file_to_open', LinkedFile>(pool, 'file_to_open', call, wanted);
    const input = await bytesOf(deps.store, file);
    return { name: `${ticket_number}-invoice${endingOf(file.name)}`, input };
  }
  const render = async () => {
    switch (kind) {
      case 'settlement_letter':
        return settlementLetterPdf(
          await callParsedAs(pool, 'read_settlement', call, { ticket_number }),
          deps.platform,
          language,
        );
      case 'remittance_advice':
        return remittanceAdvicePdf(
          await callParsedAs(pool, 'read_remittance_advice', call, { ticket_number }),
          language,
        );
      default:
        return taxInvoicePdf(await callParsedAs(pool, 'read_tax_invoice', call, { id }), language);
    }
  };
  return {
    name: `${invoice_number ?? ticket_number}-${kind.replaceAll('_', '-')}-${language}.pdf`,
    input: await deps.limitDocuments(call.caller.user_id, render),
  };
}
