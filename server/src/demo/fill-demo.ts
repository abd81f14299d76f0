import type { Ticket } from '#api/tickets.ts';
import { addDays, riyadhDate, type IsoDate } from '#domain/calendar.ts';
import { decimalFromHalalas, halalasFromDecimal } from '#domain/money.ts';
import { acceptTicketDocuments } from '../product-client/acceptance.ts';
import { requestTicket } from '../product-client/financing.ts';
import { pdf, png } from '../product-client/sample-uploads.ts';
import { renderInvoice } from './invoice.ts';
import { agencySteps, budgetSteps, review, reviewSteps } from './decisions.ts';
import { ibanSteps } from './ibans.ts';
import {
  staffSteps,
  payoutSteps,
  promiseSteps,
  repaymentSteps,
  type StaffVisitors,
  type Step,
} from './money.ts';
import {
  demoAgencies,
  demoCompanies,
  demoPassword,
  demoPeople,
  demoStaff,
  inventedCrNumber,
  inventedVatNumber,
  numberOf,
  type DemoAgency,
  type DemoCompany,
} from './people.ts';
import { FIRST_SIGN_UP_DAYS, planTickets, STEP_SAR, type PlannedTicket } from './plan.ts';
import type { FileKind } from '#domain/files/file-rules.ts';
import { bankStatementSteps } from './bank-statements.ts';
import { budgetRequestSteps } from './budget-requests.ts';
import { planNextPolicy, policySteps } from './credit-policies.ts';
import { signUp, type Visitor } from './visitor.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

interface DemoServer {
  url: string;
  /** Moves the server's clock. */
  setNow: (now: Date) => void;
  /** As if the person had opened the link that proves their mailbox: the demo's people read no mail. */
  proveMailbox: (email: string) => Promise<void>;
  /** Makes a person staff, which the public API cannot. */
  addStaff: (email: string, name: string) => Promise<void>;
  /** Closes a Riyadh day that is over, as the server's job does. */
  closeDay: (day: IsoDate) => Promise<void>;
}

/**
 * Lets four months of the product happen at a server whose database is empty, through its public API alone: people sign
 * up and save their profiles, credit is analysed by its job, tickets are requested, answered and cancelled, agencies are
 * paid and companies repay, each at its own moment of the moved clock. Ends with the clock at `today`.
 * @param options.progress is told the share of the steps that are done, from 0 to 1.
 */
export async function fillDemo(
  server: DemoServer,
  options: { today: Date; tickets: number; progress?: (share: number) => void },
): Promise<void> {
  const visitors = new Map<string, Visitor>();
  const agencyIds = new Map<string, string>();
  const tickets = new Map<number, Ticket>();
  const plan = planTickets(options.tickets);
  let now = options.today;
  const accept = async (place: number) => {
    const {
      email,
      contact_name: name,
      contact_title: capacity,
    } = demoCompanies[plan[place]!.company]!;
    await acceptTicketDocuments(visitors.get(email)!, tickets.get(place)!, { name, capacity });
  };
  const staff: StaffVisitors = {
    maha: () => visitors.get(demoStaff[0].email)!,
    faisal: () => visitors.get(demoStaff[1].email)!,
  };
  /** The first ticket of the plan that was approved and is such a one. */
  const approved = (isSuch: (ticket: PlannedTicket) => boolean) =>
    tickets.get(plan.findIndex((ticket) => ticket.outcome === 'approve' && isSuch(ticket)));
  const steps: Step[] = [
    ...demoPeople.map((person, index) => ({
      before_ms: FIRST_SIGN_UP_DAYS * DAY_MS - index * 3 * 60 * MINUTE_MS,
      run: async () => {
        const account = { ...person, password: demoPassword };
        const visitor = await signUp(server.url, account, { now: () => now });
        await server.proveMailbox(person.email);
        visitors.set(person.email, visitor);
        if (person.role === null) {
          await server.addStaff(person.email, person.name);
          await visitor.addFactor();
        } else if (person.role === 'company') await saveCompany(visitor, person);
        else agencyIds.set(person.email, await saveAgency(visitor, person));
      },
    })),
    ...plan.flatMap((ticket, index) => [
      ...ticketSteps(ticket, index, {
        company: () => visitors.get(demoCompanies[ticket.company]!.email)!,
        agency: () => visitors.get(demoAgencies[ticket.agency]!.email)!,
        agency_id: () => agencyIds.get(demoAgencies[ticket.agency]!.email)!,
        requested: (made) => tickets.set(index, made),
        approved: async () => {
          if (isAccepted(ticket, index)) await accept(index);
        },
      }),
      ...(ticket.accepted_ms ? [{ before_ms: ticket.accepted_ms, run: () => accept(index) }] : []),
      ...(ticket.outcome === 'approve' && hasIban(ticket)
        ? repaymentSteps(
            staff,
            {
              ...ticket,
              today: options.today,
              place: index,
              isExact: demoCompanies[ticket.company]!.situations.includes('repaid'),
              stopsPayingDays: demoCompanies[ticket.company]!.stopsPayingDays,
            },
            () => tickets.get(index)!,
          )
        : []),
      ...(ticket.outcome === 'approve'
        ? reviewSteps(staff, demoCompanies[ticket.company]!, ticket.answered_ms, () =>
            tickets.get(index)!,
          )
        : []),
    ]),
    ...demoCompanies.flatMap((company) =>
      budgetSteps(staff, company, () => visitors.get(company.email)!, FIRST_SIGN_UP_DAYS - 5),
    ),
    ...demoCompanies.flatMap((company) =>
      promiseSteps(company, () => visitors.get(company.email)!),
    ),
    ...budgetRequestSteps(staff, () =>
      demoCompanies.flatMap(({ email, active }) => (active && visitors.get(email)) || []),
    ),
    ...payoutSteps(staff, FIRST_SIGN_UP_DAYS, async (ticket_number) => {
      const [place, ticket] = [...tickets].find(
        ([, made]) => made.ticket_number === ticket_number,
      )!;
      await accept(place);
      await review(staff, ticket);
    }),
    ...demoAgencies.flatMap((agency) =>
      agencySteps(staff, agency, () => agencyIds.get(agency.email)!, FIRST_SIGN_UP_DAYS - 6),
    ),
    ...ibanSteps(staff, FIRST_SIGN_UP_DAYS, (place) => visitors.get(demoAgencies[place]!.email)!),
    ...policySteps(staff),
    ...bankStatementSteps(staff, () =>
      [...tickets].flatMap(([place, { ticket_number }]) => {
        const { email, late } = demoCompanies[plan[place]!.company]!;
        return late ? [] : [{ ticket_number, company: visitors.get(email)! }];
      }),
    ),
    ...staffSteps(
      staff,
      {
        unpaid: () => approved(({ shows }) => shows === 'a write-off'),
        withoutIban: () =>
          approved((ticket) => ticket.created_ms > 20 * DAY_MS && !hasIban(ticket)),
      },
      () => demoCompanies.flatMap(({ email }) => visitors.get(email) ?? []),
      options.today,
    ),
  ];
  steps.sort((a, b) => b.before_ms - a.before_ms);
  for (const [done, { before_ms, run }] of steps.entries()) {
    options.progress?.(done / steps.length);
    now = new Date(options.today.getTime() - before_ms);
    server.setNow(now);
    await run(now);
  }
  now = options.today;
  server.setNow(now);
  await server.closeDay(addDays(riyadhDate(options.today), -1));
  await planNextPolicy(staff, options.today);
  for (const member of [staff.maha(), staff.faisal()]) await member.removeFactor();
}

/** Of those that were approved in the last days every other waits for its company. */
const isAccepted = ({ answered_ms, accepted_ms }: PlannedTicket, place: number) =>
  accepted_ms === undefined && (answered_ms > 2 * DAY_MS || place % 2 === 0);

const hasIban = ({ agency }: PlannedTicket) => demoAgencies[agency]!.hasIban !== false;

async function saveCompany(visitor: Visitor, company: DemoCompany): Promise<void> {
  if (!company.active) return;
  const paper = (title: string) =>
    pdf(`${title}.pdf`, [title, company.website, 'Made for the demo of Hamla.']);
  const send = async (kind: FileKind, title: string) =>
    (await visitor.upload(kind, paper(title))).path;
  const all = company.documents === 'all';
  const stream = await visitor.listen();
  await visitor.call('upsert_company', {
    body: {
      name: company.name,
      website: company.website,
      cr_number: company.cr_number,
      address: company.city,
      phone: phoneOf(company.email),
      email: company.email,
      contact_name: company.contact_name,
      contact_title: company.contact_title,
      business_area: company.business_area,
      revenue_last_6_months: company.revenue?.map((sar) => decimalFromHalalas(sar * 100)) ?? null,
      company_registration_file:
        company.documents === 'none'
          ? null
          : await send('company_registration_file', 'Commercial registration'),
      financial_statement_file: all
        ? await send('financial_statement_file', 'Financial statement')
        : null,
      bank_statement_6m_file: all
        ? await send('bank_statement_6m_file', 'Bank statement of six months')
        : null,
    },
  });
  // The budget comes from a job: nobody requests financing before it is there.
  await stream.hears('analyse_credit');
  await stream.close();
}

async function saveAgency(visitor: Visitor, agency: DemoAgency): Promise<string> {
  if (!agency.active) return (await visitor.call('read_agency')).id;
  const other_docs_files: string[] = [];
  for (let index = 0; index < agency.otherDocuments; index += 1) {
    const file = index % 2 === 0 ? pdf('Portfolio.pdf', ['Portfolio']) : png('Certificate.png');
    other_docs_files.push((await visitor.upload('other_docs_files', file, index)).path);
  }
  const registration = pdf('Commercial registration.pdf', ['Commercial registration']);
  const { id } = await visitor.call('upsert_agency', {
    body: {
      name: agency.name,
      address: agency.city,
      phone: phoneOf(agency.email),
      email: agency.email,
      contact_name: agency.contact_name,
      contact_title: agency.contact_title,
      iban: agency.hasIban === false ? null : ibanOf(agency.email),
      // One agency has given neither: what its invoices say is compared with nothing.
      vat_number: agency.hasIban === false ? null : inventedVatNumber(agency.email),
      cr_number: agency.hasIban === false ? null : inventedCrNumber(agency.email),
      company_registration_file: (await visitor.upload('agency_registration_file', registration))
        .path,
      other_docs_files,
      specializations: agency.specializations,
      specialization_other: agency.specialization_other ?? null,
    },
  });
  return id;
}

/** A ticket's request and, unless it still waits, its answer. */
function ticketSteps(
  ticket: PlannedTicket,
  index: number,
  who: {
    company(): Visitor;
    agency(): Visitor;
    agency_id(): string;
    requested(ticket: Ticket): void;
    approved(): Promise<void>;
  },
): Step[] {
  let id = '';
  const request: Step = {
    before_ms: ticket.created_ms,
    run: async (now) => {
      const company = who.company();
      const amount = await affordable(company, ticket.amount_sar);
      const file = await renderInvoice(ticket, {
        place: index,
        amount_sar: amount,
        issued_on: riyadhDate(now),
      });
      const parties = { company, agency_id: who.agency_id() };
      const { term_months, description } = ticket;
      const made = await requestTicket(parties, amount, term_months, description, file);
      id = made.id;
      who.requested(made);
    },
  };
  const { outcome, rejection_reason } = ticket;
  if (outcome === 'waiting') return [request];
  const answer: Step = {
    before_ms: ticket.answered_ms,
    run: async () => {
      const params = { id };
      if (outcome === 'approve') {
        await who.agency().call('approve_ticket', { params });
        await who.approved();
      } else if (outcome === 'cancel') await who.company().call('cancel_ticket', { params });
      else await who.agency().call('reject_ticket', { params, body: { rejection_reason } });
    },
  };
  return [request, answer];
}

/** The wished amount, or a fifth of what the company still may request: a wire amount, in whole steps where it may. */
async function affordable(company: Visitor, wished_sar: number): Promise<string> {
  const { budget } = await company.call('company_dashboard');
  if (budget.available_budget === null) return decimalFromHalalas(wished_sar * 100);
  const fifth_sar = Math.floor(halalasFromDecimal(budget.available_budget) / 500);
  const steps_sar = fifth_sar - (fifth_sar % STEP_SAR);
  return decimalFromHalalas(Math.min(wished_sar, steps_sar || fifth_sar) * 100);
}

const phoneOf = (email: string) => `055${String(numberOf(email)).padStart(7, '0')}`;

function ibanOf(email: string): string {
  const account = `80${String(numberOf(email)).padStart(18, '0')}`;
  // ISO 13616: SA is 2810, and the whole leaves 1 when divided by 97.
  const check = 98n - (BigInt(`${account}281000`) % 97n);
  return `SA${String(check).padStart(2, '0')}${account}`;
}
