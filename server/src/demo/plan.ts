import { DAY_MS } from '#domain/calendar.ts';
import type { SpecializationCode } from '#domain/profiles/agency-profile.ts';
import type { TermMonths } from '#domain/tickets/repayment-term.ts';
import {
  demoAgencies,
  demoCompanies,
  languageOf,
  rejectionReasons,
  type Campaign,
  type DemoCompany,
} from './people.ts';
import { randomFrom } from '../product-client/random-from.ts';

const HOUR_MS = 3_600_000;

/** How long before today the first person signs up, and the first ticket is requested. */
export const FIRST_SIGN_UP_DAYS = 126;
const FIRST_TICKET_DAYS = 118;
/** Tickets younger than this may still wait for their agency. */
const RECENT_DAYS = 4;

/** The VAT of SAR 100 and its base: amounts of such steps are whole riyals without VAT too. */
export const STEP_SAR = 115;
const LARGEST_STEP_SAR = 5 * STEP_SAR;
/** A campaign costs a share of an average month, the smaller ones more often. */
const SMALLEST_SHARE = 0.02;
export const LARGEST_SHARE = 0.1;
/** The average month of a company that names none. */
const UNNAMED_MONTH_SAR = 80_000;

export interface PlannedTicket {
  /** Indexes of demoCompanies and demoAgencies. */
  company: number;
  agency: number;
  /** Before the present. */
  created_ms: number;
  /** Wished, with VAT; the available budget may allow less. */
  amount_sar: number;
  term_months: TermMonths;
  buys: SpecializationCode;
  description: string | null;
  outcome: 'waiting' | 'approve' | 'reject' | 'cancel';
  rejection_reason: string | null;
  /** Before the present; the ticket is answered then. */
  answered_ms: number;
  /** Before the present; its documents are accepted then. Not set: with the answer, or never. */
  accepted_ms?: number;
  /** What the ticket shows, which the others show by chance: nobody repays it. */
  shows?: 'a write-off' | 'a company that is too late' | 'a payout that is stopped' | 'a late day';
}

/** Tickets of the companies that are late: the few that are not repaid. */
function ticketsOfLateCompanies(): PlannedTicket[] {
  const ticket = (
    late: NonNullable<DemoCompany['late']>,
    days: number,
    more: Pick<PlannedTicket, 'shows'> & Partial<PlannedTicket>,
  ): PlannedTicket => {
    const company = demoCompanies.findIndex((one) => one.late === late);
    const campaign = demoCompanies[company]!.campaigns[0]!;
    return {
      company,
      agency: demoAgencies.findIndex(
        ({ specializations, hasIban }) =>
          specializations.includes(campaign.buys) && hasIban !== false,
      ),
      created_ms: days * DAY_MS,
      amount_sar: amountOf(demoCompanies[company]!, 0.3),
      term_months: 1,
      ...campaign,
      outcome: 'approve',
      rejection_reason: null,
      answered_ms: (days - 1) * DAY_MS,
      ...more,
    };
  };
  return [
    ticket('closed down', 61, { term_months: 2, shows: 'a write-off' }),
    // Due some 20 days ago, whichever months lie between.
    ticket('too late', 51, { shows: 'a company that is too late' }),
    // Requested before that stops requests, and accepted after the last run.
    ticket('too late', 19.6, {
      answered_ms: 8 * DAY_MS,
      accepted_ms: 4.5 * DAY_MS,
      shows: 'a payout that is stopped',
    }),
    // Due one to four days ago.
    ticket('a little late', 33, { shows: 'a late day' }),
  ];
}

/** The tickets of the demo, oldest first: always the same for the same count. */
export function planTickets(count: number): PlannedTicket[] {
  const shown = ticketsOfLateCompanies();
  const random = randomFrom(20_260_101);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!;
  const requested = demoCompanies.map(() => 0);
  const rejected = { en: 0, ar: 0 };
  let recent = 0;
  const tickets = Array.from({ length: count - shown.length }, (_, n): PlannedTicket => {
    const created_ms = ageOf(n / count, random);
    // In turn, so that nobody goes without; the recent ones by themselves, as they fill the agencies' waiting lists.
    const isRecent = created_ms < RECENT_DAYS * DAY_MS;
    const agency = isRecent
      ? activeAgencies[recent % activeAgencies.length]!
      : agencyTurns[n % agencyTurns.length]!;
    const company = nextCompany(agency, created_ms, requested);
    const one = demoCompanies[company]!;
    const nth = (requested[company]! += 1);
    const fitting = campaignsFor(one, agency);
    const outcome = outcomeOf(isRecent ? recent : null, random());
    if (isRecent) recent += 1;
    const reasons = rejectionReasons[languageOf(demoAgencies[agency]!)];
    const reason = reasons[rejected[languageOf(demoAgencies[agency]!)] % reasons.length]!;
    if (outcome === 'reject') rejected[languageOf(demoAgencies[agency]!)] += 1;
    return {
      company,
      agency,
      created_ms,
      amount_sar: amountOf(one, random() ** 2),
      term_months: pick(one.terms ?? [1, 2, 2, 3, 3]),
      ...fitting[nth % fitting.length]!,
      outcome,
      rejection_reason: outcome === 'reject' ? reason : null,
      answered_ms: Math.max(created_ms - (2 + random() * 40) * HOUR_MS, HOUR_MS / 2),
    };
  });
  return [...shown, ...tickets].sort((a, b) => b.created_ms - a.created_ms);
}

/** A share of what the company earns in a month, in steps; `size` is from 0 to 1. */
function amountOf({ revenue }: DemoCompany, size: number): number {
  const month = revenue ? averageOf(revenue) : UNNAMED_MONTH_SAR;
  const wished = month * (SMALLEST_SHARE + size * (LARGEST_SHARE - SMALLEST_SHARE));
  return Math.max(1, Math.floor(wished / LARGEST_STEP_SAR)) * LARGEST_STEP_SAR;
}

const averageOf = (months: readonly number[]) =>
  months.reduce((sum, month) => sum + month, 0) / months.length;

const activeAgencies = demoAgencies.flatMap(({ active }, index) => (active ? [index] : []));
/** The large ones more often than the small one that cannot be paid. */
const agencyTurns = [0, 1, 2, 3, 0, 1, 2, 4, 0, 1, 2, 3, 4, 5];

/** What the company buys of the agency; those who end with nothing owed do not ask one that cannot be paid. */
function campaignsFor({ campaigns, quietDays }: DemoCompany, agency: number): Campaign[] {
  const { specializations, hasIban } = demoAgencies[agency]!;
  if (quietDays && hasIban === false) return [];
  return campaigns.filter(({ buys }) => specializations.includes(buys));
}

/** Of those that buy what the agency sells and are not quiet, the one that has requested least for its pace. */
function nextCompany(agency: number, created_ms: number, requested: readonly number[]): number {
  const candidates = demoCompanies.flatMap((one, index) =>
    one.active && created_ms > (one.quietDays ?? 0) * DAY_MS && campaignsFor(one, agency).length > 0
      ? [index]
      : [],
  );
  const done = (company: number) => requested[company]! / demoCompanies[company]!.pace;
  return candidates.toSorted((a, b) => done(a) - done(b))[0]!;
}

/** Spread over four months, with many in the last week, so that waiting tickets and expected payments have content. */
function ageOf(share: number, random: () => number): number {
  const recent = random() < 0.25;
  const days = recent ? 0.2 + random() * 6.3 : 7 + share * (FIRST_TICKET_DAYS - 8);
  return Math.floor(days * DAY_MS + random() * 8 * HOUR_MS);
}

/** Of the recent tickets each agency has one that waits and one that is approved; of the others few are turned down. */
function outcomeOf(recent: number | null, chance: number): PlannedTicket['outcome'] {
  if (recent !== null && recent < 2 * activeAgencies.length)
    return recent < activeAgencies.length ? 'waiting' : 'approve';
  if (recent !== null && chance < 0.5) return 'waiting';
  if (chance < 0.84) return 'approve';
  return chance < 0.93 ? 'reject' : 'cancel';
}
