import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  agencyColumnOf,
  agencyColumns,
  can,
  companyGroupOf,
  companyGroups,
  ticketMoves,
  ticketStatuses,
} from './ticket.ts';
import type { TicketMove, TicketStatus } from './ticket.ts';

const status = fc.constantFrom(...ticketStatuses);
const move = fc.constantFrom(...(Object.keys(ticketMoves) as TicketMove[]));

test('an agency approves or rejects, and a company cancels, only what waits for approval', () => {
  for (const one of ticketStatuses) {
    const waiting = one === 'PendingAgencyApproval';
    expect(can.approve({ status: one })).toBe(waiting);
    expect(can.reject({ status: one })).toBe(waiting);
    expect(can.cancel({ status: one })).toBe(waiting);
  }
  expect(ticketMoves.approve).toMatchObject({ to: 'Approved', actor: 'agency' });
  expect(ticketMoves.reject).toMatchObject({ to: 'Rejected', actor: 'agency' });
  expect(ticketMoves.cancel).toMatchObject({ to: 'Closed', actor: 'company' });
});

test('after any move none of the others is possible: acting twice never succeeds twice', () => {
  fc.assert(
    fc.property(status, fc.array(move, { maxLength: 8 }), (start, moves) => {
      let now: TicketStatus = start;
      let made = 0;
      for (const one of moves) {
        if (!can[one]({ status: now })) continue;
        now = ticketMoves[one].to;
        made += 1;
      }
      expect(made).toBeLessThanOrEqual(1);
    }),
  );
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
