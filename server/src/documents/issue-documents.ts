import { createHash } from 'node:crypto';
import type { DocumentSummary, DocumentText } from '#api/document-text.ts';
import type pg from 'pg';
import { z } from 'zod';
import type { FinancingDocumentKind } from '#domain/documents/acceptance.ts';
import { installmentSchedule } from '#domain/installments/schedule.ts';
import { accountToPay } from '#domain/servicing/account-to-pay.ts';
import { languages } from '#domain/languages.ts';
import { decimalFromHalalas, halalasFromDecimal } from '#domain/money.ts';
import { serviceFee } from '#domain/payouts/service-fee.ts';
import { repaymentTerms, termMonths } from '#domain/tickets/repayment-term.ts';
import type { ObjectStore } from '../files/object-store.ts';
import type { Clock } from '../platform/clock.ts';
import type { JobHandler } from '../platform/jobs/jobs.ts';
import type { PlatformIdentity } from '../platform/config/settings.ts';
import { callFunction } from '../platform/database/call-function.ts';
import type { LimitDocuments } from './document-limiter.ts';
import type { DocumentInstallment, FinancingAgreement, PromissoryNote } from './document-kinds.ts';
import { agreementSummary, agreementText, noteText } from './financing-text.ts';
import type { DocumentRequest } from './render-document.ts';

/** Renders a financing document as PDF. Equal requests must give equal bytes. */
export type RenderFinancing = (
  request: DocumentRequest<FinancingDocumentKind>,
) => Promise<Uint8Array>;

interface IssueDeps {
  /** Pool of the role hamla_jobs. */
  pool: pg.Pool;
  store: ObjectStore;
  clock: Clock;
  platform: PlatformIdentity;
  render: RenderFinancing;
  limitDocuments: LimitDocuments;
}

const payloadSchema = z.object({ set_id: z.uuid() });

/** The job `issue_documents`, queued by each approval and by each version with new dates. */
export const documentJobs = (deps: IssueDeps): Record<'issue_documents', JobHandler> => ({
  issue_documents: (payload) => issueDocuments(deps, payloadSchema.parse(payload).set_id),
});

const party = z.object({
  name: z.string().nullable(),
  contact_name: z.string().nullable(),
  contact_title: z.string().nullable(),
  address: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
});
const companyParty = party.extend({ cr_number: z.string().nullable() });

/** A version as documents_to_issue returns it. */
const orderedSet = z.object({
  ticket_id: z.uuid(),
  ticket_number: z.string(),
  version: z.number().int(),
  schedule_start: z.iso.date(),
  ordered_at: z.iso.datetime({ offset: true }),
  amount_sar: z.string(),
  repayment_term: z.enum(repaymentTerms),
  description: z.string().nullable(),
  /** Id of the company's user. */
  organisation: z.uuid(),
  virtual_iban: z.string().nullable(),
  company: companyParty,
  agency: party,
});
type OrderedSet = z.infer<typeof orderedSet>;

/**
 * Renders and stores every document of a version, then issues the version as a whole. Keys depend on content and
 * rendering is deterministic, so a second run stores nothing twice.
 */
async function issueDocuments(deps: IssueDeps, set_id: string): Promise<void> {
  const { pool, store, clock } = deps;
  const row = await callFunction(pool, 'documents_to_issue', { set_id, now: clock.now() });
  if (row === null) return;
  const ordered = orderedSet.parse(row);
  const documents: object[] = [];
  for (const request of requestsOf(ordered, deps.platform)) {
    const render = () => deps.render(request);
    const bytes = Buffer.from(await deps.limitDocuments(ordered.organisation, render));
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const storage_key = `${ordered.ticket_id}/${ordered.version}/${sha256}`;
    await store.put(storage_key, bytes);
    const { kind, language, data } = request;
    const seq = 'seq' in data ? data.seq : null;
    const read = textOf(request);
    documents.push({ kind, seq, language, size_bytes: bytes.length, sha256, storage_key, ...read });
  }
  await callFunction(pool, 'issue_documents', { set_id, now: clock.now(), documents });
}

/** What the page shows of a document: the text that its PDF was set from, and with an agreement what is agreed. */
function textOf({ data, language }: DocumentRequest<FinancingDocumentKind>): {
  text_parts: DocumentText;
  summary: DocumentSummary | null;
} {
  if ('seq' in data) return { text_parts: noteText(data, language), summary: null };
  return {
    text_parts: agreementText(data, language),
    summary: agreementSummary(data, language),
  };
}

/** The agreement, and a note for each installment, in each language. */
function requestsOf(
  ordered: OrderedSet,
  identity: PlatformIdentity,
): DocumentRequest<FinancingDocumentKind>[] {
  const { ticket_number, version, schedule_start, company } = ordered;
  const issued_at = new Date(ordered.ordered_at).toISOString();
  const platform = { ...identity, iban: accountToPay(identity.iban, ordered.virtual_iban) };
  const shared = { issued_at, platform, version, ticket_number, company };
  const installments = installmentsOf(ordered);
  const fee = serviceFee(halalasFromDecimal(ordered.amount_sar));
  const agreement: FinancingAgreement = {
    ...shared,
    agreed_on: schedule_start,
    agency: ordered.agency,
    description: ordered.description,
    amount_sar: ordered.amount_sar,
    fee_amount: decimalFromHalalas(fee.fee_halalas),
    fee_vat_amount: decimalFromHalalas(fee.vat_halalas),
    net_amount: decimalFromHalalas(fee.net_halalas),
    installments,
  };
  const notes = installments.map((installment): PromissoryNote => ({
    ...shared,
    ...installment,
    count: installments.length,
    made_on: schedule_start,
  }));
  return languages.flatMap((language) => [
    { kind: 'financing_agreement' as const, language, data: agreement },
    ...notes.map((data) => ({ kind: 'promissory_note' as const, language, data })),
  ]);
}

/** The installments by the domain's rule; the acceptance writes the same to the ticket's rows. */
function installmentsOf({ amount_sar, repayment_term, schedule_start }: OrderedSet) {
  return installmentSchedule({
    amount_halalas: halalasFromDecimal(amount_sar),
    term_months: termMonths(repayment_term),
    start: schedule_start,
  }).map(({ seq, due_date, amount_halalas }): DocumentInstallment => ({
    seq,
    due_date,
    amount_sar: decimalFromHalalas(amount_halalas),
  }));
}
