import type { ApprovalRequest } from '#api/approvals.ts';
import { approvalKinds } from '#domain/servicing/approval-kinds.ts';
import type { ModelApproval, ModelTicket } from '../model/books.ts';
import * as model from '../model/approvals.ts';
import { possible, type Life, type Step } from './life.ts';

/** What takes two people: asked for by one, approved, declined or withdrawn. */
export function approvalSteps(life: Life): Step[] {
  const { approvals, tickets } = life.books;
  const isLost = ({ status, payout }: ModelTicket) => status === 'Active' && payout === 'Confirmed';
  const isOpen = ({ outcome }: ModelApproval) => outcome === null;
  const writesOff = life.wants('ticket write_off from Active', 8);
  return [
    possible(writesOff, life.among(tickets, isLost), async (ticket) => {
      await askToWriteOff(life, ticket);
      // Often at once: later, most tickets have been paid meanwhile.
      const request = life.books.approvals.at(-1);
      if (request && isOpen(request) && life.chance(0.7)) await approve(life, request);
    }),
    possible(4, life.among(approvals, isOpen), (request) => approve(life, request)),
    possible(1, life.among(approvals, isOpen), (request) => end(life, request)),
  ].flat();
}

async function askToWriteOff(life: Life, ticket: ModelTicket, who = life.below(2)): Promise<void> {
  const asked = { kind: 'write_off_ticket', ticket } as const;
  const real = life.staff(asked.kind, who, ticket.id, 'Reason');
  const reply = await life.same('ask', model.ask(life.books, asked, who), real);
  if (reply !== null) life.books.approvals.at(-1)!.id = (JSON.parse(reply) as ApprovalRequest).id;
}

async function approve(
  life: Life,
  request: ModelApproval,
  who = life.chance(0.1) ? request.askedBy : 1 - request.askedBy,
): Promise<void> {
  const { books } = life;
  const real = life.staff('approve_request', who, books.today, request.id);
  const what = `approve ${request.kind} of a ${approvalKinds[request.kind].subject}`;
  await life.same(what, model.approve(books, request, who), real);
}

async function end(life: Life, request: ModelApproval, who = life.below(2)): Promise<void> {
  const outcome = life.chance(0.5) ? 'Declined' : 'Withdrawn';
  const real = life.staff(
    'end_request',
    who,
    request.id,
    outcome === 'Declined' ? 'Not yet' : null,
  );
  await life.same(outcome, model.end(life.books, request, who, outcome), real);
}

/** What is left of an Active ticket is written off by two people, whatever waits. */
export async function writeOff(life: Life, ticket: ModelTicket): Promise<void> {
  const { approvals } = life.books;
  for (const request of approvals)
    if (
      request.ticket === ticket &&
      request.outcome === null &&
      life.books.now < request.expires_at
    ) {
      const real = life.staff('end_request', request.askedBy, request.id, null);
      await life.same(
        'withdraw',
        model.end(life.books, request, request.askedBy, 'Withdrawn'),
        real,
      );
    }
  await askToWriteOff(life, ticket, 0);
  await approve(life, approvals.at(-1)!, 1);
}
