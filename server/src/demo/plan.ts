import type { TermMonths } from '#domain/tickets/repayment-term.ts';
import { demoAgencies, demoCompanies, descriptions, rejectionReasons } from './people.ts';
import { randomFrom } from '../product-client/random-from.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** How long before today the first person signs up, and the first ticket is requested. */
export const FIRST_SIGN_UP_DAYS = 126;
const FIRST_TICKET_DAYS = 118;
/** Tickets younger than this may still wait for their agency. */
const RECENT_DAYS = 4;

export interface PlannedTicket {
  /** Indexes of demoCompanies and demoAgencies. */
  company: number;
  agency: number;
  /** Before the present. */
  created_ms: number;
  /** Wished; the available budget may allow less. */
  amount_sar: number;
  term_months: TermMonths;
  description: string | null;
  invoice: 'pdf' | 'png';
  outcome: 'waiting' | 'approve' | 'reject' | 'cancel';
  rejection_reason: string | null;
  /** Before the present; the ticket is answered then. */
  answered_ms: number;
  /** Before the present; its documents are accepted then. Not set: with the answer, or never. */
  accepted_ms?: number;
  /** What the ticket shows, which the others show by chance. */
  shows?: 'a write-off' | 'a company that is too late' | 'a payout that is stopped';
}

/** Of companies that stop paying: what is written off, what stops their requests, and an agency's payment that is stopped. */
function ticketsOfLateCompanies(): PlannedTicket[] {
  const [closedDown, late] = demoCompanies
    .flatMap(({ stopsPayingDays }, index) => (stopsPayingDays ? [{ stopsPayingDays, index }] : []))
    .toSorted((a, b) => b.stopsPayingDays - a.stopsPayingDays)
    .map(({ index }) => index);
  const ticket = (days: number, more: Partial<PlannedTicket>): PlannedTicket => ({
    company: late!,
    agency: 0,
    created_ms: days * DAY_MS,
    amount_sar: 9_000,
    term_months: 1,
    description: descriptions[0]!,
    invoice: 'pdf',
    outcome: 'approve',
    rejection_reason: null,
    answered_ms: (days - 1) * DAY_MS,
    ...more,
  });
  return [
    ticket(61, { company: closedDown!, term_months: 2, shows: 'a write-off' }),
    // Due some 20 days ago, whichever months lie between.
    ticket(51, { shows: 'a company that is too late' }),
    // Requested while that is open, and accepted after the last run.
    ticket(19.6, {
      answered_ms: 8 * DAY_MS,
      accepted_ms: 4.5 * DAY_MS,
      shows: 'a payout that is stopped',
    }),
  ];
}

/** The tickets of the demo, oldest first: always the same for the same count. */
export function planTickets(count: number): PlannedTicket[] {
  const shown = ticketsOfLateCompanies();
  const random = randomFrom(20_260_101);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!;
  const companies = indexesOf(demoCompanies);
  const agencies = indexesOf(demoAgencies);
  let [recent, rejected] = [0, 0];
  const tickets = Array.from({ length: count - shown.length }, (_, n): PlannedTicket => {
    const created_ms = ageOf(n / count, random);
    // In turn, so that nobody goes without; the recent ones by themselves, as they fill the agencies' waiting columns.
    const isRecent = created_ms < RECENT_DAYS * DAY_MS;
    const turn = isRecent ? recent++ : n;
    const stillPaying = companies.filter(
      (one) => created_ms > (demoCompanies[one]!.stopsPayingDays ?? 0) * DAY_MS,
    );
    const company = stillPaying[n % stillPaying.length]!;
    const agency = agencies[turn % agencies.length]!;
    const outcome = outcomeOf(created_ms, random());
    return {
      company,
      agency,
      created_ms,
      amount_sar: 1_500 + Math.floor(random() ** 2 * 700) * 50,
      term_months: pick([1, 2, 2, 3, 3, 3] as const),
      description: pick(descriptions) || null,
      invoice: random() < 0.8 ? 'pdf' : 'png',
      outcome,
      rejection_reason:
        outcome === 'reject'
          ? rejectionReasons[rejected++ % rejectionReasons.length]! || null
          : null,
      answered_ms: Math.max(created_ms - (2 + random() * 40) * HOUR_MS, HOUR_MS / 2),
    };
  });
  return [...shown, ...tickets].sort((a, b) => b.created_ms - a.created_ms);
}

/** Spread over four months, with many in the last week, so that waiting tickets and expected payments have content. */
function ageOf(share: number, random: () => number): number {
  const recent = random() < 0.25;
  const days = recent ? 0.2 + random() * 6.3 : 7 + share * (FIRST_TICKET_DAYS - 8);
  return Math.floor(days * DAY_MS + random() * 8 * HOUR_MS);
}

/** Old tickets are all answered; of the last days' half still wait. */
function outcomeOf(created_ms: number, chance: number): PlannedTicket['outcome'] {
  if (created_ms < RECENT_DAYS * DAY_MS && chance < 0.6) return 'waiting';
  if (chance < 0.72) return 'approve';
  return chance < 0.88 ? 'reject' : 'cancel';
}

const indexesOf = (people: { active: boolean }[]) =>
  people.flatMap(({ active }, index) => (active ? [index] : []));
