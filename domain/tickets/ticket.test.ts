import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { ticketEnds, ticketHistoryKinds } from './ticket-history.ts';
import {
  agencyColumnOf,
  agencyColumns,
  allows,
  companyGroupOf,
  companyGroups,
  ticketMoves,
  ticketStatuses,
} from './ticket.ts';
import type { TicketMove, TicketStatus } from './ticket.ts';

const status = fc.constantFrom(...ticketStatuses);
const move = fc.constantFrom(...(Object.keys(ticketMoves) as TicketMove[]));

test('every move has its statuses and its actor, and a ticket that is in no such status does not make it', () => {
  const table = Object.entries(ticketMoves).flatMap(([name, { from, to, actor }]) =>
    from.map((one) => `${actor}: ${one} → ${to} (${name})`),
  );
  expect(table).toEqual([
    'agency: PendingAgencyApproval → Approved (approve)',
    'agency: PendingAgencyApproval → Rejected (reject)',
    'company: PendingAgencyApproval → Closed (cancel)',
    'system: PendingAgencyApproval → Closed (expire)',
    'staff: Approved → Closed (close)',
    'staff: Approved → Active (release)',
    'staff: Active → Approved (return)',
    'system: Active → Completed (complete)',
    'system: Completed → Active (reopen)',
    'staff: Active → Closed (write_off)',
    'staff: Completed → Closed (end)',
  ]);
  fc.assert(
    fc.property(move, status, (name, one) => {
      expect(allows(name, { status: one })).toBe(
        ticketMoves[name].from.some((from) => from === one),
      );
    }),
  );
});

test('each move that closes a ticket is an end with a name of its own', () => {
  const closing = Object.values(ticketMoves).filter(({ to }) => to === 'Closed');
  expect(closing.map(({ event }) => ticketHistoryKinds[event])).toEqual(ticketEnds);
});

test('an agency approves or rejects, and a company cancels, only what waits for approval', () => {
  for (const one of ticketStatuses) {
    const waiting = one === 'PendingAgencyApproval';
    for (const name of ['approve', 'reject', 'cancel'] as const) {
      expect(allows(name, { status: one })).toBe(waiting);
    }
  }
});

test('a ticket is answered at most once: whatever follows, it never waits for an answer again', () => {
  fc.assert(
    fc.property(status, fc.array(move, { maxLength: 20 }), (start, moves) => {
      let now: TicketStatus = start;
      let answers = 0;
      for (const one of moves) {
        if (!allows(one, { status: now })) continue;
        if (now === 'PendingAgencyApproval') answers += 1;
        now = ticketMoves[one].to;
      }
      expect(answers).toBeLessThanOrEqual(1);
    }),
  );
});

test('a rejected or closed ticket never changes its status', () => {
  for (const name of Object.keys(ticketMoves) as TicketMove[]) {
    for (const ended of ['Rejected', 'Closed'] as const) {
      expect([name, allows(name, { status: ended })]).toEqual([name, false]);
    }
  }
});

test('every ticket stands in exactly one list of the company and one column of the agency', () => {
  for (const lists of [companyGroups, agencyColumns]) {
    expect(Object.values(lists).flat().toSorted()).toEqual([...ticketStatuses].toSorted());
  }
  for (const one of ticketStatuses) {
    expect(companyGroups[companyGroupOf(one)]).toContain(one);
    expect(agencyColumns[agencyColumnOf(one)]).toContain(one);
  }
});

test('a rejected ticket is old to the company and history to the agency', () => {
  expect(companyGroupOf('Rejected')).toBe('old');
  expect(agencyColumnOf('Rejected')).toBe('history');
  expect(companyGroupOf('Active')).toBe('current');
  expect(agencyColumnOf('Active')).toBe('approved');
});
