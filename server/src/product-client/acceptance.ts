import type { ReplyOf } from '#api/contract.ts';
import type { OperationId } from '#api/operations.ts';
import { documentsState } from '#domain/documents/acceptance.ts';
import type { CallInput } from './product-client.ts';

/** Somebody who is signed in as the company. */
export interface Asker {
  call<Id extends OperationId>(id: Id, input?: CallInput<Id>): Promise<ReplyOf<Id>>;
}

/** The company accepts its ticket's documents, as soon as they are there, with the dates of the day. */
export async function acceptTicketDocuments(
  company: Asker,
  { id, ticket_number }: { id: string; ticket_number: string },
  { name, capacity } = { name: 'Layla Al-Harbi', capacity: 'General Manager' },
): Promise<void> {
  for (;;) {
    const { today, document_sets, ...ticket } = await company.call('read_ticket', {
      params: { ticket_number },
    });
    const [newest] = document_sets!;
    const acceptance = {
      accepted_on: ticket.documents_accepted_on,
      stopped_days: ticket.acceptance_stopped_days,
    };
    const state = documentsState(acceptance, newest, today);
    if (state === 'accepted') return;
    if (state === 'outdated') await company.call('renew_documents', { params: { id } });
    if (state !== 'ready') continue;
    const { version, documents } = newest!;
    await company.call('accept_documents', {
      params: { id },
      body: { version, sha256: documents.map(({ sha256 }) => sha256), name, capacity },
    });
  }
}
