import { daysBetween, type IsoDate } from '../calendar.ts';
import { halalasFromDecimal, type Halalas } from '../money.ts';
import {
  NAMES_ALIKE_FROM,
  nameLikeness,
  sameScript,
  distinguishingName,
  NAMES_DIFFER_BELOW,
} from './name-likeness.ts';
import {
  companiesOfReferences,
  requestsOfReferences,
  ticketNumbersIn,
  ticketsOfReferences,
} from './payment-reference.ts';
import { saysBalance } from './bank-statement-csv.ts';
import {
  referenceKey,
  saysReversal,
  wholeAccount,
  type BankStatementLine,
} from './bank-statement-line.ts';

/** How sure a proposal is; only certain ones are confirmed many at once. */
export const certainties = ['certain', 'likely', 'possible', 'none'] as const;
export type Certainty = (typeof certainties)[number];

/** Why a line is proposed as it is; the words stand in the screens. */
export const matchReasons = [
  /** The money went to the company's virtual IBAN. */
  'virtual_iban',
  /** To a company's virtual IBAN, but the reference is another company's. */
  'virtual_iban_contradicted',
  /** To a virtual IBAN that no company had. */
  'virtual_iban_free',
  /** The reference is right, the ticket owes as much, and the amount or the payer's name says the same. */
  'reference',
  /** The reference is right, but neither the amount nor the name says the same. */
  'reference_alone',
  /** The reference is right, but the payer's name is another company's. */
  'reference_other_payer',
  /** The reference is right, but the ticket owes less. */
  'reference_above_rest',
  /** The reference is right, but nothing is owed for its ticket. */
  'reference_not_open',
  /** The reference of a payment request that has ended on the line's day. */
  'request_ended',
  /** References of several tickets of one company. */
  'references_one_company',
  'references_several_companies',
  /** The ticket's number without a right reference; the amount or the name says the same, or neither does. */
  'ticket_number_agrees',
  'ticket_number',
  /** The company reported a transfer of this amount. */
  'reported',
  /** The payer has paid for this company before, from this IBAN. */
  'known_iban',
  'amount_and_name',
  'amount',
  /** Several tickets owe this amount, and nothing tells them apart. */
  'amount_of_several',
  /** A payment has been recorded that this line may be. */
  'already_recorded',
  /** As sure as certain, but the company, or nobody known, paid the same days ago on another statement or this one. */
  'paid_alike',
  /** Its payment was reversed: staff decide. */
  'payment_reversed',
  /** It may be a line of an earlier statement. */
  'told_before',
  /** Certain, but its value date is before the ticket was owed. */
  'before_debt',
  /** As sure as certain, but its value date is still to come. */
  'value_date_ahead',
  /** A line says that the bank took this credit back. */
  'taken_back',
  /** As sure as certain, but its words call it a reversal. */
  'says_reversal',
  /** As sure as certain, but its words call it a balance. */
  'says_balance',
  /** For a reversal: what it shares with the payment or credit: reference, ticket, payer, or the amount alone. */
  'takes_back_reference',
  'takes_back_ticket',
  'takes_back_payer',
  'takes_back_amount',
  /** The reference or the IBAN is that of a payment of more: the bank takes a part of it back. */
  'takes_back_part',
  /** It names a payout: a debit confirms it, a credit returns it. */
  'own_payout',
  /** It names a payout file, and has not its sum or is its second debit: staff ask the bank. */
  'payout_file_differs',
  /** The same of a refund. */
  'own_refund',
  /** Nothing is known that it could reverse. */
  'takes_back_unknown',
  'nothing',
] as const;
export type MatchReason = (typeof matchReasons)[number];

export interface MatchTicket {
  id: string;
  ticket_number: string;
  company_id: string;
  /** The day on which it was financed; null: it was not, and its company owed nothing before. */
  owed_since: IsoDate | null;
  /** Of its open installments in their order, what is left of each, or what is in default of it; empty where nothing is owed. */
  open_halalas: readonly Halalas[];
}
/** A payment request that a line names. */
interface MatchRequest {
  id: string;
  request_number: string;
  company_id: string;
  /** The last value date that counts for its choice. */
  ends_on: IsoDate;
  /** The day since which its company has owed something; null: it owed nothing yet. */
  owed_since: IsoDate | null;
  /** What is left of its choice. */
  open_halalas: Halalas;
}
/** A company that a line names itself: its transfer pays what has been due longest. */
interface MatchCompany {
  payer_number: string;
  company_id: string;
  /** The day since which it has owed something; null: it owed nothing yet. */
  owed_since: IsoDate | null;
  /** All that it owes, in the order in which a transfer pays it. */
  open_halalas: readonly Halalas[];
}
interface MatchReport {
  id: string;
  /** Null with a payment request, and of all that its company owes. */
  ticket_id: string | null;
  request_id: string | null;
  company_id: string;
  amount_halalas: Halalas;
}
interface MatchPayment {
  id: string;
  company_id: string | null;
  amount_halalas: Halalas;
  value_date: IsoDate;
  bank_reference: string | null;
  /** A line of a statement, this one or another, is this payment. */
  is_on_statement: boolean;
}

/** A virtual IBAN that a line says was credited. */
interface MatchVirtualIban {
  iban: string;
  /** Null: nobody has it yet. */
  company_id: string | null;
  /** The day on which the company was given it: what came before is not the company's by it. */
  given_on: IsoDate | null;
  /** The day since which the company has owed something; null: it owed nothing yet. */
  owed_since: IsoDate | null;
}

/** What the lines of a statement may be about: tickets that they name or whose amount they have, and so on. */
export interface MatchFacts {
  today: IsoDate;
  tickets: readonly MatchTicket[];
  requests: readonly MatchRequest[];
  companies: readonly MatchCompany[];
  /** Names by the company's id, of every company that owes something. */
  company_names: Readonly<Record<string, string | null>>;
  reports: readonly MatchReport[];
  payments: readonly MatchPayment[];
  /** The company that an IBAN has paid for before. */
  known_ibans: Readonly<Record<string, string>>;
  /** Those that lines name as credited_iban. */
  virtual_ibans: readonly MatchVirtualIban[];
}

export interface Proposal {
  certainty: Certainty;
  reason: MatchReason;
  company_id: string | null;
  /** Null with a company: its longest due first. */
  ticket_id: string | null;
  /** A payment request instead of a ticket. */
  request_id: string | null;
  report_id: string | null;
  /** The payment that the line is, where it was recorded before. */
  payment_id: string | null;
}

/** Largest distance in days between a recorded payment and its line. */
const SAME_PAYMENT_DAYS = 5;

const none: Proposal = {
  certainty: 'none',
  reason: 'nothing',
  company_id: null,
  ticket_id: null,
  request_id: null,
  report_id: null,
  payment_id: null,
};

type Line = Pick<
  BankStatementLine,
  'amount' | 'value_date' | 'bank_reference' | 'payer_name' | 'payer_iban' | 'remittance'
> & {
  /** Which of the identical lines of its statement it is, from 1. */
  occurrence: number;
  /** The virtual IBAN that the money went to. */
  credited_iban?: string | null;
  /** An open line says that the bank took this credit back. */
  is_taken_back?: boolean;
  /** The line of an earlier statement that this one may be. */
  told_line_id?: string | null;
};

/** Proposes what each credit in riyals is, in their order: what a certain line pays of a ticket the next cannot pay. */
export function matchLines(lines: readonly Line[], facts: MatchFacts): Proposal[] {
  const known = indexOf(facts);
  return lines.map((line) => {
    const proposal = matchLine(line, known);
    if (proposal.certainty !== 'certain') return proposal;
    for (const paid of [proposal.request_id ?? proposal.ticket_id, proposal.company_id]) {
      if (paid === null) continue;
      known.left.set(paid, (known.left.get(paid) ?? 0) - halalasFromDecimal(line.amount));
    }
    return proposal;
  });
}

/** The ticket numbers that lines name, rightly or not: the tickets to look up for {@link matchLines}. */
export function ticketsOfLine(line: Line): string[] {
  return [...new Set([...ticketsOfReferences(textOf(line)), ...ticketNumbersIn(textOf(line))])];
}

/** The numbers of payment requests that lines name by their references: those to look up for {@link matchLines}. */
export const requestsOfLine = (line: Line): string[] => requestsOfReferences(textOf(line));

/** The same of companies. */
export const companiesOfLine = (line: Line): string[] => companiesOfReferences(textOf(line));

function indexOf(facts: MatchFacts) {
  const byAmount = new Map<Halalas, MatchTicket[]>();
  for (const ticket of facts.tickets) {
    for (const amount of fittingAmounts(ticket)) {
      const same = byAmount.get(amount);
      if (same) same.push(ticket);
      else byAmount.set(amount, [ticket]);
    }
  }
  const grouped = <Item extends { amount_halalas: Halalas }>(items: readonly Item[]) =>
    Map.groupBy(items, ({ amount_halalas }) => amount_halalas);
  return {
    today: facts.today,
    byNumber: new Map(facts.tickets.map((ticket) => [ticket.ticket_number, ticket])),
    requests: new Map(facts.requests.map((one) => [one.request_number, one])),
    companies: new Map(facts.companies.map((one) => [one.payer_number, one])),
    byAmount,
    reports: grouped(facts.reports),
    payments: grouped(facts.payments),
    company_names: facts.company_names,
    byName: Map.groupBy(Object.keys(facts.company_names), (id) =>
      distinguishingName(facts.company_names[id] ?? ''),
    ),
    known_ibans: facts.known_ibans,
    virtualIbans: new Map(facts.virtual_ibans.map((one) => [one.iban, one])),
    /** What is left of each ticket, request and named company beyond what certain lines before this one pay. */
    left: new Map([
      ...facts.tickets.map(({ id, open_halalas }) => [id, total(open_halalas)] as const),
      ...facts.requests.map(({ id, open_halalas }) => [id, open_halalas] as const),
      ...facts.companies.map((one) => [one.company_id, total(one.open_halalas)] as const),
    ]),
    /** Payments that a line before this one may be: it is one line's at most. */
    taken: new Set<string>(),
    likeness: new Map<string, number>(),
  };
}

type Known = ReturnType<typeof indexOf>;

const total = (amounts: readonly Halalas[]) => amounts.reduce((sum, amount) => sum + amount, 0);

/** One installment, or the first few of them, or all. */
const fittingAmounts = ({ open_halalas }: MatchTicket): Set<Halalas> =>
  new Set([...open_halalas, ...firstFew(open_halalas)]);

const firstFew = (amounts: readonly Halalas[]) =>
  amounts.map((_, index) => total(amounts.slice(0, index + 1)));

const textOf = ({ remittance, bank_reference }: Line) =>
  [remittance, bank_reference].filter((one) => one !== null).join(' | ');

function matchLine(line: Line, known: Known): Proposal {
  const amount = halalasFromDecimal(line.amount);
  const proposal =
    byVirtualIban(line, amount, known) ??
    byReference(line, amount, known) ??
    byCircumstances(line, amount, known);
  const found = recordedBefore(line, amount, proposal, known);
  if (line.is_taken_back) return takenBack(found);
  if (line.told_line_id) return doubted(found, 'told_before');
  if (found.certainty !== 'certain') return found;
  if (saysReversal(line.remittance)) return doubted(found, 'says_reversal');
  if (saysBalance(line.remittance)) return doubted(found, 'says_balance');
  return line.value_date > known.today ? doubted(found, 'value_date_ahead') : found;
}

/** Whatever it is, it is not certain. */
const doubted = (proposal: Proposal, reason: MatchReason): Proposal => ({
  ...proposal,
  certainty: proposal.certainty === 'certain' ? 'likely' : proposal.certainty,
  reason,
});

/** A proposal for a credit that the bank took back. */
export const takenBack = (proposal: Proposal): Proposal => doubted(proposal, 'taken_back');

/**
 * Money that went to a company's virtual IBAN is the company's, whoever paid it and whatever the amount; a right
 * reference says what it pays first. Null where it went to no virtual IBAN.
 */
function byVirtualIban(line: Line, amount: Halalas, known: Known): Proposal | null {
  const credited = known.virtualIbans.get(line.credited_iban ?? '');
  if (!credited) return null;
  const { company_id, given_on, owed_since } = credited;
  if (company_id === null || given_on === null || line.value_date < given_on)
    return { ...none, reason: 'virtual_iban_free' };
  const { tickets, requests, companies } = rightlyNamed(line, known);
  const spelled = ticketNumbersIn(textOf(line)).flatMap((one) => known.byNumber.get(one) ?? []);
  const named = [...tickets, ...requests, ...companies, ...spelled];
  if (named.some((one) => one.company_id !== company_id)) {
    return { ...none, reason: 'virtual_iban_contradicted' };
  }
  const report = known.reports.get(amount)?.find((one) => one.company_id === company_id);
  const proposal: Proposal = { ...none, company_id, report_id: report?.id ?? null };
  if (owed_since === null || line.value_date < owed_since) {
    return { ...proposal, certainty: 'likely', reason: 'before_debt' };
  }
  const [ticket, request] = [only(tickets), only(requests)];
  const isTicket = ticket !== undefined && requests.length === 0 && ticket.open_halalas.length > 0;
  const isRequest =
    request !== undefined &&
    tickets.length === 0 &&
    request.open_halalas > 0 &&
    line.value_date <= request.ends_on;
  return {
    ...proposal,
    certainty: 'certain',
    reason: 'virtual_iban',
    ticket_id: isTicket ? ticket.id : null,
    request_id: isRequest ? request.id : null,
  };
}

/** The tickets, requests and companies whose right references a line carries. */
function rightlyNamed(line: Line, known: Known) {
  return {
    tickets: ticketsOfReferences(textOf(line)).flatMap((one) => known.byNumber.get(one) ?? []),
    requests: requestsOfLine(line).flatMap((one) => known.requests.get(one) ?? []),
    companies: companiesOfLine(line).flatMap((one) => known.companies.get(one) ?? []),
  };
}

/** By the payment reference, or by a ticket's number; null where the text names nothing that exists. */
function byReference(line: Line, amount: Halalas, known: Known): Proposal | null {
  const text = textOf(line);
  const { tickets: right, requests, companies } = rightlyNamed(line, known);
  const named = [...right, ...requests, ...companies];
  const payers = new Set(named.map(({ company_id }) => company_id));
  if (payers.size > 1) return { ...none, reason: 'references_several_companies' };
  const [ticket] = right;
  const [asked] = requests;
  const [company] = companies;
  if (named.length > 1) {
    const [company_id = null] = payers;
    return { ...none, certainty: 'likely', reason: 'references_one_company', company_id };
  }
  if (asked) return ofRequest(line, amount, asked, known);
  if (ticket) return ofTicket(line, amount, ticket, known);
  if (company) return ofCompany(line, amount, company, known);
  const spelled = ticketNumbersIn(text).flatMap((number) => known.byNumber.get(number) ?? []);
  const open = spelled.filter(({ open_halalas }) => open_halalas.length > 0);
  const agreeing = open.filter((one) => agrees(line, amount, one, known));
  const one = agreeing.length === 1 ? agreeing[0] : open.length === 1 ? open[0] : undefined;
  if (!one) return null;
  return agreeing.length === 1
    ? { ...about(one, amount, known), certainty: 'likely', reason: 'ticket_number_agrees' }
    : { ...about(one, amount, known), certainty: 'possible', reason: 'ticket_number' };
}

function ofTicket(line: Line, amount: Halalas, ticket: MatchTicket, known: Known): Proposal {
  const proposal = about(ticket, amount, known);
  if (ticket.open_halalas.length === 0) {
    return { ...proposal, ticket_id: null, certainty: 'possible', reason: 'reference_not_open' };
  }
  return (
    doubtOfReference(line, amount, ticket, proposal, known) ??
    byAgreement(proposal, agrees(line, amount, ticket, known))
  );
}

/** As of a ticket. What comes after the request's end pays as any transfer of its company does: staff look at it. */
function ofRequest(line: Line, amount: Halalas, asked: MatchRequest, known: Known): Proposal {
  const { id: request_id, company_id, open_halalas } = asked;
  const report = known.reports.get(amount)?.find((one) => one.request_id === request_id);
  const report_id = report?.id ?? null;
  const proposal: Proposal = { ...none, company_id, request_id, report_id };
  if (line.value_date > asked.ends_on) {
    return { ...proposal, certainty: 'likely', reason: 'request_ended' };
  }
  if (open_halalas === 0) {
    return { ...proposal, certainty: 'possible', reason: 'reference_not_open' };
  }
  return (
    doubtOfReference(line, amount, asked, proposal, known) ??
    byAgreement(
      proposal,
      amount === open_halalas || report !== undefined || isPayer(line, company_id, known),
    )
  );
}

/** As of a ticket: of all that the company owes, as a transfer pays it. */
function ofCompany(line: Line, amount: Halalas, company: MatchCompany, known: Known): Proposal {
  const { company_id, open_halalas } = company;
  const report = known.reports.get(amount)?.find((one) => one.company_id === company_id);
  const proposal: Proposal = { ...none, company_id, report_id: report?.id ?? null };
  if (open_halalas.length === 0) {
    return { ...proposal, certainty: 'possible', reason: 'reference_not_open' };
  }
  const isAgreed =
    firstFew(open_halalas).includes(amount) ||
    report !== undefined ||
    isPayer(line, company_id, known);
  return (
    doubtOfReference(line, amount, { id: company_id, ...company }, proposal, known) ??
    byAgreement(proposal, isAgreed)
  );
}

/** What makes a right reference only likely: more than is left, another payer, a day before the debt. Null: nothing. */
function doubtOfReference(
  line: Line,
  amount: Halalas,
  named: Pick<MatchTicket, 'id' | 'company_id' | 'owed_since'>,
  proposal: Proposal,
  known: Known,
): Proposal | null {
  const doubt = (reason: MatchReason): Proposal => ({ ...proposal, certainty: 'likely', reason });
  if (amount > (known.left.get(named.id) ?? 0)) return doubt('reference_above_rest');
  if (isAnothersName(line, named.company_id, amount, known)) return doubt('reference_other_payer');
  if (named.owed_since === null || line.value_date < named.owed_since) return doubt('before_debt');
  return null;
}

const byAgreement = (proposal: Proposal, isAgreed: boolean): Proposal =>
  isAgreed
    ? { ...proposal, certainty: 'certain', reason: 'reference' }
    : { ...proposal, certainty: 'likely', reason: 'reference_alone' };

const about = (ticket: MatchTicket, amount: Halalas, known: Known): Proposal => ({
  ...none,
  company_id: ticket.company_id,
  ticket_id: ticket.id,
  report_id: reportOf(ticket, amount, known)?.id ?? null,
});

const reportOf = (ticket: MatchTicket, amount: Halalas, known: Known) =>
  known.reports.get(amount)?.find(({ ticket_id }) => ticket_id === ticket.id);

/** Besides the ticket's name: its amount, its company's name or IBAN, or a report of the transfer. */
function agrees(line: Line, amount: Halalas, ticket: MatchTicket, known: Known): boolean {
  return (
    fittingAmounts(ticket).has(amount) ||
    reportOf(ticket, amount, known) !== undefined ||
    isPayer(line, ticket.company_id, known)
  );
}

/** A company pays, by its name or its IBAN. */
const isPayer = (line: Line, company_id: string, known: Known): boolean =>
  likeness(line, company_id, known) >= NAMES_ALIKE_FROM || isKnownIban(line, company_id, known);

function isKnownIban({ payer_iban }: Line, company_id: string, { known_ibans }: Known): boolean {
  return payerByIban(payer_iban, known_ibans) === company_id;
}

/** The company that an account has paid for before; of one with masked characters nobody. */
function payerByIban(iban: string | null, known: MatchFacts['known_ibans']): string | undefined {
  const whole = wholeAccount(iban);
  return whole !== null && Object.hasOwn(known, whole) ? known[whole] : undefined;
}

function likeness({ payer_name }: Line, company_id: string, known: Known): number {
  const name = known.company_names[company_id];
  if (!payer_name || !name) return 0;
  const key = `${company_id} ${payer_name}`;
  const kept = known.likeness.get(key);
  if (kept !== undefined) return kept;
  const found = nameLikeness(payer_name, name);
  known.likeness.set(key, found);
  return found;
}

/** The payer, by name or IBAN, is somebody else than this company. */
function isAnothersName(line: Line, own_id: string, amount: Halalas, known: Known): boolean {
  const { payer_name, payer_iban } = line;
  if (isKnownIban(line, own_id, known)) return false;
  if (payerByIban(payer_iban, known.known_ibans) !== undefined) return true;
  if (payer_name === null) return false;
  const telling = distinguishingName(payer_name);
  const namesakes = telling === '' ? [] : (known.byName.get(telling) ?? []);
  if (namesakes.length > 0) return !namesakes.includes(own_id);
  const own = likeness(line, own_id, known);
  if (own >= NAMES_ALIKE_FROM) return false;
  const company_name = known.company_names[own_id] ?? '';
  if (own < NAMES_DIFFER_BELOW && sameScript(payer_name, company_name)) return true;
  return (known.byAmount.get(amount) ?? []).some(
    ({ company_id }) =>
      company_id !== own_id && likeness(line, company_id, known) >= NAMES_ALIKE_FROM,
  );
}

/** By what was reported, who paid, and how much: never certain. */
function byCircumstances(line: Line, amount: Halalas, known: Known): Proposal {
  const tickets = known.byAmount.get(amount) ?? [];
  const pays = (company_id: string) => isPayer(line, company_id, known);
  const reports = known.reports.get(amount) ?? [];
  // A report of that amount alone says nothing against who is known to have paid.
  const reported =
    only(reports.filter(({ company_id }) => pays(company_id))) ??
    only(reports.filter(({ company_id }) => !isAnothersName(line, company_id, amount, known)));
  if (reported) {
    const { id, company_id, ticket_id, request_id } = reported;
    return {
      ...none,
      certainty: 'likely',
      reason: 'reported',
      company_id,
      ticket_id,
      request_id,
      report_id: id,
    };
  }
  const payers = tickets.filter(({ company_id }) => pays(company_id));
  const [payer] = payers;
  if (payer && payers.every(({ company_id }) => company_id === payer.company_id)) {
    const ticket_id = payers.length === 1 ? payer.id : null;
    const { company_id } = payer;
    return { ...none, certainty: 'likely', reason: 'amount_and_name', company_id, ticket_id };
  }
  const of = payerByIban(line.payer_iban, known.known_ibans);
  if (of) return { ...none, certainty: 'possible', reason: 'known_iban', company_id: of };
  const ticket = only(tickets);
  if (ticket) return { ...about(ticket, amount, known), certainty: 'possible', reason: 'amount' };
  return tickets.length > 1 ? { ...none, reason: 'amount_of_several' } : none;
}

const only = <Item>(items: readonly Item[]) => (items.length === 1 ? items[0] : undefined);

/** What staff recorded before the statement came must not be counted again; what was paid alike lately is looked at. */
function recordedBefore(line: Line, amount: Halalas, proposal: Proposal, known: Known): Proposal {
  const reference = referenceKey(line.bank_reference);
  const isNamed = ({ bank_reference }: MatchPayment) =>
    reference !== null && referenceKey(bank_reference) === reference;
  const alike = known.payments.get(amount) ?? [];
  const near = alike.filter(
    ({ value_date }) => Math.abs(daysBetween(value_date, line.value_date)) <= SAME_PAYMENT_DAYS,
  );
  const isFree = ({ id, is_on_statement }: MatchPayment) =>
    !is_on_statement && !known.taken.has(id);
  const free = near.filter(isFree);
  // By the bank's reference whatever its day; one whose payer is not known may be anybody's, however sure the line is.
  const recorded =
    alike.find((one) => isFree(one) && isNamed(one)) ??
    free.find(({ company_id }) => company_id !== null && company_id === proposal.company_id) ??
    free.find(({ company_id }) => company_id === null);
  if (recorded) {
    known.taken.add(recorded.id);
    const company_id = recorded.company_id ?? proposal.company_id;
    const { id: payment_id } = recorded;
    return { ...proposal, certainty: 'likely', reason: 'already_recorded', company_id, payment_id };
  }
  const isAlike = near.some(
    ({ company_id, is_on_statement }) =>
      is_on_statement && (company_id === null || company_id === proposal.company_id),
  );
  // One of two identical lines may be the bank's mistake: staff look at the second.
  return proposal.certainty === 'certain' && (isAlike || line.occurrence > 1)
    ? { ...proposal, certainty: 'likely', reason: 'paid_alike' }
    : proposal;
}
