import { setTimeout } from 'node:timers/promises';
import type { ReplyOf } from '#api/contract.ts';
import type { OperationId } from '#api/operations.ts';
import { documentsState } from '#domain/documents/acceptance.ts';
import type { CallInput } from './product-client.ts';

/** A signed-in person who calls operations of the API. */
export interface ApiCaller {
  call<Id extends OperationId>(id: Id, input?: CallInput<Id>): Promise<ReplyOf<Id>>;
}

/** Milliseconds until documents that are not there yet are looked for again: meanwhile the processor makes them. */
const LOOK_AGAIN_MS = 40;

/** The same with the account's password, which proves who accepts where no mail is sent. */
export interface Signer extends ApiCaller {
  password: string;
}

/** Who accepts, instead of the default. */
interface Signatory {
  name?: string;
  capacity?: string;
}

/** Of nobody in particular; its check digit fits. */
export const sampleIdentityNumber = '1012345672';

/**
 * The company accepts its ticket's documents, as soon as they are there, with the dates of the day. It gives its name and
 * a commercial registration number where they wait for them.
 */
export async function acceptTicketDocuments(
  company: Signer,
  { id, ticket_number }: { id: string; ticket_number: string },
  signatory: Signatory = {},
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
    const state = documentsState(
      acceptance,
      newest,
      today,
      ticket.awaits_cr_number || ticket.awaits_company_name,
    );
    if (state === 'accepted') return;
    if (state === 'details_missing') {
      const body = { cr_number: '1010123456', name: 'Najd Coffee Roasters' };
      await company.call('renew_documents', { params: { id }, body });
    }
    if (state === 'outdated') await company.call('renew_documents', { params: { id } });
    if (state !== 'ready') {
      await setTimeout(LOOK_AGAIN_MS);
      continue;
    }
    const { version, documents } = newest!;
    await company.call('accept_documents', {
      params: { id },
      body: {
        version,
        language: 'ar',
        sha256: documents.map(({ sha256 }) => sha256),
        name: 'Layla Al-Harbi',
        capacity: 'General Manager',
        identity_number: sampleIdentityNumber,
        password: company.password,
        ...signatory,
      },
    });
    return;
  }
}
