import type { TermMonths } from '#domain/tickets/repayment-term.ts';
import { demoAgencies, demoCompanies, descriptions, rejectionReasons } from './people.ts';
import { randomFrom } from './random-from.ts';

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
}

/** The tickets of the demo, oldest first: always the same for the same count. */
export function planTickets(count: number): PlannedTicket[] {
  const random = randomFrom(20_260_101);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!;
  const companies = indexesOf(demoCompanies);
  const agencies = indexesOf(demoAgencies);
  let [recent, rejected] = [0, 0];
  const tickets = Array.from({ length: count }, (_, n): PlannedTicket => {
    const created_ms = ageOf(n / count, random);
    // In turn, so that nobody goes without; the recent ones by themselves, as they fill the agencies' waiting columns.
    const isRecent = created_ms < RECENT_DAYS * DAY_MS;
    const turn = isRecent ? recent++ : n;
    const company = companies[n % companies.length]!;
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
  return tickets.sort((a, b) => b.created_ms - a.created_ms);
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
